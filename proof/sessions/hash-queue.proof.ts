import { limits } from '@remis/server/platform/runtime/limits'
import { databaseFor } from '@remis/server/testing/test-database'
import { freeGuesses } from '@remis/server/testing/test-platform'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, tokenOf, type Doors } from './doors.ts'

const database = await databaseFor(import.meta.url)
let doors: Doors
beforeAll(async () => {
  const many = { max: 1_000_000, windowSeconds: 60 }
  const free = { ...freeGuesses, signInPerAddress: many }
  doors = await openDoors(database, { limits: { guards: free, password: limits.password } })
})

/** One hash of a stranger at a time and fifty waiting (server/platform/runtime/limits.ts). */
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
    expect(refused.length, 'those at work and those in the queue').toBeGreaterThanOrEqual(51)
    for (const one of busy) {
      expect(one.key).toBe('busy_try_again')
      expect(Number(one.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await doors.signIn(account)).status).toBe(200)
  })

  it('strangers cannot fill the queue of known browsers and open sessions [design/accounts-144]', async () => {
    const account = await doors.signUp()
    const first = await doors.signIn(account, { address: '203.0.113.7' })
    const device = first.cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
    let over = false
    let served = 0
    const busy: unknown[] = []
    const stranger = async (_: unknown, lane: number) => {
      for (let n = 0; !over; n++) {
        const wrong = { email: `nobody.${lane}.${n}@example.org`, password: 'wrong1' }
        const { key } = await doors.signIn(wrong, { address: `2001:db8:${lane}:${n}::1` })
        if (key === 'busy_try_again') busy.push(key)
        served++
      }
    }
    const flood = Promise.all(Array.from({ length: 60 }, stranger))
    await expect.poll(() => busy.length).toBeGreaterThan(0)
    const before = served
    const known = { address: '192.0.2.9', headers: { cookie: `remis-device=${device}` } }
    const again = await doors.signIn(account, known)
    const sameNet = await doors.signIn(account, { address: '203.0.113.8' })
    const token = tokenOf(first)
    const confirm = await doors.send('POST', '/api/sessions/current/confirm', { password: account.password }, { token })
    const during = served - before
    over = true
    await flood
    expect([again.key, sameNet.key, confirm.key]).toEqual([undefined, undefined, undefined])
    expect([again.status, sameNet.status, confirm.status]).toEqual([200, 200, 200])
    expect(during, 'the flood went on meanwhile').toBeGreaterThan(0)
  })
})
