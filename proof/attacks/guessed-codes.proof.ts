import { appCode } from '@remis/server/testing/software-authenticator'
import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { openDoors, tokenOf, type Doors } from '../sessions/doors.ts'

/**
 * A stranger with the password guesses the six digits of the second step all day, from any number of addresses: 111
 * guesses, each with a chance of three in a million [design/accounts-169].
 */
const database = await databaseFor(import.meta.url)
const { db } = database
let doors: Doors
let owner: { email: string; password: string; uid: string }
let secret: string
beforeAll(async () => {
  const many = { max: 1e9, windowSeconds: 60 }
  doors = await openDoors(database, { limits: { guards: { signInPerAddress: many }, floods: { 'sign-in': many } } })
  owner = await doors.signUp()
  const token = tokenOf(await doors.signIn(owner, { address: '198.51.100.10' }))
  const begun = await doors.send('POST', '/api/account/authenticator/begin', {}, { token })
  const offer = JSON.parse(begun.text) as { secret: string; token: string }
  secret = offer.secret
  const body = { token: offer.token, code: appCode(secret, Date.now() - 30_000) }
  const added = await doors.send('POST', '/api/account/authenticator', body, { token })
  expect(added.status).toBe(200)
})

let strangers = 0
const newAddress = () => `${11 + (++strangers % 89)}.${Math.floor(strangers / 89) % 250}.${strangers % 250}.7`
const challengeFrom = async (address: string): Promise<string> => {
  const answer = await doors.signIn(owner, { address })
  expect(answer.key).toBe('two_factor_needed')
  return (JSON.parse(answer.text) as { challenge: string }).challenge
}

it('checks at most 111 codes a day, and the owner can still sign in from home [design/accounts-169]', async () => {
  const challenge = await challengeFrom(newAddress())
  let [guesses, left] = [0, 86_400]
  while (left > 0) {
    // Letters: no code is right by chance, and a recovery code is guessed at the same price.
    const body = { challenge, code: guesses % 2 === 0 ? 'wrong' : 'AAAAA-AAAAA' }
    const answer = await doors.send('POST', '/api/sessions/second-step', body, { address: newAddress() })
    if (answer.status === 429) {
      const seconds = Number(answer.headers['retry-after'])
      left -= seconds
      await sql`update guess_delays set last_at = last_at - ${seconds} * interval '1 second'`.execute(db.request)
    } else {
      expect(answer.key).toBe('second_step_wrong')
      guesses++
    }
  }
  expect(guesses).toBeGreaterThan(90)
  expect(guesses).toBeLessThanOrEqual(112)
  const home = '198.51.100.77'
  const body = { challenge: await challengeFrom(home), code: appCode(secret) }
  expect((await doors.send('POST', '/api/sessions/second-step', body, { address: home })).status).toBe(200)
})
