import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { hourOfWeek, hoursOfWeek } from '@remis/domain/traffic/road-classes'
import { trafficApi } from '@remis/domain/traffic/traffic-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { moveBack } from '../testing/move-back.ts'
import {
  drives,
  drop,
  inDemo,
  keyOf,
  openCity,
  pickup,
  tripCodeOf,
  type City,
  type TestActor,
} from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { findBroken } from '../verify/verify.ts'
import { learnFromTrips } from './learn-from-trips.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const minuteOfHour = new Date().getMinutes()
/** A zone in which the last quarter of an hour and the next minutes are in one hour. */
const zone = minuteOfHour < 20 || minuteOfHour > 54 ? 'Asia/Kolkata' : 'America/Montevideo'
const maps = standInMaps()
let city: City
let admin: TestActor
let rider: TestActor

beforeAll(async () => {
  city = await openCity(database, { maps })
  await city.server.app.settings.change({ timezone: zone }, null)
  admin = await city.person('admin')
  rider = await city.person('rider')
})

beforeEach(async () => {
  for (const table of ['traffic_queue', 'traffic_samples', 'traffic_cells'])
    await sql`delete from ${sql.table(table)}`.execute(db.request)
  await sql`update traffic_state set factors = null`.execute(db.request)
  await city.server.app.traffic.refresh()
})

const minute = 60_000
const learn = () => learnFromTrips(city.server.app)
const samples = () => db.request.selectFrom('traffic_samples').selectAll().orderBy('at').execute()
const queue = () => db.request.selectFrom('traffic_queue').selectAll().execute()
const cells = () => db.request.selectFrom('traffic_cells').selectAll().execute()

/** Seconds of the way from pickup to drop without traffic, in the stand-in city. */
const freeSeconds = (2.64 / 30) * 3600

let seq = 0
/** A trip that has just ended, driven evenly at `factor` times the time without traffic. */
const driveTrip = async (driver: TestActor, factor: number): Promise<string> => {
  const passenger = await city.person('rider')
  const { id } = await city.book(passenger)
  const move = drives(driver, id)
  await move.accept()
  await move.arriveThere()
  const otp = await tripCodeOf(passenger, id)
  await driver.call(bookingsApi.start, { params: { id }, body: { otp } })
  const seconds = freeSeconds * factor
  await moveBack(city, id, seconds / 60 + 0.2)
  const end = Date.now() - 1000
  const fixes = Array.from({ length: 41 }, (_, i) => ({
    seq: 1_000_000 + ++seq,
    at: Math.round(end - (1 - i / 40) * seconds * 1000),
    lat: pickup.lat + ((drop.lat - pickup.lat) * i) / 40,
    lng: pickup.lng + ((drop.lng - pickup.lng) * i) / 40,
    accuracy: 8,
  }))
  await driver.call(bookingsApi.reach, { params: { id }, body: { fixes } })
  await move.receiveCash()
  return id
}

const threeDrivers = async (factor: number): Promise<void> => {
  for (let i = 0; i < 3; i++) await driveTrip(await city.driver(), factor)
  await learn()
}

describe('learning from trips [design/maps-110]', () => {
  it('an ended trip waits in its transaction and gives a sample of its hour', async () => {
    const id = await driveTrip(await city.driver(), 1.5)
    expect(await queue()).toEqual([{ booking_id: id, tries: 0 }])
    await learn()
    const [sample, ...others] = await samples()
    expect(sample).toMatchObject({ booking_id: id, road_class: 'street', hour: hourOfWeek(sample!.at, zone) })
    expect(sample!.ratio).toBeCloseTo(1.5, 1)
    expect(others).toEqual([])
    expect(await queue()).toEqual([])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('a trip counts once, also with two workers and after a crash before the commit', async () => {
    await driveTrip(await city.driver(), 1.5)
    city.server.failpoint.fail('traffic.before_commit', new Error('crash'))
    await learn()
    expect([await samples(), (await queue())[0]?.tries]).toEqual([[], 1])
    city.server.failpoint.clear()
    await Promise.all([learn(), learn()])
    const once = await samples()
    expect(once.length).toBeGreaterThan(0)
    await learn()
    expect(await samples()).toEqual(once)
    expect((await cells()).reduce((sum, { trips }) => sum + trips, 0)).toBe(once.length)
  })

  it('a map service that fails is asked three times; a trip without roads is left out at once', async () => {
    const id = await driveTrip(await city.driver(), 1.5)
    maps.fail('UPSTREAM')
    await learn()
    await learn()
    expect(await queue()).toEqual([{ booking_id: id, tries: 2 }])
    await learn()
    expect(await queue()).toEqual([])
    maps.fail(undefined)
    await driveTrip(await city.driver(), 1.5)
    maps.fail('NO_SEGMENT')
    await learn()
    maps.fail(undefined)
    expect([await queue(), await samples()]).toEqual([[], []])
  })

  it('suspicious trips and trips with an untrusted track do not count', async () => {
    const reviewed = await driveTrip(await city.driver(), 1.5)
    const { driver } = await db.request
      .selectFrom('bookings')
      .select('driver')
      .where('id', '=', reviewed)
      .executeTakeFirstOrThrow()
    await db.request
      .insertInto('trip_reviews')
      .values({ booking_id: reviewed, driver_id: driver!, reasons: ['same-pair'] })
      .execute()
    const flagged = await driveTrip(await city.driver(), 1.5)
    await sql`update bookings set fare_flags = array['too-fast'] where id = ${flagged}`.execute(db.request)
    await learn()
    expect([await queue(), await samples()]).toEqual([[], []])
  })

  it('keeps 20 samples of a driver and 200 in all of an hour, the newest ones [design/maps-111]', async () => {
    const id = await driveTrip(await city.driver(), 1.5)
    await learn()
    const [sample] = await samples()
    await sql`insert into traffic_samples select ${id}, 'street', ${new Date(sample!.at)}::timestamptz - n * interval '1 week',
      ${sample!.hour}, 1.5, 100 from generate_series(1, 30) n`.execute(db.request)
    await driveTrip(await city.driver(), 1.5)
    await learn()
    const counts = await db.request
      .selectFrom('traffic_samples')
      .select((q) => q.fn.countAll<number>().as('n'))
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(counts.n).toBeLessThanOrEqual(20)
    expect((await samples()).some(({ at }) => at === sample!.at)).toBe(true)
  })

  it('a new zone gives the samples its hours; the factors in use keep theirs', async () => {
    await threeDrivers(1.5)
    const before = await admin.call(trafficApi.read, {})
    await admin.call(trafficApi.accept, { body: { version: before.version } })
    const [old] = await samples()
    await city.server.app.settings.change({ timezone: 'Asia/Tokyo' }, null)
    try {
      await learn()
      const [moved] = await samples()
      expect(moved!.hour).not.toBe(old!.hour)
      expect(moved!.hour).toBe(hourOfWeek(moved!.at, 'Asia/Tokyo'))
      expect((await cells()).map(({ hour }) => hour)).toContain(moved!.hour)
      const after = await admin.call(trafficApi.read, {})
      expect(after).toMatchObject({ timezone: 'Asia/Tokyo', inUse: { timezone: zone } })
    } finally {
      await city.server.app.settings.change({ timezone: zone }, null)
      await learn()
    }
    expect((await samples())[0]!.hour).toBe(old!.hour)
  })

  it('PostgreSQL and the page agree on the hour, also at daylight-saving changes', async () => {
    for (const at of ['2026-03-29T00:59:00Z', '2026-03-29T01:01:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      const { rows } = await sql<{
        hour: number
      }>`select ((extract(isodow from at at time zone 'Europe/Berlin') - 1) * 24
        + extract(hour from at at time zone 'Europe/Berlin'))::int as hour from (select ${at}::timestamptz as at) t`.execute(
        db.request,
      )
      expect(rows[0]?.hour).toBe(hourOfWeek(Date.parse(at), 'Europe/Berlin'))
    }
  })
})

describe('the factors in use [design/maps-112]', () => {
  const eta = async () => (await city.quote(rider)).duration
  const now = () => hourOfWeek(Date.now(), zone)

  it('without accepted factors durations and prices are as before, and the estimate is a range', async () => {
    const before = await city.quote(rider)
    await threeDrivers(2)
    const { duration, durationRange, estimate } = await city.quote(rider)
    expect([duration, estimate]).toEqual([before.duration, before.estimate])
    expect(durationRange).toEqual({
      low: Math.round(duration * Math.exp(-0.15)),
      high: Math.round(duration * Math.exp(0.15)),
    })
    await sql`update traffic_state set factors = ${JSON.stringify(tableOf(() => 1))}::jsonb, version = version + 1`.execute(
      db.request,
    )
    await city.server.app.traffic.refresh()
    const known = await city.quote(rider)
    expect([known.duration, known.estimate, known.durationRange]).toEqual([duration, estimate, null])
  })

  it('an admin accepts them; quotes, times and prices use them, quotes made before keep theirs', async () => {
    const made = await city.quote(rider)
    await threeDrivers(2)
    const seen = await admin.call(trafficApi.read, {})
    expect(seen).toMatchObject({ inUse: null, waiting: 0, timezone: zone })
    const { suggested, trips, drivers, current } = seen.classes[2]!.hours[now()]!
    expect([trips, drivers, current]).toEqual([3, 3, null])
    expect(suggested).toBeGreaterThan(1.1)
    const accepted = await admin.call(trafficApi.accept, { body: { version: seen.version } })
    expect(accepted.classes[2]!.hours[now()]!.current).toBe(suggested)

    const quote = await city.quote(rider)
    expect(quote.duration).toBe(Math.round(made.duration * suggested))
    expect(quote.distance).toBe(made.distance)
    expect(quote.estimate).toBeGreaterThan(made.estimate)
    const { low, high } = quote.durationRange!
    expect(low).toBeLessThan(quote.duration)
    expect(high).toBeGreaterThan(quote.duration)
    const preview = await rider.call(quotesApi.preview, { body: { pickup: at(pickup), drop: at(drop) } })
    expect([preview.duration, preview.durationRange]).toEqual([quote.duration, quote.durationRange])
    expect((await city.book(rider, made)).estimateTime).toBe(made.duration)

    await admin.call(trafficApi.clear, { body: { version: accepted.version } })
    expect(await eta()).toBe(made.duration)
  })

  it('the hour of a booking for later counts, not that of the call', async () => {
    await sql`update traffic_state set factors = ${JSON.stringify(tableOf((hour) => (hour === now() ? 1 : 2)))}::jsonb,
      version = version + 1`.execute(db.request)
    await city.server.app.traffic.refresh()
    const body = { pickup, drop, carType: city.economy }
    const { quote: soon } = await rider.call(quotesApi.create, { body })
    const tripdate = Date.now() + 3 * 60 * minute
    const { quote: later } = await rider.call(quotesApi.create, { body: { ...body, bookLater: true, tripdate } })
    expect(later.duration).toBe(2 * soon.duration)
    const preview = await rider.call(quotesApi.preview, { body: { pickup: at(pickup), drop: at(drop), tripdate } })
    expect(preview.duration).toBe(later.duration)
    expect(preview.rows.find(({ carType }) => carType === city.economy)?.estimate).toBe(later.estimate)
  })

  it('the arrival time on a trip has the same factors and a range', async () => {
    const driver = await city.driver()
    const passenger = await city.person('rider')
    const { id } = await city.book(passenger)
    await drives(driver, id).accept()
    const free = (await passenger.call(trackingApi.last, { params: { id } })).eta!
    await sql`update traffic_state set factors = ${JSON.stringify(tableOf(() => 2, 0.2))}::jsonb, version = version + 1`.execute(
      db.request,
    )
    await city.server.app.traffic.refresh()
    // an arrival time is kept for a minute
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    const { eta: slow } = await passenger.call(trackingApi.last, { params: { id } })
    vi.useRealTimers()
    expect(slow).toEqual({
      ...free,
      duration_in_secs: 2 * free.duration_in_secs,
      range: {
        low: Math.round(2 * free.duration_in_secs * Math.exp(-0.2)),
        high: Math.round(2 * free.duration_in_secs * Math.exp(0.2)),
      },
    })
  })

  it('the matrix has one factor for all roads of the hour', async () => {
    await sql`update traffic_state set factors = ${JSON.stringify(tableOf(() => 2))}::jsonb, version = version + 1`.execute(
      db.request,
    )
    await city.server.app.traffic.refresh()
    const { app } = city.server
    const far = { lat: 0, lng: 0 }
    const [[one] = [], [none] = []] = await app.maps.matrix([pickup, far], [drop])
    expect(one!.duration_in_secs).toBe((await app.maps.driveTime(pickup, drop)).duration_in_secs)
    expect(none).toBeNull()
    expect(await app.maps.matrix([pickup], [far])).toEqual([[null]])
  })

  it('the second of two admins gets a conflict; both changes are audited', async () => {
    await threeDrivers(2)
    const { version } = await admin.call(trafficApi.read, {})
    const keys = await Promise.all([
      keyOf(admin.call(trafficApi.accept, { body: { version } })),
      keyOf(admin.call(trafficApi.accept, { body: { version } })),
    ])
    expect(keys.toSorted()).toEqual(['ok', 'settings_changed'])
    await admin.call(trafficApi.clear, { body: { version: version + 1 } })
    const log = await db.request
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject', '=', 'traffic')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(log).toEqual([
      { action: 'traffic.clear', actor_id: admin.id },
      { action: 'traffic.accept', actor_id: admin.id },
    ])
  })

  it('demo mode shows them and refuses changes; no one else reads them', async () => {
    const { version } = await admin.call(trafficApi.read, {})
    await inDemo(city, async () => {
      for (const change of [trafficApi.accept, trafficApi.clear])
        expect(await keyOf(admin.call(change, { body: { version } }))).toBe('demo_mode')
      expect(await keyOf(admin.call(trafficApi.read, {}))).toBe('ok')
    })
    for (const other of [rider, await city.driver(), await city.person('fleetadmin')])
      expect(await keyOf(other.call(trafficApi.read, {}))).toBe('forbidden')
  })
})

const at = ({ lat, lng }: typeof pickup) => ({ lat, lng })

/** The same factor for all roads. */
const tableOf = (factorOf: (hour: number) => number, spread = 0) => {
  const row = Array.from({ length: hoursOfWeek }, (_, hour) => ({ factor: factorOf(hour), spread }))
  return { timezone: zone, motorway: row, main: row, street: row, mixed: row }
}
