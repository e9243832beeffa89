import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi, type SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { kmPerMile } from '@remis/domain/kit/distance'
import { ridersApi } from '@remis/domain/people/riders-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { newForm } from '../../accounts/accounts-fixture.ts'
import { ageBooking, balanceOf, bookWith, credit, quoteWith, walletOf } from '../../testing/money.ts'
import { cityFor, comeTo, drives, keyOf, pickup, tripCodeOf, type TestActor } from '../../testing/test-city.ts'

/**
 * What each setting does in a running server: changed by an admin over the API, effective at the next call. The table
 * of docs/product/settings.md names the test of each toggle. Of a setting that acts in the browser, or whose effect
 * another file tests, a test here shows only that pages get its value.
 */
const { city, db } = await cityFor(import.meta.url)
let admin = await city.person('admin')
let rider: TestActor | undefined

beforeEach(async () => {
  rider = await city.person('rider')
  await sql`update users set driver_active_status = false where usertype = 'driver'`.execute(db.request)
})

const set = (settings: SettingsPatch) => admin.call(settingsApi.change, { body: { settings } })
const publicly = () => rider!.call(backofficeApi.settings, {})
/** North of the pickup by this straight line. */
const kmAway = (km: number) => ({ lat: pickup.lat + km / 111.195, lng: pickup.lng })
const takenBy = async (driver: TestActor): Promise<BookingView> => {
  const booking = await city.book(rider!)
  return (await drives(driver, booking.id).accept()).booking
}

describe('before there is any money', () => {
  it('code: prices are in the currency of the settings', async () => {
    await set({ code: 'CLP', decimal: 0 })
    expect(await city.quote(rider!)).toMatchObject({ currency: 'CLP' })
    await set({ code: 'UYU' })
    expect(await city.quote(rider!)).toMatchObject({ currency: 'UYU' })
  })

  it('decimal: amounts are rounded to it, half up', async () => {
    await set({ decimal: 2 })
    const exact = (await city.quote(rider!)).estimate
    expect(Number.isInteger(exact)).toBe(false)
    await set({ decimal: 0 })
    const whole = (await city.quote(rider!)).estimate
    expect(Number.isInteger(whole)).toBe(true)
    expect(Math.abs(exact - whole)).toBeLessThanOrEqual(0.5)
    expect((await publicly()).decimal).toBe(0)
  })
})

describe('on and off', () => {
  it('symbol and swipe_symbol: every page gets them (display: web/platform/format.test.ts)', async () => {
    for (const [symbol, swipe_symbol] of [
      ['€', true],
      ['$U', false],
    ] as const) {
      await set({ symbol, swipe_symbol })
      expect(await publicly()).toMatchObject({ symbol, swipe_symbol })
    }
  })

  it('CarHornRepeat: the driver’s page gets whether to repeat its horn', async () => {
    for (const CarHornRepeat of [true, false]) {
      await set({ CarHornRepeat })
      expect((await publicly()).CarHornRepeat).toBe(CarHornRepeat)
    }
  })

  it('adminTwoFactor: an admin without a second step may do nothing but set one up [design/accounts-69]', async () => {
    const other = await city.person('admin')
    await set({ adminTwoFactor: true })
    for (const call of [
      () => other.call(settingsApi.read, {}),
      () => other.call(bookingsApi.list, { query: {} }),
      () => other.call(settingsApi.change, { body: { settings: { adminTwoFactor: false } } }),
    ])
      expect(await keyOf(call())).toBe('two_factor_required')
    await expect(other.connect()).rejects.toThrow('two_factor_required')
    expect(await keyOf(other.call(accountsApi.current, {}))).toBe('ok')
    // what everyone may call: without it no page loads; the texts that admins edit are more than everyone gets
    expect(await keyOf(other.call(backofficeApi.settings, {}))).toBe('ok')
    expect(await keyOf(other.call(backofficeApi.offeredLanguages, {}))).toBe('ok')
    expect(await keyOf(other.call(backofficeApi.languages, {}))).toBe('two_factor_required')
    expect(await keyOf(rider!.call(bookingsApi.list, { query: {} }))).toBe('ok')
    await city.server.app.settings.change({ adminTwoFactor: false }, null)
    expect(await keyOf(other.call(settingsApi.read, {}))).toBe('ok')
  })

  it('otp_secure: a trip starts with the rider’s code, or without one', async () => {
    for (const otp_secure of [true, false]) {
      await set({ otp_secure })
      rider = await city.person('rider')
      const driver = await city.driver()
      const { id } = await takenBy(driver)
      await drives(driver, id).arrive()
      const code = await tripCodeOf(rider, id)
      expect(code).toMatch(otp_secure ? /^[1-9]\d{4}$/ : /^$/)
      const without = keyOf(driver.call(bookingsApi.start, { params: { id }, body: {} }))
      expect(await without).toBe(otp_secure ? 'trip_code_missing' : 'ok')
      if (otp_secure) expect(await keyOf(drives(driver, id).start(code))).toBe('ok')
    }
  })

  it('autoDispatch: a new booking is offered at once, or waits for an admin', async () => {
    for (const autoDispatch of [true, false]) {
      await set({ autoDispatch })
      rider = await city.person('rider')
      const driver = await city.driver()
      const booking = await city.book(rider)
      expect(booking.search?.state).toBe(autoDispatch ? 'searching' : 'waiting')
      const { rows } = await driver.call(dispatchApi.offers, {})
      expect(rows.some(({ bookingId }) => bookingId === booking.id)).toBe(autoDispatch)
    }
    await set({ autoDispatch: true })
  })

  it('driverRadius: a driver farther away is not found; empty is 10 [dispatch-3]', async () => {
    await city.driver({ at: kmAway(5) })
    const quote = await city.quote(rider!)
    await set({ driverRadius: 4 })
    expect(await keyOf(city.book(rider!, quote))).toBe('no_driver_found_alert_messege')
    await set({ driverRadius: '' })
    expect((await publicly()).driverRadius).toBe(10)
    expect(await keyOf(city.book(rider!, quote))).toBe('ok')
  })

  it('convert_to_mile: the radius is in miles and the rate per mile [fare-14]', async () => {
    await city.driver({ at: kmAway(12) })
    const perKm = await city.quote(rider!)
    expect(await keyOf(city.book(rider!, perKm))).toBe('no_driver_found_alert_messege')
    await set({ convert_to_mile: true })
    const perMile = await city.quote(rider!)
    // 28 per unit, 15 % fee, rounded once
    const saved = 28 * perKm.distance * (1 - 1 / kmPerMile) * 1.15
    expect(Math.abs(perKm.estimate - perMile.estimate - saved)).toBeLessThanOrEqual(1)
    expect(await keyOf(city.book(rider!, perMile))).toBe('ok')
    await set({ convert_to_mile: false })
    expect((await city.quote(rider!)).estimate).toBe(perKm.estimate)
  })

  it('negativeBalance off: a driver who owes the platform gets no offers, with a hint why', async () => {
    const driver = await city.driver()
    const { id } = await takenBy(driver)
    const drive = drives(driver, id)
    await drive.arrive()
    await driver.call(bookingsApi.start, { params: { id }, body: { otp: await tripCodeOf(rider!, id) } })
    await drive.reach()
    await drive.receiveCash()
    for (const negativeBalance of [false, true]) {
      await set({ negativeBalance })
      rider = await city.person('rider')
      expect(await keyOf(city.book(rider))).toBe(negativeBalance ? 'ok' : 'no_driver_found_alert_messege')
      expect((await driver.call(dispatchApi.day, {})).hint).toBe(negativeBalance ? null : 'negative-balance')
    }
  })
  it('driver_approval: a driver who signs up waits for the office, or drives at once', async () => {
    for (const driver_approval of [true, false]) {
      await set({ driver_approval })
      const { email, password, ...form } = newForm({ usertype: 'driver' })
      await rider!.call(accountsApi.signUp, { body: { regData: { email, password, ...form } } })
      expect(await keyOf(admin.call(accountsApi.signIn, { body: { email, password } }))).toBe(
        driver_approval ? 'require_approval' : 'ok',
      )
      // the sign-in has ended the session it was made with
      admin = await city.person('admin')
    }
  })

  it('email_verify: a new account signs in only after its email is confirmed', async () => {
    await sql`update users set email_verified_at = clock_timestamp() where id = ${admin.id}`.execute(db.request)
    for (const email_verify of [true, false]) {
      await set({ email_verify })
      const { email, password, ...form } = newForm()
      await rider!.call(accountsApi.signUp, { body: { regData: { email, password, ...form } } })
      rider = await city.person('rider')
      expect(await keyOf(rider.call(accountsApi.signIn, { body: { email, password } }))).toBe(
        email_verify ? 'email_verify_message' : 'ok',
      )
    }
  })

  it('AllowCountrySelection, FacebookLoginEnabled, MobileLoginEnabled: the sign-in page gets them [places-15]', async () => {
    for (const on of [true, false]) {
      const ways = { AllowCountrySelection: on, FacebookLoginEnabled: on, MobileLoginEnabled: on }
      await set(ways)
      expect(await publicly()).toMatchObject(ways)
    }
  })

  it('RiderWithDraw: a rider may withdraw, or not', async () => {
    await credit(db, rider!, 100)
    for (const RiderWithDraw of [false, true]) {
      await set({ RiderWithDraw })
      expect((await walletOf(rider!)).may.withdraw).toBe(RiderWithDraw)
      expect(await keyOf(rider!.call(withdrawalsApi.request, { body: { amount: 10 } }))).toBe(
        RiderWithDraw ? 'ok' : 'withdrawal_not_allowed',
      )
    }
  })

  it('bank_fields: a withdrawal needs bank details, or has none', async () => {
    const driver = await city.driver()
    await credit(db, driver, 100)
    for (const bank_fields of [true, false]) {
      await set({ bank_fields })
      expect(await keyOf(driver.call(withdrawalsApi.request, { body: { amount: 10 } }))).toBe(
        bank_fields ? 'bank_details_missing' : 'ok',
      )
      expect((await walletOf(driver)).bank === null).toBe(!bank_fields)
    }
  })

  it('rebookAfterDriverCancel: a driver’s cancel books the ride again, or ends it', async () => {
    for (const rebookAfterDriverCancel of [true, false]) {
      await set({ rebookAfterDriverCancel })
      rider = await city.person('rider')
      const driver = await city.driver()
      const { id } = await takenBy(driver)
      await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
      const { booking } = await rider.call(bookingsApi.get, { params: { id } })
      expect(booking).toMatchObject({
        status: 'CANCELLED',
        successor: rebookAfterDriverCancel ? expect.any(String) : null,
      })
    }
  })

  it('guaranteeCancelFee: the driver gets the fee at once, or when the rider has paid it', async () => {
    for (const guaranteeCancelFee of [true, false]) {
      await set({ guaranteeCancelFee })
      rider = await city.person('rider')
      const driver = await city.driver({ carType: city.comfort })
      const { id } = await bookWith(rider, await quoteWith(rider, city.comfort), 'cash')
      await drives(driver, id).accept()
      // a fee needs a driver coming nearer
      await comeTo(driver, kmAway(0.2))
      await ageBooking(db, id, 6)
      await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
      expect(await balanceOf(db, driver)).toBe(guaranteeCancelFee ? 80_00 : 0)
    }
  })

  it('dispatchPolicy: the soonest drivers are asked first, or all in reach', async () => {
    for (const dispatchPolicy of ['waves', 'all-at-once'] as const) {
      await set({ dispatchPolicy })
      await sql`update users set driver_active_status = false where usertype = 'driver'`.execute(db.request)
      for (const km of [0.3, 0.6, 0.9, 1.2, 1.5]) await city.driver({ at: kmAway(km) })
      const { id } = await city.book(await city.person('rider'))
      const { offers } = await admin.call(dispatchApi.ofBooking, { params: { id } })
      expect(offers).toHaveLength(dispatchPolicy === 'waves' ? 3 : 5)
    }
  })

  it('openBookings: the limit of open bookings of a rider', async () => {
    await city.driver()
    for (const [openBookings, key] of [
      [1, 'active_booking_limit'],
      [0, 'ok'],
    ] as const) {
      await set({ openBookings })
      rider = await city.person('rider')
      await city.book(rider)
      expect(await keyOf(city.book(rider))).toBe(key)
    }
  })

  it('minWithdrawal: a smaller withdrawal is refused, and the wallet has the minimum [design/money-29]', async () => {
    const driver = await city.driver()
    await credit(db, driver, 100)
    for (const minWithdrawal of [20, 0]) {
      await set({ minWithdrawal })
      expect((await driver.call(walletApi.read, {})).wallet.least).toBe(minWithdrawal)
      expect(await keyOf(driver.call(withdrawalsApi.request, { body: { amount: 10 } }))).toBe(
        minWithdrawal > 10 ? 'withdrawal_too_small' : 'ok',
      )
    }
  })

  it('AllowCriticalEditsAdmin: off is demo mode, which refuses saves and hides contacts', async () => {
    const found = async () => (await admin.call(ridersApi.list, { query: { search: rider!.name } })).rows[0]
    expect((await found())?.email).toContain('@')
    await set({ AllowCriticalEditsAdmin: false })
    expect(await keyOf(set({ AllowCriticalEditsAdmin: true }))).toBe('demo_mode')
    expect((await found())?.email).toBe('Hidden')
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    expect(await keyOf(set({ panic: '911' }))).toBe('ok')
  })
})
