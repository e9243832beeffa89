import { bookingsApi } from '@remis/domain/booking/booking-api'
import { checkedFlags } from '@remis/domain/booking/final-fare/trip-review'
import { tripReviewApi } from '@remis/domain/booking/final-fare/trip-review-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { initialsOf } from '@remis/domain/privacy/rider-after-trip'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { driveToDrop, emptyStreets } from '../testing/money.ts'
import { earningsBySpan } from '../reports/gross-earnings.ts'
import { databaseFor } from '../testing/test-database.ts'
import { watchStatements } from '../testing/large-city/watch-statements.ts'
import { withClient } from '../testing/large-city/with-client.ts'
import { listAttention, sumSpans } from './dashboard-store.ts'
import { drives, openCity, tripCodeOf, type City, type TestActor } from '../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let admin: TestActor

beforeAll(async () => {
  // Times and states are set by hand.
  database.expectBroken()
  city = await openCity(database)
  admin = await city.person('admin')
})
/** Earlier tests' bookings are over and their drivers offline. */
beforeEach(async () => {
  await emptyStreets(city)
  await sql`update users set driver_active_status = false, queue = false where usertype = 'driver'`.execute(db.request)
  await sql`update bookings set status = 'COMPLETE', driver = coalesce(driver, customer)
    where status not in ('CANCELLED', 'COMPLETE')`.execute(db.request)
  await sql`update trip_reviews set released_at = clock_timestamp(), released_by = driver_id`.execute(db.request)
  await sql`update bookings set fare_checked_at = clock_timestamp() where fare_flags <> '{}'`.execute(db.request)
})

const read = (who: TestActor) => who.call(dashboardApi.now, {})
const cars = async (who: TestActor, query: object = {}) => (await who.call(dashboardApi.cars, { query })).rows
const kindsOf = async (who: TestActor = admin) =>
  (await read(who)).attention.map(({ kind, bookingId }) => ({ kind, bookingId }))
const set = (id: string, changes: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql`update bookings set ${sql.join(Object.entries(changes).map(([column, to]) => sql`${sql.ref(column)} = ${to}`))}
    where id = ${id}`.execute(db.request)
const before = (minutes: number) => sql`clock_timestamp() - ${minutes} * interval '1 minute'`

/** A rider's booking that a driver has accepted. */
const accepted = async (more: { fleetadmin?: string } = {}) => {
  const [rider, driver] = [await city.person('rider'), await city.driver(more)]
  const booking = await city.book(rider)
  await drives(driver, booking.id).accept()
  return { rider, driver, id: booking.id }
}

describe('the map of the dashboard', () => {
  it('shows approved, active drivers with a position, and what they do [reports-4] [design/dashboard-3]', async () => {
    const free = await city.driver()
    const { driver, id, rider } = await accepted()
    const [offline, refused] = [await city.driver({ online: false }), await city.driver()]
    await sql`update users set approved = false where id = ${refused.id}`.execute(db.request)
    const shown = await cars(admin)
    expect(new Set(shown.map((car) => car.id))).toEqual(new Set([free.id, driver.id]))
    expect(shown.map((car) => car.id)).not.toContain(offline.id)
    const of = (rows: typeof shown, who: TestActor) => rows.find((car) => car.id === who.id)
    expect(of(shown, free)).toMatchObject({ state: 'free', bookingId: null, carType: 'Economy', name: free.name })
    expect(of(shown, driver)).toMatchObject({ state: 'pickup', bookingId: id })
    await drives(driver, id).arriveThere()
    await drives(driver, id).start(await tripCodeOf(rider, id))
    expect(of(await cars(admin), driver)).toMatchObject({ state: 'trip', bookingId: id })
  })

  it('shows a fleet admin its own drivers only [reports-4] [design/dashboard-1]', async () => {
    const fleet = await city.person('fleetadmin')
    const own = await city.driver({ fleetadmin: fleet.id })
    await city.driver()
    expect((await cars(fleet)).map(({ id }) => id)).toEqual([own.id])
    expect((await read(fleet)).drivers).toEqual({ online: 1, free: 1, busy: 0 })
    expect((await read(admin)).drivers).toEqual({ online: 2, free: 2, busy: 0 })
  })

  it('names no booking of an earlier fleet of a driver [design/dashboard-1]', async () => {
    const [before, after] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const { driver, id } = await accepted({ fleetadmin: before.id })
    await sql`update users set fleetadmin = ${after.id} where id = ${driver.id}`.execute(db.request)
    expect(await cars(after)).toMatchObject([{ id: driver.id, state: 'pickup', bookingId: null }])
    expect(await cars(before)).toEqual([])
    expect(await cars(admin)).toMatchObject([{ id: driver.id, bookingId: id }])
  })

  it('answers for a part of the map, across the 180th meridian too', async () => {
    const here = await city.driver()
    const there = await city.driver({ at: { lat: -17, lng: 179.9 } })
    const box = (north: number, south: number, east: number, west: number) => ({ north, south, east, west })
    expect((await cars(admin, box(-34, -36, -55, -57))).map(({ id }) => id)).toEqual([here.id])
    expect((await cars(admin, box(-16, -18, -179, 179))).map(({ id }) => id)).toEqual([there.id])
    expect((await cars(admin, box(10, 9, 1, 0))).length).toBe(0)
  })
})

describe('the list of what needs a person [design/dashboard-5]', () => {
  it('lists a search that lasts, and one that found no driver', async () => {
    const [first, second] = [await city.person('rider'), await city.person('rider')]
    await city.driver()
    const [lasting, over] = [await city.book(first), await city.book(second)]
    expect(await kindsOf()).toEqual([])
    await set(lasting.id, { search_started_at: before(4) })
    await set(over.id, { search_started_at: before(11), search_until: before(1) })
    expect(await kindsOf()).toEqual([
      { kind: 'no-driver', bookingId: over.id },
      { kind: 'searching', bookingId: lasting.id },
    ])
    const { bookings, attention } = await read(admin)
    expect(bookings).toEqual({ waiting: 2, later: 0, running: 0 })
    expect(attention[0]).toMatchObject({ status: 'NEW', customer: second.name, driver: null })
  })

  it('dates a search that is paused by the release: its end is ahead [design/dispatch-8]', async () => {
    const { settings } = city.server.app
    await city.driver()
    const { id } = await city.book(await city.person('rider'))
    await settings.change({ autoDispatch: false }, null)
    await sql`update offers set expires_at = clock_timestamp() where booking_id = ${id}`.execute(db.request)
    const { attention } = await read(admin)
    await settings.change({ autoDispatch: true }, null)
    const row = await db.request.selectFrom('bookings').select('released_at').where('id', '=', id).executeTakeFirst()
    expect(attention).toMatchObject([{ kind: 'no-driver', bookingId: id, since: row?.released_at }])
  })

  it('looks for the offers of a booking once [design/data-85]', async () => {
    const statements = await watchStatements(() => listAttention(db.request, null, true, 50))
    // sweeps of the server may have sent others meanwhile
    const list = statements.find(({ text }) => text.includes('union all'))
    const scans = await withClient(database.connection, async (client) => {
      const { rows } = await client.query(`explain ${list?.text}`, [...(list?.values ?? [])])
      return JSON.stringify(rows).match(/ on offers /g) ?? []
    })
    expect(scans).toHaveLength(1)
  })

  it('lists a silent driver, a late one, one that waits, a long trip and one that is not ended, in this order', async () => {
    const trips = [await accepted(), await accepted(), await accepted(), await accepted(), await accepted()] as const
    const [silent, late, waiting, long, unfinished] = trips
    expect(await kindsOf()).toEqual([])
    await set(late.id, { accepted_at: before(26), tripdate: before(26) })
    for (const trip of [waiting, long, unfinished]) await drives(trip.driver, trip.id).arriveThere()
    await set(waiting.id, { driver_arrive_time: before(13), tripdate: before(13) })
    for (const trip of [long, unfinished])
      await drives(trip.driver, trip.id).start(await tripCodeOf(trip.rider, trip.id))
    await set(long.id, { start_time: before(300) })
    await drives(unfinished.driver, unfinished.id).reach()
    await set(unfinished.id, { status: sql`'REACHED'`, reached_at: before(11) })
    await sql`update trip_reviews set released_at = clock_timestamp(), released_by = driver_id`.execute(db.request)
    await sql`update driver_positions set at = ${before(3)} where driver_id = ${silent.driver.id}`.execute(db.request)
    expect(await kindsOf()).toEqual([
      { kind: 'silent', bookingId: silent.id },
      { kind: 'late', bookingId: late.id },
      { kind: 'waiting', bookingId: waiting.id },
      { kind: 'long', bookingId: long.id },
      { kind: 'unfinished', bookingId: unfinished.id },
    ])
  })

  it('lists an unpaid trip; for admins only once, as a trip to review or a fare to check [design/dashboard-14]', async () => {
    const fleet = await city.person('fleetadmin')
    const { rider, driver, id } = { ...(await acceptable(fleet)) }
    await driveToDrop(rider, driver, id)
    await drives(driver, id).notPaid()
    await sql`update trip_reviews set released_at = clock_timestamp(), released_by = driver_id`.execute(db.request)
    await set(id, { fare_checked_at: before(1) })
    expect(await kindsOf()).toEqual([])
    await set(id, { reached_at: before(16) })
    expect(await kindsOf()).toEqual([{ kind: 'unpaid', bookingId: id }])
    expect(await kindsOf(fleet)).toEqual([{ kind: 'unpaid', bookingId: id }])
    await sql`update trip_reviews set released_at = null, released_by = null where booking_id = ${id}`.execute(
      db.request,
    )
    expect(await kindsOf()).toEqual([{ kind: 'review', bookingId: id }])
    expect(await kindsOf(fleet)).toEqual([{ kind: 'unpaid', bookingId: id }])
    await sql`update trip_reviews set released_at = clock_timestamp(), released_by = driver_id`.execute(db.request)
    await set(id, { fare_checked_at: sql`null`, fare_flags: sql`array['capped']` })
    expect(await kindsOf()).toEqual([{ kind: 'fare', bookingId: id }])
    expect((await admin.call(dashboardApi.counts, {})).alerts).toBe(1)
    expect(await kindsOf(fleet)).toEqual([{ kind: 'unpaid', bookingId: id }])
  })

  it('lists an unpaid ride that was booked long before it was driven', async () => {
    const { rider, driver, id } = await acceptable(await city.person('fleetadmin'))
    await driveToDrop(rider, driver, id)
    await drives(driver, id).notPaid()
    await sql`update trip_reviews set released_at = clock_timestamp(), released_by = driver_id`.execute(db.request)
    await set(id, { booking_date: before(5 * 24 * 60), reached_at: before(16), fare_checked_at: before(1) })
    expect(await kindsOf()).toEqual([{ kind: 'unpaid', bookingId: id }])
    await set(id, { reached_at: before(3 * 24 * 60 + 1) })
    expect(await kindsOf()).toEqual([])
  })

  it('shows a fleet admin initials of the rider of an unpaid ride a day after its end [design/access-90]', async () => {
    const fleet = await city.person('fleetadmin')
    const { rider, driver, id } = await acceptable(fleet)
    await driveToDrop(rider, driver, id)
    await drives(driver, id).notPaid()
    const names = async () =>
      (await Promise.all([fleet, admin].map(async (who) => (await read(who)).attention))).map(
        (lines) => lines.find(({ bookingId }) => bookingId === id)?.customer,
      )
    await set(id, { reached_at: before(16) })
    expect(await names()).toEqual([rider.name, rider.name])
    await set(id, { reached_at: before(24 * 60 + 1), end_time: before(24 * 60 + 1) })
    expect(await names()).toEqual([initialsOf(rider.name), rider.name])
  })

  it('counts a late driver of a booking for later from its pickup time, in the line and in the order', async () => {
    const [later, now] = [await accepted(), await accepted()]
    await set(later.id, { accepted_at: before(90), tripdate: before(26) })
    await set(now.id, { accepted_at: before(40), tripdate: before(60) })
    const lines = (await read(admin)).attention
    expect(lines.map(({ bookingId }) => bookingId)).toEqual([now.id, later.id])
    expect(lines.map(({ since }) => Math.round((Date.now() - since) / 60_000))).toEqual([40, 26])
  })

  it('lists for admins a fare with flags, once nothing else of its trip waits, until an admin has looked at it [design/moves-69]', async () => {
    const fleet = await city.person('fleetadmin')
    const { rider, driver, id } = await acceptable(fleet)
    await driveToDrop(rider, driver, id)
    await drives(driver, id).receiveCash()
    const waits = async (flags: readonly string[]) => {
      await set(id, { fare_flags: sql`${[...flags]}::text[]`, fare_checked_at: sql`null`, fare_checked_by: sql`null` })
      return kindsOf()
    }
    expect(await waits(['no-track', 'capped'])).toEqual([{ kind: 'review', bookingId: id }])
    await admin.call(tripReviewApi.release, { params: { id }, body: {} })
    // these two hold back the trip, not the fare
    expect(await waits(['no-track', 'short-trip'])).toEqual([])
    for (const flag of checkedFlags) expect(await waits([flag])).toEqual([{ kind: 'fare', bookingId: id }])
    expect(await kindsOf(fleet)).toEqual([])
    await admin.call(tripReviewApi.checkFare, { params: { id }, body: {} })
    expect(await kindsOf()).toEqual([])
  })

  it('keeps what waits for an admin from fleet admins, and the bookings of others [design/dashboard-1]', async () => {
    const { id } = await accepted()
    await set(id, { accepted_at: before(26), tripdate: before(26) })
    const fleet = await city.person('fleetadmin')
    expect(await read(fleet)).toMatchObject({ attention: [], bookings: { running: 0 } })
    expect(await read(fleet)).not.toHaveProperty('waiting')
    expect((await read(admin)).waiting).toMatchObject({ withdrawals: 0, payments: 0 })
  })
})

/** A fleet's trip that is not accepted yet. */
const acceptable = async (fleet: TestActor) => {
  const [rider, driver] = [await city.person('rider'), await city.driver({ fleetadmin: fleet.id })]
  return { rider, driver, id: (await city.book(rider)).id }
}

describe('the numbers of the drawer [backoffice-23]', () => {
  const counts = (who: TestActor) => who.call(dashboardApi.counts, {})

  it('count what waits for an admin; a fleet admin gets only what needs a person in their own fleet', async () => {
    const fleet = await city.person('fleetadmin')
    const earlier = await counts(admin)
    const { id } = await accepted({ fleetadmin: fleet.id })
    const waiting = await city.driver()
    const unassigned = await city.book(await city.person('rider'))
    await set(unassigned.id, { search_started_at: before(11), search_until: before(1) })
    await sql`update users set approved = false where id = ${waiting.id}`.execute(db.request)
    expect(await counts(admin)).toEqual({
      ...earlier,
      alerts: earlier.alerts + 1,
      unassigned: (earlier.unassigned ?? 0) + 1,
      drivers: (earlier.drivers ?? 0) + 1,
    })
    expect(await counts(fleet)).toEqual({ alerts: 0 })
    await set(id, { accepted_at: before(26), tripdate: before(26) })
    expect(await counts(fleet)).toEqual({ alerts: 1 })
  })

  it('name at most 50 bookings, the most urgent first, and say that there are more [design/dashboard-6]', async () => {
    const rider = await city.person('rider')
    await city.driver()
    const first = await city.book(rider)
    const quoteOf = sql`'00000000-0000-4000-8000-' || lpad(n::text, 12, '0')`
    await sql`insert into quotes select (jsonb_populate_record(q, jsonb_build_object('id', ${quoteOf}))).*
      from quotes q, generate_series(1, 51) n where q.id = (select quote_id from bookings where id = ${first.id})`.execute(
      db.request,
    )
    await sql`insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', 'ATTENT' || lpad(n::text, 4, '0'),
        'quote_id', ${quoteOf}, 'search_started_at', clock_timestamp() - interval '1 hour',
        'search_until', clock_timestamp() - n * interval '1 minute'))).*
      from bookings b, generate_series(1, 51) n where b.id = ${first.id}`.execute(db.request)
    const { attention, more } = await read(admin)
    expect([attention.length, more]).toEqual([50, true])
    expect(attention[0]?.bookingId).toBe('ATTENT0051')
  })
})

describe('the charts', () => {
  it('count 24 hours and 14 days of the operator’s zone, equal to the bookings [design/dashboard-8]', async () => {
    const { rider, id } = await accepted()
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    const fleet = await city.person('fleetadmin')
    const own = await accepted({ fleetadmin: fleet.id })
    const day = 60 * 24
    const released = { release_at: before(3 * day - 1), released_at: before(3 * day - 1) }
    await set(own.id, { booking_date: before(3 * day), ...released, accepted_at: before(3 * day - 1.5) })
    const { hours, days, timezone } = await fleet.call(dashboardApi.charts, {})
    expect(timezone).toBe('America/Montevideo')
    expect([hours.length, days.length]).toEqual([24, 14])
    expect(hours.every(({ from }) => from % 3_600_000 === 0)).toBe(true)
    expect(days.map(({ bookings }) => bookings)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    // from the release on
    expect(days.map(({ waitSeconds }) => waitSeconds)).toContain(30)
    // Montevideo is 3 hours behind
    expect(days.every(({ from }) => (from - 3 * 3_600_000) % 86_400_000 === 0)).toBe(true)
    const all = await admin.call(dashboardApi.charts, {})
    const { rows: brute } = await sql<{ n: number }>`select count(*)::int as n from bookings
      where booking_date >= to_timestamp(${all.days[0]!.from} / 1000.0)`.execute(db.request)
    expect(all.days.reduce((sum, { bookings }) => sum + bookings, 0)).toBe(brute[0]?.n)
    expect(all.hours.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(1)
  })

  it('are read once a minute for many dashboards [design/dashboard-2]', async () => {
    const fleet = await city.person('fleetadmin')
    const [one, two] = await Promise.all([fleet.call(dashboardApi.charts, {}), fleet.call(dashboardApi.charts, {})])
    await accepted({ fleetadmin: fleet.id })
    expect(two).toEqual(one)
    expect(await fleet.call(dashboardApi.charts, {})).toEqual(one)
  })
})

describe('the earning cards [reports-2] [reports-3]', () => {
  it('are the fees of paid bookings, equal to the ledger to the cent, by fleet [design/dashboard-7]', async () => {
    const fleet = await city.person('fleetadmin')
    const before = (await read(admin)).earnings
    expect((await read(fleet)).earnings).toEqual({ today: 0, month: 0, total: 0 })
    for (const of of [fleet.id, undefined]) {
      const [rider, driver] = [
        await city.person('rider'),
        await city.driver(of === undefined ? {} : { fleetadmin: of }),
      ]
      const { id } = await city.book(rider)
      await driveToDrop(rider, driver, id)
      await drives(driver, id).receiveCash()
      await emptyStreets(city)
    }
    const { rows } = await sql<{ all: number; fleet: number }>`
      select sum(e.amount)::int as all, (sum(e.amount) filter (where b.fleetadmin = ${fleet.id}))::int as fleet
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join bookings b on b.id = t.booking_id
      where e.account = 'revenue'`.execute(db.request)
    const { earnings } = await read(admin)
    expect(rows[0]?.fleet).toBeGreaterThan(0)
    expect(earnings.total * 100).toBe(rows[0]?.all)
    expect(earnings.total).toBeGreaterThan(before.total)
    // the bars of the charts are of the same money and days
    const bars = async (who: TestActor, by: 'hours' | 'days') =>
      (await who.call(dashboardApi.charts, {}))[by].map(({ earned }) => earned)
    expect((await bars(fleet, 'days')).at(-1)).toBe((await read(fleet)).earnings.today)
    expect((await bars(fleet, 'hours')).reduce((sum, earned) => sum + earned, 0)).toBe(
      (await read(fleet)).earnings.today,
    )
    const of = (await read(fleet)).earnings
    expect(of.total * 100).toBe(rows[0]?.fleet)
    expect(of).toEqual({ today: of.total, month: of.total, total: of.total })
  })

  it.each([
    // POSIX names of zones, with a summer time that begins with this hour, or that ends with it
    ['skip', (day: number, hour: number) => `AAA0BBB,${day}/${hour},${(day + 100) % 365}/2`],
    ['repeat', (day: number, hour: number) => `AAA0BBB,${(day + 100) % 365}/2,${day}/${hour + 2}`],
  ])('count each hour once when the clocks %s one [design/dashboard-8]', async (_, zoneOf) => {
    const now = new Date()
    const day = Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0)) / 86_400_000)
    const spans = await sumSpans(db.lists, null, 'hour', 24, zoneOf(day, now.getUTCHours()))
    const last = spans.at(-1)!
    expect(spans.map(({ from }) => last.from - from)).toEqual(spans.map((_span, at) => (23 - at) * 3_600_000))
    expect(Math.abs(last.from - now.getTime())).toBeLessThanOrEqual(3_600_000)
    const earned = await earningsBySpan(city.server.app, null, { firstHour: spans[0]!.from, days: 1 })
    expect([...earned.hours.keys()]).toEqual([last.from])
    expect(last.bookings).toBeGreaterThan(0)
  })

  it('count a trip of last month in the total only', async () => {
    const { earnings } = await read(admin)
    await sql`update earning_sums set since = since - interval '1 month' where span = 'day'`.execute(db.request)
    expect((await read(admin)).earnings).toEqual({ today: 0, month: 0, total: earnings.total })
    await sql`update earning_sums set since = since + interval '1 month' where span = 'day'`.execute(db.request)
  })
})

it('is refused to riders and drivers', async () => {
  for (const who of [await city.person('rider'), await city.driver()])
    await expect(read(who)).rejects.toMatchObject({ key: 'forbidden' })
  expect((await (await city.driver()).call(dispatchApi.day, {})).online).toBe(true)
})
