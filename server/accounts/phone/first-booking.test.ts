import { bookingsApi } from '@remis/domain/booking/booking-api'
import { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { answerOf } from '../human-check/answer-fixture.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { keyOf, openCity, type City, type TestActor } from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let rider: TestActor
let people = 0

beforeAll(async () => {
  city = await openCity(database)
  await city.driver()
})
beforeEach(async () => {
  await city.server.app.settings.change({ phoneBeforeFirstBooking: true }, null)
  await db.request.deleteFrom('rate_counters').execute()
  await db.request.deleteFrom('mail_queue').execute()
  rider = await city.person('rider')
  const mobile = `+5989412300${people++}`
  await db.request.updateTable('users').set({ mobile, mobile_verified_at: null }).where('id', '=', rider.id).execute()
})

const send = async (who = rider) => {
  const check = answerOf(await who.call(phoneApi.humanCheck, { body: {} }))
  return who.call(phoneApi.sendOwnCode, { body: { check } })
}
const lastCode = async (): Promise<string> => {
  const sent = db.request.selectFrom('mail_queue').select('secrets').orderBy('queued_at', 'desc')
  const { secrets } = await sent.executeTakeFirstOrThrow()
  return (mailBox(city.server.app).open({ sealed: secrets ?? '' }) as { code: string }).code
}
const confirm = (verificationId: string, otp: string, who = rider) =>
  keyOf(who.call(phoneApi.confirmOwnPhone, { body: { verificationId, otp } }))
const book = () => keyOf(city.book(rider))
const bookings = async () =>
  (await rider.call(bookingsApi.list, { query: {} })).rows.filter(({ status }) => status === 'NEW').length

describe('a phone code before the first booking [design/accounts-96]', () => {
  it('refuses the first booking until the code was entered; a wrong one changes nothing', async () => {
    expect(await book()).toBe('phone_code_needed')
    expect(await bookings()).toBe(0)
    const { verificationId, mobile } = await send()
    expect(mobile).toMatch(/^\+5989412300/)
    const code = await lastCode()
    expect(await confirm(verificationId, code === '999999' ? '100000' : '999999')).toBe('phone_code_wrong')
    expect(await confirm(verificationId, '12')).toBe('otp_validate_error')
    expect(await book()).toBe('phone_code_needed')
    expect(await confirm(verificationId, code)).toBe('ok')
    expect(await book()).not.toBe('phone_code_needed')
    expect(await confirm(verificationId, code), 'once').toBe('phone_code_wrong')
  })

  it('a code does not work for another person, or for a number that changed', async () => {
    const { verificationId } = await send()
    const code = await lastCode()
    expect(await confirm(verificationId, code, await city.person('rider'))).toBe('phone_code_wrong')
    await sql`update users set mobile = '+59894999999' where id = ${rider.id}`.execute(db.request)
    expect(await confirm(verificationId, code)).toBe('phone_code_wrong')
    expect(await book()).toBe('phone_code_needed')
  })

  it('is off by default, and does not ask a rider with an earlier booking', async () => {
    await city.server.app.settings.change({ phoneBeforeFirstBooking: false }, null)
    expect(await book()).not.toBe('phone_code_needed')
    const before = await db.request.selectFrom('bookings').select('id').where('customer', '=', rider.id).execute()
    if (before.length === 0) throw new Error('the test needs a first booking')
    await city.server.app.settings.change({ phoneBeforeFirstBooking: true }, null)
    expect(await book()).not.toBe('phone_code_needed')
  })

  it('a rider without a phone number is asked for one', async () => {
    await sql`update users set mobile = null where id = ${rider.id}`.execute(db.request)
    expect(await book()).toBe('phone_code_needed')
    expect(await keyOf(send())).toBe('mobile_no_blank_error')
  })
})
