import { databaseFor } from '@remis/server/testing/test-database'
import { answerOf } from '@remis/server/accounts/human-check/answer-fixture'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, type Doors } from './doors.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let doors: Doors
beforeAll(async () => {
  doors = await openDoors(database)
  await doors.server.app.settings.change({ MobileLoginEnabled: true }, null)
})

let addresses = 0
/** A new network for every call: the limits of an address do not help. */
const anywhere = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`

const begin = async (mobile: string) => {
  const address = anywhere()
  const asked = await doors.send('POST', '/api/human-checks', {}, { address })
  const check = answerOf(JSON.parse(asked.text) as { question: string; bits: number })
  const answer = await doors.send('POST', '/api/sessions/phone/begin', { mobile, check }, { address })
  if (answer.status !== 200) return undefined
  const { verificationId } = JSON.parse(answer.text) as { verificationId: string }
  return { verificationId, device: answer.cookies.find(({ name }) => name === 'remis-device')?.value ?? '' }
}

/** All counters are this much older. */
const pass = (minutes: number) =>
  sql`update rate_counters set window_start = window_start - ${minutes} * interval '1 minute'`.execute(db.request)

describe('brute force of codes by SMS [design/accounts-91]', () => {
  it('a day of guesses from any number of addresses at one account are at most 50 of 900,000 codes', async () => {
    const { uid } = await doors.signUp({ mobile: '+59899123123' })
    let sent = 0
    for (let quarter = 0; quarter < 95; quarter++) {
      for (let more = true; more;) {
        const begun = await begin('+59899123123')
        more = begun !== undefined
        if (begun === undefined) continue
        sent++
        const guesses = Array.from({ length: 8 }, (_, n) => {
          const otp = String(100_000 + sent * 8 + n)
          const headers = { cookie: `remis-device=${begun.device}` }
          const body = { verificationId: begun.verificationId, otp }
          return doors.send('POST', '/api/sessions/phone', body, { address: anywhere(), headers })
        })
        for (const guess of await Promise.all(guesses))
          expect(guess).toMatchObject({ status: 422, key: 'phone_code_wrong' })
      }
      await pass(15)
    }
    expect(sent).toBe(10)
    const { rows } = await sql<{ tries: number }>`
      select sum(tries)::int as tries from one_time_codes where user_id = ${uid} and purpose = 'sign-in'`.execute(
      db.request,
    )
    expect(rows[0]?.tries).toBe(50)
  })
})
