import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { sql } from 'kysely'
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
import { drives, cityFor, keyOf, requestOn, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { expireBookings } from './sweeps/tidy-bookings.ts'

const { city, db } = await cityFor(import.meta.url)
beforeEach(() => emptyStreets(city))

const book = async (rider: TestActor, mode: 'cash' | 'wallet' = 'wallet') =>
  bookWith(rider, await quoteWith(rider, city.economy), mode)
const pay = (who: TestActor, id: string, payment_mode: 'cash' | 'wallet') =>
  keyOf(who.call(bookingsApi.pay, { params: { id }, body: { payment_mode } }))
const history = async (who: TestActor) => (await who.call(walletApi.history, { query: {} })).rows

describe('wallet mode [design/money-16]', () => {
  it('books nothing with too little money; with enough it holds the fare, outside every balance', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const quote = await quoteWith(rider, city.economy)
    await credit(db, rider, quote.payableAmount - 1)
    expect(await keyOf(bookWith(rider, quote, 'wallet'))).toBe('wallet_balance_low')
    expect(await balanceOf(db, rider)).toBe((quote.payableAmount - 1) * 100)
    await credit(db, rider, 1)
    const booking = await bookWith(rider, quote, 'wallet')
    expect(booking).toMatchObject({ usedWalletMoney: quote.payableAmount, payableAmount: 0, payment_mode: 'wallet' })
    expect(await walletOf(rider)).toMatchObject({ balance: 0, held: quote.payableAmount, currency: 'UYU' })
    expect(await keyOf(book(rider))).toBe('wallet_balance_low')

    const paid = await driveToDrop(rider, driver, booking.id)
    expect(paid).toMatchObject({ status: 'PAID', usedWalletMoney: paid.trip_cost, cashPaymentAmount: 0 })
    expect(await balanceOf(db, driver)).toBe((paid.driver_share ?? 0) * 100)
    expect(await balanceOf(db, rider)).toBe((quote.payableAmount - (paid.trip_cost ?? 0)) * 100)
    expect(await prepaidFor(db, booking.id)).toBe(0)
    expect(await walletOf(rider)).toMatchObject({ held: 0 })
    // type, amount, date, txRef, newest first [wallet-1], [design/money-28]
    const rows = await history(rider)
    expect(rows.filter(({ txRef }) => txRef === 'AdminCredit').map(({ type }) => type)).toEqual(['Credit', 'Credit'])
    expect(rows.find(({ kind }) => kind === 'hold')).toMatchObject({
      type: 'Debit',
      amount: quote.payableAmount,
      txRef: booking.id,
      bookingId: booking.id,
    })
    expect(await keyOf(drives(driver, booking.id).receiveCash())).toBe('booking_moved_on')
  })

  it('returns the surplus of a shorter trip in the settlement', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await credit(db, rider, 1000)
    const booking = await book(rider)
    const held = booking.usedWalletMoney ?? 0
    // Seconds instead of the minutes of the quote.
    const paid = await driveToDrop(rider, driver, booking.id)
    expect(paid.status).toBe('PAID')
    expect(paid.usedWalletMoney).toBe(paid.trip_cost)
    expect(await balanceOf(db, rider)).toBe((1000 - (paid.trip_cost ?? 0)) * 100)
    const surplus = held - (paid.trip_cost ?? 0)
    expect(surplus).toBeGreaterThan(0)
    const back = (await history(rider)).filter(({ kind }) => kind === 'settlement')
    expect(back.map(({ type, amount, txRef }) => [type, amount, txRef])).toEqual([['Credit', surplus, booking.id]])
  })

  it('returns the hold on cancel and on expiry [invariants-M16]', async () => {
    const rider = await city.person('rider')
    await city.driver()
    await credit(db, rider, 1000)
    const first = await book(rider)
    await rider.call(bookingsApi.cancel, { params: { id: first.id }, body: { reason: city.reason } })
    expect(await balanceOf(db, rider)).toBe(1000_00)
    const second = await book(rider)
    const { newExpiresMinutes } = city.server.app.config.limits.booking
    const long = new Date(Date.now() - (newExpiresMinutes + 1) * 60_000)
    await db.request.updateTable('bookings').set({ search_until: long }).where('id', '=', second.id).execute()
    await expireBookings(city.server.app)
    expect((await rider.call(bookingsApi.get, { params: { id: second.id } })).booking.status).toBe('CANCELLED')
    expect(await balanceOf(db, rider)).toBe(1000_00)
    for (const { id } of [first, second]) expect(await prepaidFor(db, id)).toBe(0)
  })

  it('refuses an admin’s booking from a rider’s wallet', async () => {
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    await city.driver()
    await credit(db, rider, 1000)
    const quote = await city.quote(rider)
    expect(await keyOf(admin.call(bookingsApi.create, { body: requestOn(quote) }))).toBe('quote_not_found')
    const body = { pickup: quote.pickup, drop: quote.drop, carType: city.economy, rider: rider.id }
    const adminQuote = (await admin.call(quotesApi.create, { body })).quote
    const request = { ...requestOn(adminQuote), paymentPacket: { payment_mode: 'wallet' as const } }
    expect(await keyOf(admin.call(bookingsApi.create, { body: request }))).toBe('payment_mode_unavailable')
    expect(await balanceOf(db, rider)).toBe(1000_00)
  })
})

it('a ride above its hold is paid from the wallet in the same settlement, and the driver gets the share [design/money-16]', async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  await credit(db, rider, 5000)
  const booking = await book(rider, 'wallet')
  const drive = drives(driver, booking.id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, booking.id))
  await ageBooking(db, booking.id, 60)
  await db.request
    .updateTable('bookings')
    .set({ start_time: sql`start_time - interval '1 hour'` })
    .where('id', '=', booking.id)
    .execute()
  const paid = (await drive.reach()).booking
  expect(paid.trip_cost).toBeGreaterThan(booking.estimate ?? 0)
  expect(paid).toMatchObject({ status: 'PAID', usedWalletMoney: paid.trip_cost, payableAmount: 0 })
  expect(await balanceOf(db, rider)).toBe(5000_00 - (paid.trip_cost ?? 0) * 100)
  expect(await balanceOf(db, driver)).toBe((paid.driver_share ?? 0) * 100)
})

describe('paying a PENDING booking from the wallet [design/moves-28]', () => {
  it('is for the rider only, in full, once; the driver gets the share', async () => {
    const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
    const booking = await book(rider, 'cash')
    const reached = await driveToDrop(rider, driver, booking.id)
    expect(await pay(rider, booking.id, 'wallet')).toBe('booking_moved_on')
    await drives(driver, booking.id).notPaid()
    const rest = reached.payableAmount ?? 0
    await credit(db, rider, rest - 1)
    expect(await pay(rider, booking.id, 'wallet')).toBe('wallet_balance_low')
    await credit(db, rider, 1)
    expect(await pay(rider, booking.id, 'cash')).toBe('payment_mode_unavailable')
    for (const other of [driver, admin]) expect(await pay(other, booking.id, 'wallet')).toBe('payment_mode_unavailable')
    expect(await pay(await city.person('rider'), booking.id, 'wallet')).toBe('not_found')
    const keys = await Promise.all([1, 2, 3, 4].map(() => pay(rider, booking.id, 'wallet')))
    expect(keys.toSorted()).toEqual(['booking_moved_on', 'booking_moved_on', 'booking_moved_on', 'ok'])
    const paid = (await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking
    expect(paid).toMatchObject({ status: 'PAID', payment_mode: 'wallet', usedWalletMoney: rest, payableAmount: 0 })
    expect(await balanceOf(db, rider)).toBe(0)
    expect(await balanceOf(db, driver)).toBe((reached.driver_share ?? 0) * 100)
    expect(await prepaidFor(db, booking.id)).toBe(0)
  })

  it('wallet and cash at once: one of them pays', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await book(rider, 'cash')
    const { trip_cost = 0 } = await driveToDrop(rider, driver, booking.id)
    await drives(driver, booking.id).notPaid()
    await credit(db, rider, trip_cost)
    const keys = await Promise.all([pay(rider, booking.id, 'wallet'), pay(driver, booking.id, 'cash')])
    expect(keys.toSorted()).toEqual(['booking_moved_on', 'ok'])
    expect(await balanceOf(db, rider)).toBe(keys[0] === 'ok' ? 0 : trip_cost * 100)
  })

  it('one balance pays one of two trips', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const owed = await book(rider, 'cash')
    const { trip_cost = 0 } = await driveToDrop(rider, driver, owed.id)
    await drives(driver, owed.id).notPaid()
    const quote = await quoteWith(rider, city.economy)
    await credit(db, rider, Math.max(trip_cost, quote.payableAmount))
    const keys = await Promise.all([pay(rider, owed.id, 'wallet'), keyOf(bookWith(rider, quote, 'wallet'))])
    expect([
      ['ok', 'payment_due'],
      ['ok', 'wallet_balance_low'],
    ]).toContainEqual(keys)
    expect(await balanceOf(db, rider)).toBeGreaterThanOrEqual(0)
  })
})

describe('the wallet calls', () => {
  it('say what the person may do, by role and settings', async () => {
    const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
    expect((await walletOf(rider)).may).toEqual({ topUp: true, withdraw: false, pay: true })
    expect((await walletOf(driver)).may).toEqual({ topUp: true, withdraw: true, pay: false })
    expect((await walletOf(admin)).may).toEqual({ topUp: false, withdraw: false, pay: false })
    expect(await walletOf(driver)).toMatchObject({ bank: null, balance: 0 })
  })

  it('page the history, each entry once, and refuse a forged cursor', async () => {
    const rider = await city.person('rider')
    for (const amount of [1, 2, 3, 4, 5]) await credit(db, rider, amount)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await rider.call(walletApi.history, { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
      expect(page.rows.length).toBeLessThanOrEqual(2)
      seen.push(...page.rows.map(({ amount }) => amount))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual([5, 4, 3, 2, 1])
    expect(await keyOf(rider.call(walletApi.history, { query: { cursor: '0; drop' } }))).toBe('invalid_input')
    expect(await history(await city.person('rider'))).toEqual([])
  })
})
