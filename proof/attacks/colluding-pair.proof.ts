import { bookingsApi } from '@remis/domain/booking/booking-api'
import { tripReviewApi } from '@remis/domain/booking/final-fare/trip-review-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { waitFor } from '@remis/server/testing/actors'
import {
  ageBooking,
  balanceOf,
  bookWith,
  credit,
  driveToDrop,
  emptyStreets,
  quoteWith,
  walletOf,
} from '@remis/server/testing/money'
import { moveBack } from '@remis/server/testing/move-back'
import {
  comeTo,
  drives,
  drop,
  keyOf,
  openCity,
  pickup,
  requestOn,
  tripCodeOf,
  type City,
  type TestActor,
} from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { findBroken } from '@remis/server/verify/verify'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

const database = await databaseFor(import.meta.url)
const { db } = database

const city = await openCity(database)

const flatPromo = (promo_name: string) => ({
  promo_name,
  promo_description: 'For everyone',
  promo_discount_type: 'flat' as const,
  promo_discount_value: 100,
  max_promo_discount_value: 100,
  min_order: 0,
  promo_validity: '2099-12-31',
  promo_usage_limit: 100,
})

/** A trip of six minutes with plausible positions; afterwards the driver is back at the pickup an hour later. */
const drivenTrip = async (city: City, rider: TestActor, driver: TestActor, promo?: string) => {
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy, promo))
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, id))
  await moveBack(city, id, 6)
  await comeTo(driver, drop)
  await drive.reach()
  await drive.receiveCash()
  await moveBack(city, id, 60)
  const last = city.server.app.lastPositions.get(driver.id)
  if (last !== undefined) city.server.app.lastPositions.put(driver.id, { ...last, at: last.at - 3_600_000 })
  await comeTo(driver, pickup)
  return id
}

const referralsHandled = ({ database: { db } }: City) =>
  waitFor(async () => {
    const last = await db.request.selectFrom('outbox').select('seq').orderBy('id', 'desc').executeTakeFirstOrThrow()
    const read = await db.request.selectFrom('stream_cursors').select('seq').where('name', '=', 'referrals').execute()
    return last.seq !== null && (read[0]?.seq ?? 0) >= last.seq
  })

it('a rider and a driver who work together withdraw nothing that the rider has not paid', async () => {
  await city.server.app.settings.change({ riderDebtLimit: 10_000 }, null)
  await emptyStreets(city)
  const [rider, driver] = [await city.person('rider'), await city.driver({ carType: city.comfort })]
  const { lastPositions } = city.server.app
  /** A minute after the last position, so that the distance between the two can be believed. */
  const drive = async (km: number) => {
    const last = lastPositions.get(driver.id)
    if (last !== undefined) lastPositions.put(driver.id, { ...last, at: last.at - 60_000 })
    await comeTo(driver, { lat: pickup.lat + km / 111.195, lng: pickup.lng })
  }
  const cancelLate = async () => {
    await drive(0.5)
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    await drives(driver, id).accept()
    // a fee is due only after the driver came nearer [design/moves-73]
    await drive(0)
    await ageBooking(db, id, 6)
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  }
  const withdraw = (amount: number) => keyOf(driver.call(withdrawalsApi.request, { body: { amount } }))

  for (let turn = 0; turn < 5; turn++) await cancelLate()
  expect(await walletOf(driver)).toMatchObject({ balance: 0, pending: { total: 400 } })
  expect(await walletOf(rider)).toMatchObject({ balance: 0, owed: { total: 400 } })
  for (const amount of [400, 80, 1]) expect(await withdraw(amount)).toBe('wallet_balance_low')

  // What the rider really pays is the driver's, and no more.
  await credit(db, rider, 100)
  expect(await withdraw(101)).toBe('wallet_balance_low')
  expect(await withdraw(100)).toBe('ok')
  expect(await balanceOf(db, driver)).toBe(0)

  // With the usual limit the rider pays first.
  await city.server.app.settings.change({ riderDebtLimit: 0 }, null)
  expect(await keyOf(bookWith(rider, await quoteWith(rider, city.comfort)))).toBe('payment_due')
  expect(await findBroken(db.lists)).toEqual([])
})

it('fake trips between the two, with promos and a referral, pay nothing out before the office has looked [design/privacy-20]', async () => {
  await emptyStreets(city)
  await city.server.app.settings.change({ bonus: 100 }, null)
  const [rider, driver, referrer] = [await city.person('rider'), await city.driver(), await city.person('driver')]
  const admin = await city.person('admin')
  await sql`update users set signup_via_referral = ${referrer.id} where id = ${rider.id}`.execute(db.request)
  const promos = ['RING-ONE', 'RING-TWO']
  for (const name of promos) await admin.call(promosApi.create, { body: flatPromo(name) })
  const withdraw = (who: typeof driver, amount: number) => keyOf(who.call(withdrawalsApi.request, { body: { amount } }))

  // The promo is the platform's money: the rider pays 38 of 138 in cash, the driver's wallet gets the rest of the
  // share.
  const trips: string[] = []
  for (const promo of promos) {
    const { id } = await bookWith(rider, await quoteWith(rider, city.economy, promo))
    const done = await driveToDrop(rider, driver, id)
    expect(done).toMatchObject({ discount_amount: 100 })
    await drives(driver, id).receiveCash()
    trips.push(id)
  }
  const got = await balanceOf(db, driver)
  expect(got).toBe(2 * (120_00 - 38_00))
  expect(await walletOf(driver)).toMatchObject({ balance: got / 100, withheld: got / 100 })
  for (const amount of [got / 100, 1]) expect(await withdraw(driver, amount)).toBe('withdrawal_withheld')
  expect(await balanceOf(db, referrer)).toBe(0)

  const reasons = async (id = '') => (await admin.call(tripReviewApi.read, { params: { id } })).review?.reasons
  expect(await reasons(trips[0])).toEqual(['no-track', 'short-trip'])
  expect(await reasons(trips[1])).toEqual(['no-track', 'short-trip', 'promo-pair'])
  const { rows } = await admin.call(bookingsApi.list, { query: { review: 'open' } })
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(trips))

  // What another trip brought is free.
  await credit(db, driver, 30)
  expect(await withdraw(driver, 31)).toBe('withdrawal_withheld')
  expect(await withdraw(driver, 30)).toBe('ok')
  expect(await findBroken(db.lists)).toEqual([])
})

it('two drivers and a rider: a debt "paid" in cash to the second driver is owed by that driver, who gets no more rides [design/money-70]', async () => {
  const limits = { riderDebtLimit: 0, debtInCashLimit: 500, negativeBalance: false, driverDebtLimit: 100 }
  await city.server.app.settings.change(limits, null)
  await emptyStreets(city)
  const [rider, creditor] = [await city.person('rider'), await city.driver({ carType: city.comfort })]
  const { id: cancelled } = await bookWith(rider, await quoteWith(rider, city.comfort))
  await drives(creditor, cancelled).accept()
  await comeTo(creditor, { lat: pickup.lat + 0.002, lng: pickup.lng })
  await ageBooking(db, cancelled, 6)
  await rider.call(bookingsApi.cancel, { params: { id: cancelled }, body: { reason: city.reason } })
  await emptyStreets(city)

  const collector = await city.driver()
  const body = { ...requestOn(await quoteWith(rider, city.economy)), debtInCash: 80 }
  const { id } = (await rider.call(bookingsApi.create, { body })).booking
  await driveToDrop(rider, collector, id)
  await collector.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash', with_debt: true } })

  // The three together hold no more than they put in: what one may withdraw the other owes, with the fee of the ride.
  const fee = (await collector.call(bookingsApi.get, { params: { id } })).booking.convenience_fees ?? 0
  expect([await balanceOf(db, creditor), await balanceOf(db, collector)]).toEqual([80_00, -100 * (80 + fee)])
  expect(await keyOf(creditor.call(withdrawalsApi.request, { body: { amount: 81 } }))).toBe('wallet_balance_low')
  const hint = async () => (await collector.call(dispatchApi.day, {})).hint
  expect(await hint()).toBe(null)
  await city.server.app.settings.change({ driverDebtLimit: 79 }, null)
  expect(await hint()).toBe('negative-balance')
  expect(await findBroken(db.lists)).toEqual([])
})

it('a driver who refers and drives new riders gets no bonus; trips from one browser wait for review [design/moves-105] [design/moves-106]', async () => {
  const live = await openCity(await databaseFor(import.meta.url), { env: { REMIS_MODE: 'production' } })
  const { db } = live.database
  await live.server.app.settings.change({ bonus: 100 }, null)
  const [driver, admin] = [await live.driver(), await live.person('admin')]
  const remember = (id: string) =>
    db.request
      .insertInto('known_devices')
      .values({ user_id: id, token_hash: Buffer.from('one browser') })
      .execute()
  await remember(driver.id)
  const trip = async (share: boolean) => {
    const rider = await live.person('rider')
    await sql`update users set signup_via_referral = ${driver.id} where id = ${rider.id}`.execute(db.request)
    if (share) await remember(rider.id)
    const id = await drivenTrip(live, rider, driver)
    return (await admin.call(tripReviewApi.read, { params: { id } })).review?.reasons ?? []
  }
  expect(await trip(false)).toEqual([])
  expect(await trip(true)).toEqual(['same-device'])
  expect(await trip(true)).toEqual(['same-device'])
  await referralsHandled(live)
  const paid = await db.request.selectFrom('ledger_transactions').select('id').where('kind', '=', 'referral').execute()
  expect(paid).toEqual([])
  expect(await findBroken(db.lists)).toEqual([])
})

it('withholds promo money and bonuses from the fourth new rider of a driver [design/moves-107]', async () => {
  await emptyStreets(city)
  const [driver, referrer, admin] = [await city.driver(), await city.person('rider'), await city.person('admin')]
  await admin.call(promosApi.create, { body: flatPromo('WELCOME-ALL') })
  await city.server.app.settings.change({ bonus: 100 }, null)
  const reasonsOf = async (id: string) =>
    (await admin.call(tripReviewApi.read, { params: { id } })).review?.reasons ?? []
  const newRider = async () => {
    const rider = await city.person('rider')
    await sql`update users set signup_via_referral = ${referrer.id} where id = ${rider.id}`.execute(db.request)
    return rider
  }

  const trips: string[] = []
  const balances: number[] = []
  for (let n = 0; n < 5; n++) {
    trips.push(await drivenTrip(city, await newRider(), driver, 'WELCOME-ALL'))
    balances.push((await walletOf(driver)).balance)
  }
  expect(await Promise.all(trips.map(reasonsOf))).toEqual([[], [], [], ['new-riders'], ['new-riders']])
  const [free, all] = [balances[2]!, balances[4]!]
  expect(all).toBeGreaterThan(free)
  expect((await walletOf(driver)).withheld).toBeCloseTo(all - free)
  expect(await keyOf(driver.call(withdrawalsApi.request, { body: { amount: free + 1 } }))).toBe('withdrawal_withheld')
  await referralsHandled(city)
  expect(await balanceOf(db, referrer)).toBe(3 * 100_00)

  // A referral bonus counts too, unless the phone is confirmed or another driver drove the rider.
  const [referred, confirmed, known] = [await newRider(), await newRider(), await newRider()]
  await sql`update users set mobile_verified_at = now() where id = ${confirmed.id}`.execute(db.request)
  await emptyStreets(city)
  await drivenTrip(city, known, await city.driver())
  await emptyStreets(city)
  await comeTo(driver, pickup)
  const later = []
  for (const rider of [referred, confirmed, known]) later.push(await drivenTrip(city, rider, driver))
  expect(await Promise.all(later.map(reasonsOf))).toEqual([['new-riders'], [], []])

  for (const id of [...trips.slice(3), later[0]!]) await admin.call(tripReviewApi.release, { params: { id }, body: {} })
  await referralsHandled(city)
  expect(await balanceOf(db, referrer)).toBe(8 * 100_00)
  expect(await findBroken(db.lists)).toEqual([])
  await city.server.app.settings.change({ bonus: 0 }, null)
})
