import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { earningsApi, type EarningPeriod, type Earnings } from '@remis/domain/dispatch/earnings-api'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { credit } from '../../testing/money.ts'
import { databaseFor } from '../../testing/test-database.ts'
import {
  comeTo,
  drives,
  keyOf,
  openCity,
  pickup,
  tripCodeOf,
  type City,
  type TestActor,
} from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City

beforeAll(async () => {
  city = await openCity(database)
})

const zone = (timezone: string) => city.server.app.settings.change({ timezone }, null)
const earned = (driver: TestActor, query: { period?: EarningPeriod; cursor?: string; limit?: number } = {}) =>
  driver.call(earningsApi.mine, { query }) as Promise<Earnings>

const ride = async (driver: TestActor) => {
  const rider = await city.person('rider')
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, id))
  await drive.reach()
  return (await drive.receiveCash()).booking
}

/** Moves the trip's settlement to this time. Ledger rows cannot be updated, so the triggers are off meanwhile. */
const settledAt = async (id: string, at: number) => {
  await db.request.transaction().execute(async (tx) => {
    await sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`.execute(tx)
    await sql`update ledger_transactions set at = ${new Date(at)} where booking_id = ${id}`.execute(tx)
    await sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`.execute(tx)
  })
}
database.expectBroken()

it('sums the ledger into what the rider paid, fees and earnings, with a bar per hour and a row per trip', async () => {
  const driver = await city.driver()
  const other = await city.driver()
  expect(await earned(driver)).toMatchObject({
    period: 'today',
    timezone: 'America/Montevideo',
    currency: 'UYU',
    totals: { trips: 0, riderPaid: 0, fees: 0, earned: 0 },
    trips: [],
    next: null,
  })
  const [one, two] = [await ride(driver), await ride(driver)]
  const { totals, bars, trips, from, until } = await earned(driver)
  const share = (one.driver_share ?? 0) + (two.driver_share ?? 0)
  const fees = (one.convenience_fees ?? 0) + (two.convenience_fees ?? 0)
  expect(totals).toEqual({ trips: 2, riderPaid: share + fees, fees, earned: share })
  expect(share).toBeGreaterThan(0)
  expect(bars).toHaveLength(24)
  expect([bars[0]?.from, bars.at(-1)?.until]).toEqual([from, until])
  expect(bars.every((bar, i) => i === 0 || bar.from === bars[i - 1]?.until)).toBe(true)
  expect(bars.reduce((sum, bar) => sum + bar.earned, 0)).toBe(share)
  expect(trips.map(({ bookingId }) => bookingId)).toEqual([two.id, one.id])
  expect(trips[1]).toMatchObject({
    kind: 'trip',
    pickup: one.pickup.add,
    drop: one.drop.add,
    payment_mode: 'cash',
    riderPaid: one.customer_paid,
    fees: one.convenience_fees,
    earned: one.driver_share,
  })
  // the driver's day shows the same sum
  expect(await driver.call(dispatchApi.day, {})).toMatchObject({ tripsToday: 2, earnedToday: share })
  expect((await earned(other)).totals.trips).toBe(0)
})

it('counts by settlement time in the operator’s zone: at its midnight, on Monday, on the first of the month', async () => {
  await zone('America/Montevideo')
  const driver = await city.driver()
  const trip = await ride(driver)
  for (const period of ['today', 'week', 'month'] as const) {
    const { from, until, bars } = await earned(driver, { period })
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Montevideo',
      weekday: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    expect(local.format(from)).toContain('00:00')
    if (period === 'week') expect(local.format(from)).toContain('Mon')
    if (period === 'month') expect(local.format(from)).toMatch(/\b1\b/)
    expect(bars.length).toBe(period === 'today' ? 24 : period === 'week' ? 7 : Math.round((until - from) / 86_400_000))
    const counts = async () => (await earned(driver, { period })).totals.trips
    await settledAt(trip.id, from)
    expect(await counts(), `${period} begins`).toBe(1)
    expect((await earned(driver, { period })).bars[0]?.trips).toBe(1)
    await settledAt(trip.id, from - 1)
    expect(await counts(), `before ${period}`).toBe(0)
    expect((await earned(driver, { period })).trips).toEqual([])
    await settledAt(trip.id, until - 1)
    expect(await counts(), `${period} ends`).toBe(1)
    await settledAt(trip.id, until)
    expect(await counts(), `after ${period}`).toBe(0)
  }
  // another zone has another midnight
  await settledAt(trip.id, Date.now())
  const before = await earned(driver)
  await zone('Pacific/Kiritimati')
  const there = await earned(driver)
  expect(there.from).not.toBe(before.from)
  expect(there.totals.trips).toBe(1)
  await zone('America/Montevideo')
})

it('shows a cancellation fee as earned once the rider has paid it, not as a trip', async () => {
  const driver = await city.driver({ carType: city.comfort })
  const rider = await city.person('rider')
  const { id } = await city.book(rider, await city.quote(rider, { carType: city.comfort }))
  await drives(driver, id).accept()
  await comeTo(driver, pickup)
  await sql`update bookings set accepted_at = accepted_at - interval '6 minutes',
    booking_date = booking_date - interval '6 minutes', release_at = release_at - interval '6 minutes',
    released_at = released_at - interval '6 minutes' where id = ${id}`.execute(db.request)
  await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  expect((await earned(driver)).totals).toEqual({ trips: 0, riderPaid: 0, fees: 0, earned: 0 })
  await credit(db, rider, 100)
  const { totals, trips } = await earned(driver)
  expect(totals).toEqual({ trips: 0, riderPaid: 80, fees: 0, earned: 80 })
  expect(trips).toMatchObject([{ bookingId: id, kind: 'cancellation', riderPaid: 80, fees: 0, earned: 80 }])
})

it('pages, each trip once; refuses a forged cursor; is for drivers', async () => {
  const driver = await city.driver()
  const ids = [(await ride(driver)).id, (await ride(driver)).id, (await ride(driver)).id]
  const first = await earned(driver, { limit: 2 })
  const second = await earned(driver, { limit: 2, cursor: first.next ?? '' })
  expect([...first.trips, ...second.trips].map(({ bookingId }) => bookingId)).toEqual(ids.toReversed())
  expect(second.next).toBe(null)
  expect(second.totals).toEqual(first.totals)
  for (const cursor of ['', '0', 'x', '-1', '99999999999999999'])
    expect(await keyOf(earned(driver, { cursor }))).toBe('invalid_input')
  for (const role of ['rider', 'fleetadmin', 'admin'] as const)
    expect(await keyOf(earned(await city.person(role)))).toBe('forbidden')
})
