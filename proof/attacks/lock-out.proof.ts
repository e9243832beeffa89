import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDoors, tokenOf, type Answer, type Doors, type With } from '../sessions/doors.ts'

/**
 * A stranger with thousands of addresses guesses at one account all day. The owner still gets in, and the stranger gets
 * a bounded number of guesses [design/accounts-60].
 */
const database = await databaseFor(import.meta.url)
const { db } = database
let doors: Doors
let owner: { email: string; password: string; uid: string }
let device: string
beforeAll(async () => {
  const many = { max: 1e9, windowSeconds: 60 }
  const floods = { 'sign-in': many }
  doors = await openDoors(database, { limits: { guards: { signInPerAddress: many }, floods } })
  owner = await doors.signUp()
  const first = await doors.signIn(owner, { address: '198.51.100.10' })
  device = first.cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
})
beforeEach(() => db.request.deleteFrom('guess_delays').execute())

let strangers = 0
/** An address that has not been seen, with another /24 each time. */
const newAddress = () => `${11 + (++strangers % 89)}.${Math.floor(strangers / 89) % 250}.${strangers % 250}.7`
const guess = (more: With = { address: newAddress() }, email = owner.email) =>
  doors.signIn({ email, password: `wrong-${strangers}` }, more)
/** Lets this much time pass for the counters. */
const wait = (seconds: number) =>
  sql`update guess_delays set last_at = last_at - ${seconds} * interval '1 second'`.execute(db.request)

/** Wrong passwords that are checked within a day, when each try waits for its Retry-After. */
const guessesInADay = async (attempt: () => Promise<Answer>): Promise<number> => {
  let [guesses, left] = [0, 86_400]
  while (left > 0) {
    const answer = await attempt()
    if (answer.status !== 429) {
      expect(answer.key).toBe('login_error')
      guesses++
      continue
    }
    const seconds = Number(answer.headers['retry-after'])
    left -= seconds
    await wait(seconds)
  }
  return guesses
}

describe('guessing at one account stays bounded', () => {
  it('121 wrong passwords a day from any number of addresses [design/accounts-60]', async () => {
    const guesses = await guessesInADay(() => guess())
    expect(guesses).toBeGreaterThan(100)
    expect(guesses).toBeLessThanOrEqual(122)
  })

  it('107 a day from the network of the owner, and in the owner’s browser', async () => {
    const near = () => guess({ address: '198.51.100.99' })
    expect(await guessesInADay(near)).toBeLessThanOrEqual(107)
    await db.request.deleteFrom('guess_delays').execute()
    const inside = () => guess({ address: newAddress(), headers: { cookie: `remis-device=${device}` } })
    expect(await guessesInADay(inside)).toBeLessThanOrEqual(107)
  })

  it('other spellings of the email are the same account, in upper case and with letters that lower-case differently [design/accounts-9] [design/accounts-14]', async () => {
    const spelled = [owner.email.toUpperCase(), owner.email.replace('example', 'exampl\u0065'), ` ${owner.email} `]
    for (let n = 0; n < 20; n++) expect((await guess(undefined, spelled[n % 3])).key).toBe('login_error')
    for (const email of [...spelled, owner.email])
      for (let n = 0; n < 2; n++)
        expect((await guess(undefined, email)).status).toBe(n === 0 && email === spelled[0] ? 401 : 429)
    // U+0130 lower-cases to an i in some databases: such an address is no address.
    const turkish = await doors.signUp({ email: 'iris.one@example.org' })
    expect((await guess(undefined, turkish.email.replace('i', 'İ'))).key).toBe('login_validate_error')
  })
})

describe('a stranger cannot keep the owner out', () => {
  const attack = async () => {
    for (let n = 0; n < 40; n++) await guess()
    expect((await guess()).status).toBe(429)
  }

  it('in a browser that signed in before, from anywhere', async () => {
    await attack()
    const answer = await doors.signIn(owner, { address: newAddress(), headers: { cookie: `remis-device=${device}` } })
    expect(answer.status).toBe(200)
  })

  it('in another browser, in a network of an earlier sign-in', async () => {
    await attack()
    const answer = await doors.signIn(owner, { address: '198.51.100.77' })
    expect(answer.status).toBe(200)
    const current = await doors.send('GET', '/api/sessions/current', undefined, { token: tokenOf(answer) })
    expect(current.status).toBe(200)
  })

  it('with a session that is open: its password is still asked and taken', async () => {
    const token = tokenOf(await doors.signIn(owner, { address: '198.51.100.10' }))
    await attack()
    const { status } = await doors.send(
      'POST',
      '/api/sessions/current/confirm',
      { password: owner.password },
      { token },
    )
    expect(status).toBe(200)
  })

  it('a device token of another account, an invented one and none are all unknown', async () => {
    const other = await doors.signUp()
    const theirs = (await doors.signIn(other)).cookies.find(({ name }) => name === 'remis-device')?.value
    await attack()
    for (const token of [theirs, 'A'.repeat(43), ''])
      expect((await guess({ address: newAddress(), headers: { cookie: `remis-device=${token}` } })).status).toBe(429)
  })
})
