import { bookingsApi } from '@remis/domain/booking/booking-api'
import { describe, expect, it } from 'vitest'
import { drives, cityFor, keyOf, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { drawTripCode } from './booking-codes.ts'

const { city, db } = await cityFor(import.meta.url)

const arrived = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  return { rider, driver, id, drive, code: await tripCodeOf(rider, id) }
}

const renew = (rider: TestActor, id: string) =>
  rider.call(bookingsApi.renewTripCode, { params: { id }, body: {} }).then(({ booking }) => booking)

/** A wrong code. */
const wrong = (code: string) => (code === '10000' ? '10001' : '10000')

const rowOf = (id: string) =>
  db.request.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the trip code [design/moves-20]', () => {
  it('is locked after five wrong tries, which survive their refusals; then the right one is refused too', async () => {
    const { rider, id, drive, code } = await arrived()
    for (let tries = 1; tries <= 5; tries++) {
      expect(await keyOf(drive.start(wrong(code)))).toBe('wrong_trip_code')
      expect(await rowOf(id)).toMatchObject({ code_tries: tries, version: 2, status: 'ARRIVED' })
    }
    expect(await keyOf(drive.start(code))).toBe('trip_code_locked')
    const audit = await db.request.selectFrom('audit_log').selectAll().where('subject', '=', `booking:${id}`).execute()
    expect(audit.map(({ action }) => action)).toEqual(Array.from({ length: 5 }, () => 'trip-code.wrong'))
    // the rider is notified of each wrong try, and of the lock [design/moves-77]
    const notices = await db.request
      .selectFrom('notices')
      .select(['message', 'params'])
      .where('user_id', '=', rider.id)
      .where('message', 'like', '%code%')
      .orderBy('id')
      .execute()
    expect(notices.map(({ message, params }) => [message, params])).toEqual([
      ...['4', '3', '2', '1'].map((left) => ['notice_wrong_code', { left }]),
      ['notice_code_locked', {}],
    ])

    const { booking: locked } = await rider.call(bookingsApi.get, { params: { id } })
    expect(locked.codeLocked).toBe(true)
    const renewed = await renew(rider, id)
    expect(renewed).toMatchObject({ status: 'ARRIVED', codeRenewalsLeft: 2, codeLocked: false, version: 3 })
    expect(renewed.otp).toMatch(/^\d{5}$/)
    expect((await drive.start(renewed.otp ?? '')).booking.status).toBe('STARTED')
  })

  it('counts at most five of many concurrent tries', async () => {
    const { id, drive, code } = await arrived()
    const keys = await Promise.all(Array.from({ length: 12 }, () => keyOf(drive.start(wrong(code)))))
    expect(keys.filter((key) => key === 'wrong_trip_code')).toHaveLength(5)
    expect(keys.filter((key) => key === 'trip_code_locked')).toHaveLength(7)
    expect((await rowOf(id)).code_tries).toBe(5)
  })

  it('is renewed at most three times', async () => {
    const { rider, id } = await arrived()
    for (const left of [2, 1, 0]) expect((await renew(rider, id)).codeRenewalsLeft).toBe(left)
    expect(await keyOf(renew(rider, id))).toBe('no_more_trip_codes')
  })

  it('is not needed with otp_secure off [design/moves-14]', async () => {
    await city.server.app.settings.change({ otp_secure: false }, null)
    const { drive, code, rider, id } = await arrived()
    await city.server.app.settings.change({ otp_secure: true }, null)
    expect(code).toBe('')
    expect(await keyOf(renew(rider, id))).toBe('booking_moved_on')
    const { booking } = await rider.call(bookingsApi.get, { params: { id } })
    expect(booking.codeNeeded).toBe(false)
    expect(await keyOf(drive.start(''))).toBe('ok')
  })

  it('is needed by the booking, not by the setting, and an empty code is no try [design/moves-76]', async () => {
    const { driver, drive, code, id } = await arrived()
    await city.server.app.settings.change({ otp_secure: false }, null)
    const { booking } = await driver.call(bookingsApi.get, { params: { id } })
    expect(booking.codeNeeded).toBe(true)
    for (const empty of ['', '  ']) expect(await keyOf(drive.start(empty))).toBe('trip_code_missing')
    expect(await keyOf(driver.call(bookingsApi.start, { params: { id }, body: {} }))).toBe('trip_code_missing')
    expect((await rowOf(id)).code_tries).toBe(0)
    await city.server.app.settings.change({ otp_secure: true }, null)
    expect(await keyOf(drive.start(code))).toBe('ok')
  })

  it('is shown to no one before ACCEPTED and never to a driver, in no answer, list or event', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const link = await driver.connect()
    const { id, otp } = await city.book(rider)
    expect(otp).toBeUndefined()
    const { otp: code } = await rowOf(id)
    const drive = drives(driver, id)
    const answers: unknown[] = [await drive.accept(), await drive.arrive()]
    answers.push(await driver.call(bookingsApi.get, { params: { id } }))
    answers.push(await driver.call(bookingsApi.list, { query: {} }))
    await link.until(() => link.events.filter(({ kind }) => kind === 'booking').length >= 2)
    // in quotes, because a time can contain five digits
    expect(JSON.stringify([answers, link.events])).not.toContain(`"${code}"`)
    expect(JSON.stringify(answers)).not.toContain('otp')
    expect(await tripCodeOf(rider, id)).toBe(code)
  })

  it('is drawn from 10000 to 99999 [design/moves-14]', async () => {
    const { code } = await arrived()
    expect(code).toMatch(/^[1-9]\d{4}$/)
    const codes = Array.from({ length: 2000 }, () => Number(drawTripCode()))
    expect(Math.min(...codes)).toBeGreaterThanOrEqual(10_000)
    expect(Math.max(...codes)).toBeLessThanOrEqual(99_999)
    expect(new Set(codes).size).toBeGreaterThan(1900)
  })
})
