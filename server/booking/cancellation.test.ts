import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { paidByCustomer } from '@remis/domain/booking/payment-packet'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ageBooking,
  balanceOf,
  bookWith,
  credit,
  driveToDrop,
  emptyStreets,
  prepaidFor,
  quoteWith,
  walletOf,
} from '../testing/money.ts'
import { stayAtPickup } from '../testing/move-back.ts'
import { comeTo, drives, cityFor, keyOf, pickup, tripCodeOf, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(() => emptyStreets(city))

/** 220 m north of the pickup, half as far as the drivers were at the acceptance. */
const nearer = { lat: pickup.lat + 0.002, lng: pickup.lng }

/** Comfort has a fee of 80 from five minutes after the acceptance; the driver has come nearer since. */
const accepted = async (mode: 'cash' | 'wallet' = 'cash', money = 0) => {
  const [rider, driver] = [await city.person('rider'), await city.driver({ carType: city.comfort })]
  if (money > 0) await credit(db, rider, money)
  const booking = await bookWith(rider, await quoteWith(rider, city.comfort), mode)
  await drives(driver, booking.id).accept()
  await comeTo(driver, nearer)
  return { rider, driver, id: booking.id, estimate: booking.estimate ?? 0 }
}
const cancellationFor = (who: TestActor, id: string) => who.call(endingsApi.cancellation, { params: { id } })
const cancel = (who: TestActor, id: string, more: object = {}) =>
  who
    .call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason, ...more } })
    .then(({ booking }) => booking)
const busy = async ({ id }: TestActor) =>
  (await db.request.selectFrom('users').select('queue').where('id', '=', id).executeTakeFirstOrThrow()).queue
const getBooking = async (who: TestActor, id: string) => (await who.call(bookingsApi.get, { params: { id } })).booking
const owedBy = async (who: TestActor) => (await walletOf(who)).owed.total
const pendingFor = async (who: TestActor) => (await walletOf(who)).pending.total
const noticesOf = async ({ id }: TestActor) =>
  (await db.request.selectFrom('notices').select('message').where('user_id', '=', id).execute()).map((n) => n.message)

describe('the fee is shown before it is charged [design/money-21]', () => {
  it('is 0 before acceptance, then what the slabs say, with the next rise [fare-20]', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver({ carType: city.comfort })
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    expect(await cancellationFor(rider, id)).toMatchObject({ fee: 0, rises: null, noShow: null, currency: 'UYU' })
    expect((await cancellationFor(rider, id)).reasons[0]).toEqual({
      id: city.reason,
      label: 'Changed my mind',
      value: 0,
    })
    await drives(driver, id).accept()
    const { acceptedAt } = await getBooking(rider, id)
    expect(await cancellationFor(rider, id)).toMatchObject({
      fee: 0,
      rises: { at: (acceptedAt ?? 0) + 300_000, fee: 80 },
    })
    await ageBooking(db, id, 5)
    // not before the driver has come nearer [design/moves-73]
    const free = { because: 'not-nearer', otherwise: 80 }
    expect(await cancellationFor(rider, id)).toMatchObject({ fee: 0, free, rises: null })
    await comeTo(driver, nearer)
    expect(await cancellationFor(rider, id)).toMatchObject({ fee: 80, free: null, rises: null })
    // Only the rider pays the fee: driver and admin cancel free.
    for (const other of [driver, admin]) expect(await cancellationFor(other, id)).toMatchObject({ fee: 0, rises: null })
    expect(await keyOf(cancellationFor(await city.person('rider'), id))).toBe('not_found')
    expect(await keyOf(cancellationFor(await city.driver(), id))).toBe('not_found')
    await drives(driver, id).arriveThere()
    // the rider can no longer cancel, and reads what a no-show costs and from when
    const { arrivalConfirmedAt } = await getBooking(rider, id)
    const since = arrivalConfirmedAt ?? 0
    const noShow = { since, from: since + 300_000, fee: 80 }
    expect(await cancellationFor(rider, id)).toEqual({
      fee: 0,
      free: null,
      currency: 'UYU',
      rises: null,
      noShow,
      reasons: [],
    })
    expect(await cancellationFor(driver, id)).toMatchObject({ noShow })
    expect(await keyOf(cancel(rider, id))).toBe('booking_moved_on')
    expect(await keyOf(cancellationFor(admin, id))).toBe('booking_moved_on')
    await stayAtPickup(city, { driver, id }, 1)
    const { noShow: later } = await cancellationFor(rider, id)
    expect(later?.since).toBeLessThan(since - 55_000)
  })

  it('answers the new fee when it rose since it was shown; charges the agreed one', async () => {
    const { rider, driver, id } = await accepted()
    await ageBooking(db, id, 6)
    expect(await keyOf(cancel(rider, id, { fee: 0 }))).toBe('cancellation_fee_changed')
    expect((await getBooking(rider, id)).status).toBe('ACCEPTED')
    expect(await cancel(rider, id, { fee: 80 })).toMatchObject({
      status: 'CANCELLED',
      reason: 'Changed my mind',
      cancelledBy: 'rider',
      customer_paid: 80,
      payableAmount: 0,
    })
    expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([0, 0, false])
    expect([await owedBy(rider), await pendingFor(driver)]).toEqual([80, 80])
    expect(await noticesOf(driver)).toContain('notice_cancelled_driver_fee_pending')
    expect(await noticesOf(rider)).toContain('notice_you_cancelled_fee')
  })

  it('charges nothing within the free minutes and before acceptance', async () => {
    const { rider, driver, id } = await accepted()
    await cancel(rider, id, { fee: 0 })
    expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([0, 0, false])
  })
})

describe('where the fee comes from [design/money-20]', () => {
  it('takes the hold first and returns the rest', async () => {
    const { rider, driver, id } = await accepted('wallet', 1000)
    await ageBooking(db, id, 6)
    expect(await cancel(rider, id)).toMatchObject({ usedWalletMoney: 80, customer_paid: 80 })
    expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual([920_00, 80_00])
    expect(await prepaidFor(db, id)).toBe(0)
  })

  it('takes the wallet down to zero; the rest is owed, pending for the driver, and paid by the next credits', async () => {
    const { rider, driver, id } = await accepted()
    await credit(db, rider, 30)
    await ageBooking(db, id, 6)
    await cancel(rider, id)
    expect(await walletOf(rider)).toMatchObject({
      balance: 0,
      owed: { total: 50, rows: [{ reason: 'cancellation-fee', rest: 50, bookingId: id }] },
      may: { pay: false },
    })
    expect(await walletOf(driver)).toMatchObject({ balance: 30, pending: { total: 50, rows: [{ bookingId: id }] } })
    expect(await getBooking(rider, id)).toMatchObject({ customer_paid: 80, feeOwed: 50, writtenOff: 0 })
    await credit(db, rider, 49)
    expect([await balanceOf(db, rider), await owedBy(rider), await balanceOf(db, driver)]).toEqual([0, 1, 79_00])
    await credit(db, rider, 10)
    expect([await balanceOf(db, rider), await owedBy(rider)]).toEqual([9_00, 0])
    expect([await balanceOf(db, driver), await pendingFor(driver)]).toEqual([80_00, 0])
    expect(await walletOf(rider)).toMatchObject({ may: { pay: true } })
    expect(await getBooking(rider, id)).toMatchObject({ customer_paid: 80, feeOwed: 0, writtenOff: 0 })
  })

  it('what is owed of it or was written off is not in the list as paid [design/money-81]', async () => {
    const { rider, driver, id } = await accepted()
    await credit(db, rider, 30)
    await ageBooking(db, id, 6)
    expect(await cancel(rider, id)).toMatchObject({ customer_paid: 80, feeOwed: 50 })
    const listed = async (who: TestActor) =>
      (await who.call(bookingsApi.list, { query: {} })).rows.filter((row) => row.id === id).map(paidByCustomer)
    expect([await listed(rider), await listed(driver), await listed(admin)]).toEqual([[30], [30], [30]])
    const { rows } = await admin.call(debtsApi.list, { query: {} })
    const debt = rows.find((row) => row.rider === rider.id)!
    await admin.call(debtsApi.writeOff, { params: { id: debt.id }, body: { reason: 'Does not answer' } })
    expect(await getBooking(driver, id)).toMatchObject({ customer_paid: 80, feeOwed: 0, writtenOff: 50 })
    expect(await listed(admin)).toEqual([30])
  })

  it('guaranteed: the driver is paid at once, and reads so, and the platform waits [design/money-111]', async () => {
    const set = (guaranteeCancelFee: boolean) =>
      admin.call(settingsApi.change, { body: { settings: { guaranteeCancelFee } } })
    const { rider, driver, id } = await accepted()
    await ageBooking(db, id, 6)
    await set(true)
    await cancel(rider, id)
    await set(false)
    expect([await balanceOf(db, driver), await pendingFor(driver), await owedBy(rider)]).toEqual([80_00, 0, 80])
    const owed = await Promise.all([driver, rider, admin].map(async (who) => (await getBooking(who, id)).feeOwed))
    expect(owed).toEqual([0, 80, 80])
    await credit(db, rider, 100)
    expect([await balanceOf(db, driver), await balanceOf(db, rider), await owedBy(rider)]).toEqual([80_00, 20_00, 0])
  })

  it('a rider with a debt cannot book, not even for cash: payment_due names the debt [design/money-22]', async () => {
    const { rider, id } = await accepted()
    await ageBooking(db, id, 6)
    await cancel(rider, id)
    const quote = await quoteWith(rider, city.comfort)
    const refused = await bookWith(rider, quote, 'cash').catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 409, key: 'payment_due', extra: { due: { owed: 80, bookings: [] } } })
    await credit(db, rider, 80)
    expect(await bookWith(rider, quote, 'cash')).toMatchObject({ status: 'NEW' })
  })

  it('is at most what the ride costs, G − D', async () => {
    const { rider, driver, id, estimate } = await accepted()
    await db.request
      .updateTable('bookings')
      .set({ tariff: JSON.stringify({ ...(await tariffOf(id)), cancelSlab: [{ minsDelayed: 0, amount: 99_999 }] }) })
      .where('id', '=', id)
      .execute()
    expect((await cancellationFor(rider, id)).fee).toBe(estimate)
    await cancel(rider, id)
    expect(await pendingFor(driver)).toBe(estimate)
  })
})

const tariffOf = async (id: string) =>
  (await db.request.selectFrom('bookings').select('tariff').where('id', '=', id).executeTakeFirstOrThrow())
    .tariff as object

describe('the driver’s cancel and the no-show [design/moves-35]', () => {
  it('charges nothing when the driver cancels, before and after arriving; the driver is free [booking-19] [booking-20] [dispatch-4] [design/money-17]', async () => {
    for (const arrive of [false, true]) {
      const { rider, driver, id } = await accepted()
      await ageBooking(db, id, 30)
      if (arrive) await drives(driver, id).arrive()
      expect(await cancel(driver, id)).toMatchObject({
        status: 'CANCELLED',
        reason: 'Changed my mind',
        cancelledBy: 'driver',
      })
      expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([0, 0, false])
      expect(await noticesOf(rider)).toContain('notice_rebooked')
    }
  })

  it('charges the no-show fee from five minutes after the arrival, counted from there [booking-20] [design/money-19]', async () => {
    const { rider, driver, id } = await accepted()
    await ageBooking(db, id, 30)
    expect(await keyOf(cancel(driver, id, { noShow: true }))).toBe('no_show_too_early')
    await drives(driver, id).arriveThere()
    const { noShow } = await cancellationFor(driver, id)
    const { arrivalConfirmedAt } = await getBooking(driver, id)
    expect(noShow).toEqual({ since: arrivalConfirmedAt, from: (arrivalConfirmedAt ?? 0) + 300_000, fee: 80 })
    await stayAtPickup(city, { driver, id }, 4.9)
    expect(await keyOf(cancel(driver, id, { noShow: true }))).toBe('no_show_too_early')
    await stayAtPickup(city, { driver, id }, 0.2)
    expect(await cancel(driver, id, { noShow: true })).toMatchObject({ status: 'CANCELLED', cancelledBy: 'driver' })
    expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([0, 0, false])
    expect([await owedBy(rider), await pendingFor(driver)]).toEqual([80, 80])
    expect(await noticesOf(rider)).toContain('notice_no_show_owed')
    const event = await db.request
      .selectFrom('booking_events')
      .select('data')
      .where('booking_id', '=', id)
      .where('move', '=', 'cancel')
      .executeTakeFirstOrThrow()
    expect(event.data).toMatchObject({ noShow: true, fee: 80_00 })
  })

  it('accepts a no-show from the driver only', async () => {
    const { rider, id } = await accepted()
    expect(await keyOf(cancel(rider, id, { noShow: true }))).toBe('forbidden')
    expect(await keyOf(cancel(admin, id, { noShow: true }))).toBe('forbidden')
  })

  it('charges nothing when an admin cancels, frees the driver and notifies both sides [booking-19] [dispatch-4] [design/money-17]', async () => {
    const { rider, driver, id } = await accepted('wallet', 1000)
    await ageBooking(db, id, 30)
    expect(await cancel(admin, id)).toMatchObject({ reason: 'Changed my mind', cancelledBy: 'admin' })
    expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([1000_00, 0, false])
    for (const one of [rider, driver]) expect(await noticesOf(one)).toContain('notice_cancelled_office')
  })

  it('cancel/cancel by rider and driver: one of them decides the fee', async () => {
    for (let round = 0; round < 4; round++) {
      const { rider, driver, id } = await accepted()
      await ageBooking(db, id, 6)
      const keys = await Promise.all([keyOf(cancel(rider, id)), keyOf(cancel(driver, id))])
      expect(keys.toSorted()).toEqual(['booking_moved_on', 'ok'])
      expect(await pendingFor(driver)).toBe(keys[0] === 'ok' ? 80 : 0)
      expect(await busy(driver)).toBe(false)
    }
  })
})

const abort = (who: TestActor, id: string, fare: number | null, reason = 'The car broke down') =>
  who.call(endingsApi.abort, { params: { id }, body: { reason, fare } }).then(({ booking }) => booking)
const writeOff = (who: TestActor, id: string, reason = 'Cannot be reached') =>
  who.call(endingsApi.writeOff, { params: { id }, body: { reason } }).then(({ booking }) => booking)
const auditOf = (id: string) =>
  db.request.selectFrom('audit_log').selectAll().where('subject', '=', `booking:${id}`).execute()
const started = async (mode: 'cash' | 'wallet' = 'cash', money = 0) => {
  const trip = await accepted(mode, money)
  const drive = drives(trip.driver, trip.id)
  await drive.arrive()
  await drive.start(await tripCodeOf(trip.rider, trip.id))
  return { ...trip, drive }
}

describe('abort leaves no busy driver and no hold [design/moves-37]', () => {
  it('without a fare: CANCELLED, the hold is returned, audited', async () => {
    const { rider, driver, id } = await started('wallet', 1000)
    expect(await keyOf(abort(admin, id, null, ' '))).toBe('cancel_reason_missing')
    for (const other of [rider, driver]) expect(await keyOf(abort(other, id, null))).toBe('forbidden')
    expect(await abort(admin, id, null)).toMatchObject({ status: 'CANCELLED', reason: 'The car broke down' })
    expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([1000_00, 0, false])
    expect(await prepaidFor(db, id)).toBe(0)
    const audit = await auditOf(id)
    expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([['booking.abort', admin.id]])
  })

  it('with a part of the fare: the hold covers it and the surplus is returned', async () => {
    const { rider, driver, id } = await started('wallet', 1000)
    const booking = await abort(admin, id, 60)
    expect(booking).toMatchObject({ status: 'PAID', trip_cost: 60, convenience_fees: 9, driver_share: 51 })
    expect([await balanceOf(db, rider), await balanceOf(db, driver), await busy(driver)]).toEqual([
      940_00,
      51_00,
      false,
    ])
    expect(await prepaidFor(db, id)).toBe(0)
  })

  it('with a part of the fare in cash: PENDING, the driver is free; from ARRIVED and REACHED too', async () => {
    const trip = await started()
    expect(await keyOf(abort(admin, trip.id, trip.estimate + 1))).toBe('invalid_input')
    expect(await keyOf(abort(admin, trip.id, -1))).toBe('invalid_input')
    // amounts of this city have no decimals, though its currency has two
    for (const fare of [10.001, 10.5]) expect(await keyOf(abort(admin, trip.id, fare))).toBe('invalid_input')
    expect(await abort(admin, trip.id, 60)).toMatchObject({ status: 'PENDING', payableAmount: 60 })
    expect(await busy(trip.driver)).toBe(false)
    expect(await keyOf(trip.drive.reach())).toBe('booking_moved_on')
    expect((await trip.drive.receiveCash()).booking).toMatchObject({ status: 'PAID', cashPaymentAmount: 60 })

    const atDoor = await accepted()
    await drives(atDoor.driver, atDoor.id).arrive()
    expect(await abort(admin, atDoor.id, 30)).toMatchObject({ status: 'PENDING', payableAmount: 30 })
    const atDrop = await started()
    await atDrop.drive.reach()
    expect(await abort(admin, atDrop.id, null)).toMatchObject({ status: 'CANCELLED', payableAmount: 0 })
    expect([await busy(atDoor.driver), await busy(atDrop.driver)]).toEqual([false, false])
  })

  it('of a version that has moved on ends nothing [design/moves-121]', async () => {
    const { id, drive } = await started()
    const { version } = await getBooking(admin, id)
    await drive.reach()
    const slow = (body: object) =>
      keyOf(
        admin.call(endingsApi.abort, { params: { id }, body: { reason: 'The car broke down', fare: null, ...body } }),
      )
    expect(await slow({ version })).toBe('booking_moved_on')
    const now = await getBooking(admin, id)
    expect(now.status).toBe('REACHED')
    expect(await slow({ version: now.version })).toBe('ok')
  })

  it('abort/reach: one of them ends the trip', async () => {
    const { driver, id, drive } = await started()
    const keys = await Promise.all([keyOf(abort(admin, id, null)), keyOf(drive.reach())])
    // Abort after reach is allowed, reach after abort is not.
    expect(keys[0]).toBe('ok')
    expect((await getBooking(admin, id)).status).toBe('CANCELLED')
    expect(await busy(driver)).toBe(false)
  })
})

describe('write-off [design/moves-31]', () => {
  it('PENDING becomes PAID: the rest is bad debt, the driver is paid, audited; once', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver({ carType: city.comfort })]
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    const reached = await driveToDrop(rider, driver, id)
    expect(await keyOf(writeOff(admin, id))).toBe('booking_moved_on')
    await drives(driver, id).notPaid()
    expect(await keyOf(writeOff(admin, id, ''))).toBe('cancel_reason_missing')
    expect(await keyOf(writeOff(driver, id))).toBe('forbidden')
    const keys = await Promise.all([keyOf(writeOff(admin, id)), keyOf(writeOff(admin, id))])
    expect(keys.toSorted()).toEqual(['booking_moved_on', 'ok'])
    expect(await getBooking(admin, id)).toMatchObject({ status: 'PAID', payableAmount: 0, cashPaymentAmount: 0 })
    expect(await balanceOf(db, driver)).toBe((reached.driver_share ?? 0) * 100)
    expect(await balanceOf(db, rider)).toBe(0)
    const debt = await db.request
      .selectFrom('ledger_entries')
      .select('amount')
      .where('account', '=', 'bad-debt')
      .execute()
    expect(debt).toEqual([{ amount: -(reached.trip_cost ?? 0) * 100 }])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['booking.write-off'])
  })
})
