import { databaseFor } from '@remis/server/testing/test-database'
import { answerOf } from '@remis/server/accounts/human-check/answer-fixture'
import { limits } from '@remis/server/platform/runtime/limits'
import { freeGuesses } from '@remis/server/testing/test-platform'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { many } from '../scale.ts'
import { openDoors, type Doors } from './doors.ts'

const database = await databaseFor(import.meta.url)
let doors: Doors
beforeAll(async () => {
  const free = { max: 1_000_000, windowSeconds: 60 }
  const guards = {
    ...freeGuesses,
    signInPerAddress: free,
    lookupPerAddress: free,
    signUpPerAddress: free,
    resetPerAddress: free,
  }
  const floods = Object.fromEntries(['sign-in', 'lookup', 'sign-up', 'token'].map((name) => [name, free]))
  doors = await openDoors(database, { limits: { guards, floods, password: limits.password } })
})

const comparable = (answer: { status: number; text: string; headers: Readonly<Record<string, unknown>> }) => ({
  status: answer.status,
  text: answer.text,
  // the length counts as much as the text; the id of the request differs per call
  headers: Object.keys(answer.headers).toSorted(),
})

/**
 * Ranks of two samples: the probability of an order this uneven if both came from one distribution (normal
 * approximation, two-sided).
 */
const mannWhitney = (a: readonly number[], b: readonly number[]): number => {
  const all = [...a.map((time) => ({ time, mine: true })), ...b.map((time) => ({ time, mine: false }))]
  const ranks = all.toSorted((x, y) => x.time - y.time).reduce((sum, { mine }, rank) => sum + (mine ? rank + 1 : 0), 0)
  const u = ranks - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  const z = Math.abs(u - mean) / deviation
  // Abramowitz and Stegun 26.2.17
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (2 * Math.exp((-z * z) / 2) * tail) / Math.sqrt(2 * Math.PI)
}

const solved = async () =>
  answerOf(JSON.parse((await doors.send('POST', '/api/human-checks', {})).text) as { question: string; bits: number })

describe('what a stranger can learn about accounts [design/accounts-8]', () => {
  it('sign-in gives the same answer to a wrong password, an unknown, a deleted and an unapproved account', async () => {
    const [known, gone, waiting] = [
      await doors.signUp(),
      await doors.signUp(),
      await doors.signUp({ usertype: 'driver' }),
    ]
    await sql`update users set deleted_at = now() where id = ${gone.uid}`.execute(database.db.request)
    const wrong = { password: 'wrong1' }
    const answers = [
      await doors.signIn({ ...known, ...wrong }),
      await doors.signIn({ email: 'nobody@example.org', ...wrong }),
      await doors.signIn(gone),
      await doors.signIn({ ...waiting, ...wrong }),
    ]
    expect(answers[0]).toMatchObject({ status: 401, key: 'login_error' })
    expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size).toBe(1)
  })

  it('and takes the same time', async () => {
    const known = await doors.signUp()
    const sample = async (round: number): Promise<number> => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      const time = async (who: 'known' | 'unknown', email: string) => {
        const since = performance.now()
        await doors.signIn({ email, password: 'wrong1' })
        times[who].push(performance.now() - since)
      }
      for (let n = 0; n < many(15, 200); n++) {
        // In turns, and either first equally often: other load of the machine affects both.
        const pair = [() => time('known', known.email), () => time('unknown', `nobody.${round}.${n}@example.org`)]
        for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one()
      }
      return mannWhitney(times.known, times.unknown)
    }
    // Of samples without a difference one in a hundred looks different; two in a row do not.
    const first = await sample(1)
    expect(first > 0.01 ? first : await sample(2)).toBeGreaterThan(0.01)
  })

  it('a forgotten password gives the same answer for every address, in the same time [design/accounts-80]', async () => {
    const [known, gone] = [await doors.signUp(), await doors.signUp()]
    await sql`update users set deleted_at = now() where id = ${gone.uid}`.execute(database.db.request)
    const forget = async (email: string, check?: unknown) =>
      doors.send('POST', '/api/password-resets', { email, check: check ?? (await solved()) })
    const shapes = []
    for (const email of [known.email, gone.email, 'nobody@example.org']) {
      const { text, ...rest } = await forget(email)
      const { request } = JSON.parse(text) as { request: string }
      shapes.push(JSON.stringify(comparable({ ...rest, text: text.replace(request, String(request.length)) })))
    }
    expect(new Set(shapes).size).toBe(1)

    const sample = async (round: number): Promise<number> => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      const time = async (who: 'known' | 'unknown', email: string) => {
        const check = await solved()
        const since = performance.now()
        expect((await forget(email, check)).status).toBe(200)
        times[who].push(performance.now() - since)
      }
      for (let n = 0; n < many(50, 200); n++) {
        const pair = [() => time('known', known.email), () => time('unknown', `nobody.${round}.${n}@example.org`)]
        for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one()
      }
      return mannWhitney(times.known, times.unknown)
    }
    const first = await sample(1)
    expect(first > 0.01 ? first : await sample(2)).toBeGreaterThan(0.01)
  })

  it('the test of times detects a difference', () => {
    const fast = Array.from({ length: 15 }, (_, n) => 10 + n * 0.1)
    expect(
      mannWhitney(
        fast,
        fast.map((time) => time + 2),
      ),
    ).toBeLessThan(0.001)
    expect(
      mannWhitney(
        fast,
        fast.map((time, n) => time + (n % 2 ? 0.05 : -0.05)),
      ),
    ).toBeGreaterThan(0.3)
  })

  it('check_user_exists and validate_referrer answer a bare id [design/accounts-15]', async () => {
    const { email, uid } = await doors.signUp()
    const row = database.db.request.selectFrom('users').select(['referral_id', 'mobile']).where('id', '=', uid)
    const { referral_id: referralId, mobile } = await row.executeTakeFirstOrThrow()
    const ask = async (path: string, body: object) => JSON.parse((await doors.send('POST', path, body)).text) as unknown
    expect(await ask('/check_user_exists', { email })).toEqual({ users: [{ uid }] })
    expect(await ask('/check_user_exists', { mobile })).toEqual({ users: [{ uid }] })
    expect(await ask('/check_user_exists', { email: 'nobody@example.org' })).toEqual({ users: [] })
    expect(await ask('/validate_referrer', { referralId })).toEqual({ uid })
    expect(await ask('/validate_referrer', { referralId: 'nobody1000' })).toEqual({})
  })
})
