import { limits } from '@remis/server/platform/runtime/limits'
import { databaseFor } from '@remis/server/testing/test-database'
import { freeGuesses } from '@remis/server/testing/test-platform'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, type Doors } from './doors.ts'

const database = await databaseFor(import.meta.url)
let doors: Doors
beforeAll(async () => {
  const many = { max: 1_000_000, windowSeconds: 60 }
  const free = { ...freeGuesses, signInPerAddress: many }
  doors = await openDoors(database, { limits: { guards: free, password: limits.password } })
})

/** Two hashes at once and fifty waiting (server/platform/runtime/limits.ts); a flood of sign-ins uses no more. */
describe('the queue of password hashes is bounded [design/accounts-6]', () => {
  it('a flood is refused with 503 at once, other calls are served meanwhile, and sign-in works again after the flood', async () => {
    const account = await doors.signUp()
    const times: number[] = []
    const flood = Array.from({ length: 150 }, async (_, n) => {
      const since = performance.now()
      const answer = await doors.signIn(
        { email: `nobody.${n}@example.org`, password: 'wrong1' },
        { address: `198.51.100.${n + 1}` },
      )
      times.push(performance.now() - since)
      return answer
    })
    const meanwhile = await doors.send('GET', '/api/settings/public')
    const answers = await Promise.all(flood)
    expect(meanwhile.status).toBe(200)

    const busy = answers.filter(({ status }) => status === 503)
    const refused = answers.filter(({ status }) => status === 401)
    expect(busy.length + refused.length).toBe(answers.length)
    expect(busy.length).toBeGreaterThan(0)
    expect(refused.length, 'those at work and those in the queue').toBeGreaterThanOrEqual(52)
    for (const one of busy) {
      expect(one.key).toBe('busy_try_again')
      expect(Number(one.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await doors.signIn(account)).status).toBe(200)
  })
})
