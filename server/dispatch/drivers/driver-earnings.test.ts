import { randomUUID } from 'node:crypto'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { earningsApi, type EarningPeriod, type Earnings } from '@remis/domain/dispatch/earnings-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { adminCredit, chargeRider, fareGivenBack, withdrawalAsked } from '@remis/domain/wallet/postings'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { makePaidBooking } from '../../testing/make-booking.ts'
import { balanceOf, credit, emptyStreets } from '../../testing/money.ts'
import { post } from '../../wallet/post.ts'
import { selectBars } from './earnings-store.ts'
import { comeTo, drives, cityFor, keyOf, pickup, tripCodeOf, type TestActor } from '../../testing/test-city.ts'

const { city, db, database } = await cityFor(import.meta.url)

beforeEach(() => emptyStreets(city))

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

it('sums the ledger into what the rider paid, fees and earnings, with a bar per hour and a row per trip [design/money-32]', async () => {
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

it('counts by settlement time in the operator’s zone: at its midnight, on Monday, on the first of the month [design/money-32]', async () => {
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

it('shows each correction as a line of its trip, on the day of the correction, and what is collected later as one too', async () => {
  const driver = await city.driver()
  const trip = await ride(driver)
  const admin = await city.person('admin')
  const correct = (direction: 'back' | 'charge', amount: number, withDriver = true) =>
    admin.call(correctionsApi.correct, {
      params: { id: trip.id },
      body: { direction, amount, reason: 'A detour', withDriver },
    })
  const share = trip.driver_share!
  await correct('back', 38)
  await correct('back', 20, false)
  expect((await earned(driver)).totals).toEqual({
    trips: 1,
    riderPaid: trip.customer_paid! - 38,
    fees: trip.convenience_fees! - 5,
    earned: share - 33,
  })
  // The rider's wallet holds the 58 given back, which pays a part of the charge at once. The rest is a debt: the driver
  // earns it when it is collected. Of the charge the driver gets the 33 given back and the 40 that the fare is higher
  // than before, not 87 % of it [design/money-110].
  await correct('charge', 98)
  const before = await earned(driver)
  expect(before.totals).toMatchObject({ trips: 1, earned: share - 33 + 58 })
  const { customer } = await db.request
    .selectFrom('bookings')
    .select('customer')
    .where('id', '=', trip.id)
    .executeTakeFirstOrThrow()
  await credit(db, { id: customer }, 100)
  const { totals, trips } = await earned(driver)
  expect(trips.map(({ kind, bookingId, earned: got }) => [kind, bookingId, got])).toEqual([
    ['correction', trip.id, 15],
    ['correction', trip.id, 58],
    ['correction', trip.id, -33],
    ['trip', trip.id, share],
  ])
  expect(totals.earned).toBe(share - 33 + 73)
  expect(await driver.call(dispatchApi.day, {})).toMatchObject({ tripsToday: 1, earnedToday: totals.earned })
  // a correction of yesterday’s trip counts today
  await sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`.execute(db.request)
  await sql`update ledger_transactions set at = at - interval '40 days'
    where booking_id = ${trip.id} and kind = 'settlement'`.execute(db.request)
  await sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`.execute(db.request)
  expect((await earned(driver)).totals).toMatchObject({ trips: 0, earned: 73 - 33 })
})

const asPerson = (actor: TestActor, role: 'rider' | 'driver') => ({
  ...actor,
  role,
  sessionId: '',
  token: actor.token ?? '',
})

/** A fact that is posted for a trip of the driver, or one that is no earning; amounts in minor units. */
const facts = fc.record({
  what: fc.constantFrom('back', 'charge', 'guaranteed', 'fee', 'rider pays', 'credit', 'withdrawal'),
  toDriver: fc.integer({ min: 0, max: 90_00 }),
  toRevenue: fc.integer({ min: 1, max: 20_00 }),
})

it('property: the earnings of each hour are the driver’s entries of that hour, the cash debit left out [design/money-32]', async () => {
  await zone('America/Montevideo')
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { maxLength: 12 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (made, random) => {
        const [rider, driver] = [await city.person('rider'), await city.driver()]
        const people = { rider: rider.id, driver: driver.id }
        const postAll = (postings: readonly Posting[]) =>
          db.transact((tx) => post(tx, postings, { actorId: null, currency: 'UYU' }))
        const { id: bookingId } = await db.transact((tx) =>
          makePaidBooking(tx, asPerson(rider, 'rider'), asPerson(driver, 'driver')),
        )
        for (const { what, toDriver, toRevenue } of made) {
          const charge = { bookingId, ...people, toDriver, toRevenue, fromPrepayments: 0, guaranteed: false }
          const balance = await balanceOf(db, rider)
          if (what === 'back') await postAll([fareGivenBack({ bookingId, ...people, share: toDriver, fee: toRevenue })])
          if (what === 'charge') await postAll(chargeRider({ ...charge, kind: 'correction', balance }))
          if (what === 'guaranteed')
            await postAll(chargeRider({ ...charge, kind: 'correction', balance, guaranteed: true }))
          if (what === 'fee' && toDriver > 0) {
            const other = await db.transact((tx) =>
              makePaidBooking(tx, asPerson(rider, 'rider'), asPerson(driver, 'driver')),
            )
            await postAll(
              chargeRider({ ...charge, kind: 'cancellation-fee', bookingId: other.id, toRevenue: 0, balance }),
            )
          }
          if (what === 'rider pays') await postAll([adminCredit(rider.id, toDriver + 1)])
          if (what === 'credit') await postAll([adminCredit(driver.id, toDriver + 1)])
          if (what === 'withdrawal') await postAll([withdrawalAsked(driver.id, toRevenue, randomUUID())])
        }
        const { from } = await earned(driver)
        const { rows: own } = await sql<{ id: string }>`
        select distinct transaction_id as id from ledger_entries where account = 'wallet' and holder = ${driver.id}`.execute(
          db.lists,
        )
        await db.request.transaction().execute(async (tx) => {
          await sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`.execute(tx)
          // from two hours before the day to two hours after it
          for (const { id } of own)
            await sql`update ledger_transactions set at = ${new Date(from + Math.round(((random.next().value as number) * 28 - 2) * 3_600_000))}
            where id = ${id}`.execute(tx)
          await sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`.execute(tx)
        })
        const { rows: entries } = await sql<{ kind: string; at: number; amount: number }>`
        select t.kind, t.at, e.amount + case when e.amount < 0 and t.kind = 'settlement' then b.cash_payment_amount else 0 end as amount
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id left join bookings b on b.id = t.booking_id
        where e.account = 'wallet' and e.holder = ${driver.id} and t.kind not in ('admin-credit', 'withdrawal')`.execute(
          db.lists,
        )
        const between = (since: number, until: number) =>
          entries.filter(({ at }) => at >= since && at < until).reduce((sum, { amount }) => sum + amount, 0)
        const { bars, totals, trips, until } = (await earned(driver, { limit: 100 })) as Earnings
        for (const bar of bars) expect(Math.round(bar.earned * 100)).toBe(between(bar.from, bar.until))
        expect(Math.round(totals.earned * 100)).toBe(between(from, until))
        const listed = (part: 'earned' | 'fees' | 'riderPaid') =>
          Math.round(trips.reduce((sum, trip) => sum + trip[part], 0) * 100)
        for (const part of ['earned', 'fees', 'riderPaid'] as const)
          expect(listed(part)).toBe(Math.round(totals[part] * 100))
      },
    ),
    { numRuns: 15 },
  )
})

it('leaves out rides that the driver took as a rider before [design/money-114]', async () => {
  const [person, other] = [await city.person('rider'), await city.driver()]
  const paid = (rider: TestActor, driver: TestActor) =>
    db.transact((tx) => makePaidBooking(tx, asPerson(rider, 'rider'), asPerson(driver, 'driver')))
  const taken = await paid(person, other)
  // what the fare did not need of a hold goes back to the rider in the settlement
  await sql`insert into ledger_entries (transaction_id, account, holder, amount, currency)
    values (${taken.settlementId}, 'wallet', ${person.id}, 5000, 'UYU'), (${taken.settlementId}, 'prepayments', ${taken.id}, -5000, 'UYU')`.execute(
    db.request,
  )
  await sql`update users set usertype = 'driver' where id = ${person.id}`.execute(db.request)
  expect(await earned(person)).toMatchObject({ totals: { trips: 0, riderPaid: 0, fees: 0, earned: 0 }, trips: [] })
  const driven = await paid(await city.person('rider'), person)
  const { totals, trips } = await earned(person)
  expect([totals.trips, trips.map(({ bookingId }) => bookingId)]).toEqual([1, [driven.id]])
})

it.each([
  ['23 hours, when clocks go forward', '2026-03-29', 23],
  ['24 hours, when they go back', '2026-10-25', 24],
])('shows a bar for each of the %s [design/money-115]', async (_, day, hours) => {
  const driver = await city.driver()
  const bars = await selectBars(db.lists, driver.id, 'today', 'Europe/Berlin', Date.parse(`${day}T12:00:00Z`))
  expect(bars).toHaveLength(hours)
  expect(new Set(bars.map(({ from }) => from)).size).toBe(hours)
  expect(bars.every((bar, i) => bar.until > bar.from && (i === 0 || bar.from === bars[i - 1]?.until))).toBe(true)
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
