import { bookingsApi } from '@remis/domain/booking/booking-api'
import { fareOf } from '@remis/domain/fare/fare'
import type { Tariff } from '@remis/domain/fare/tariff'
import type { LatLng } from '@remis/domain/kit/distance'
import { trackingApi, type Fix } from '@remis/domain/tracking/tracking-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actors.ts'
import { startTestApp } from '../testing/app.ts'
import { openSession } from '../testing/make-person.ts'
import { moveBack } from '../testing/move-back.ts'
import { drives, drop, openCity, pickup, tripCodeOf, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { deleteOldTracks } from './delete-old-tracks.ts'
import { findBroken } from '../verify/verify.ts'

const database = await databaseFor(import.meta.url)
const restarted = await databaseFor('restart.test.ts')
const trial = await databaseFor('trial.test.ts')
const { db } = database
let city: City

beforeAll(async () => {
  city = await openCity(database)
})

const minute = 60_000

/** Part of the way from pickup to drop; below 0 and above 1 on the same line. */
const onWay = (part: number): LatLng => ({
  lat: pickup.lat + (drop.lat - pickup.lat) * part,
  lng: pickup.lng + (drop.lng - pickup.lng) * part,
})
/** 2.6 km: an even drive from pickup to drop. */
const wayKm = 2.64

let seq = 0
const fix = (place: LatLng, at: number, accuracy = 8): Fix => ({
  seq: ++seq,
  at,
  lat: place.lat,
  lng: place.lng,
  accuracy,
})

/** Fixes every 10 s on the straight way between two times. */
const drive = (from: number, to: number, [start, end]: readonly [number, number] = [0, 1]): Fix[] => {
  const count = Math.floor((to - from) / 10_000)
  return Array.from({ length: count + 1 }, (_, i) => fix(onWay(start + ((end - start) * i) / count), from + i * 10_000))
}

/** A driver at the pickup with a last fix `minutes` ago, as when the phone has been asleep since. */
const driverSeen = async (minutes: number, at: LatLng = pickup): Promise<TestActor> => {
  const driver = await city.driver({ at })
  await db.request
    .updateTable('driver_positions')
    .set({ at: new Date(Date.now() - minutes * minute) })
    .where('driver_id', '=', driver.id)
    .execute()
  return driver
}

/** A trip that has just started; the start carries `startFix`. */
const start = async (driver: TestActor, startFix?: () => Fix) => {
  const rider = await city.person('rider')
  const { id } = await city.book(rider)
  const move = drives(driver, id)
  await move.accept()
  await move.arrive()
  const otp = await tripCodeOf(rider, id)
  const body = { otp, ...(startFix === undefined ? {} : { fix: startFix() }) }
  await driver.call(bookingsApi.start, { params: { id }, body })
  return { rider, driver, id }
}

/** The driver signed in on another phone. */
const secondPhone = async ({ id }: TestActor) => actorOf(city.server.url, (await openSession(db, id)).token)

const reach = async (driver: TestActor, id: string, fixes: Fix[] = []) =>
  (await driver.call(bookingsApi.reach, { params: { id }, body: { fixes } })).booking
const rowOf = (id: string) =>
  db.request.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const startPoint = (id: string) =>
  db.request
    .selectFrom('track_points')
    .selectAll()
    .where('booking_id', '=', id)
    .where('seq', '=', -2)
    .executeTakeFirstOrThrow()
const trackOf = (id: string) =>
  db.request.selectFrom('driven_tracks').selectAll().where('booking_id', '=', id).executeTakeFirstOrThrow()
/** The fare of the booking's tariff, minor units. */
const fareFor = async (id: string, distanceKm: number, seconds: number): Promise<number> => {
  const row = await rowOf(id)
  return fareOf(row.tariff as Tariff, { distanceKm, seconds, parcel: 0, option: 0 }).tripCost
}
const sound = async () => expect(await findBroken(db.request)).toEqual([])

describe('stories of the final fare', () => {
  it('an ordinary trip is charged as driven, without flags, and its track is recorded [design/tracking-22]', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 8)
    const now = Date.now()
    const way = drive(now - 8 * minute + 1000, now - 1000)
    const reached = await reach(driver, id, way)
    expect(reached.fare?.charged).toBe('track')
    expect(reached.distance).toBeCloseTo(wayKm, 1)
    expect((await rowOf(id)).fare_flags).toEqual([])
    // the logged start and the fixes
    const track = await trackOf(id)
    expect(track).toMatchObject({ points: 1 + way.length, last_at: way.at(-1)?.at, line: expect.any(String) })
    expect(Math.abs(track.first_at! - reached.startTime!)).toBeLessThan(1000)
    await sound()
  })

  it('sleeping phone: the last fix before the start is old and far away, so the trip starts at the pickup', async () => {
    const far = onWay(-3)
    const { driver, id } = await start(await driverSeen(20, far))
    expect(await startPoint(id)).toMatchObject({ lat: pickup.lat, lng: pickup.lng })
    await moveBack(city, id, 8)
    const now = Date.now()
    const reached = await reach(driver, id, drive(now - 7 * minute, now - 1000, [0.1, 1]))
    expect(reached.distance).toBeCloseTo(wayKm, 1)
    expect(reached.fare?.final?.distanceKm).toBe(reached.distance)
    await sound()
  })

  it('sleeping phone: one fix at the end gives two points, and the quote’s distance after its time', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 8)
    const reached = await reach(driver, id, [fix(drop, Date.now() - 500)])
    expect(reached.fare?.charged).toBe('quote-two-points')
    expect(reached.fare?.final?.distanceKm).toBe(reached.estimateDistance)
    await sound()
  })

  it('sleeping phone: no position at all charges the quote’s distance, flagged for the office', async () => {
    const { driver, id } = await start(await driverSeen(40))
    await moveBack(city, id, 8)
    const reached = await reach(driver, id)
    expect(reached.fare?.charged).toBe('quote-no-track')
    expect((await rowOf(id)).fare_flags).toEqual(['no-track'])
    await sound()
  })

  it('backlog after the start: the way to the pickup is not charged', async () => {
    const driver = await driverSeen(40, onWay(-3))
    const approach = (until: number) => drive(until - 12 * minute, until - 1000, [-3, 0])
    const { id } = await start(driver, () => ({ ...fix(pickup, Date.now()), seq: 0 }))
    await moveBack(city, id, 8)
    const now = Date.now()
    const started = now - 8 * minute
    const late = await driver.call(trackingApi.send, { body: { fixes: approach(started) } })
    expect(late.dropped).toBe(0)
    const reached = await reach(driver, id, drive(started + 1000, now - 1000))
    expect(reached.distance).toBeCloseTo(wayKm, 1)
    expect((await trackOf(id)).first_at).toBeGreaterThanOrEqual(reached.startTime! - 5000)
    await sound()
  })

  it('basement pickup: a fix that is far off and inexact does not move the start', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(onWay(-0.3), Date.now(), 900))
    expect(await startPoint(id)).toMatchObject({ lat: pickup.lat, lng: pickup.lng })
    await moveBack(city, id, 8)
    const now = Date.now()
    // The first exact fix comes at street level, a minute later.
    const reached = await reach(driver, id, drive(now - 7 * minute, now - 1000, [0.12, 1]))
    expect(reached.distance).toBeCloseTo(wayKm, 1)
    await sound()
  })

  it('server restart in mid-trip: both halves are charged, and a phone left at home does not take over [design/tracking-49]', async () => {
    const before = await openCity(restarted)
    const home = city
    city = before
    try {
      const driver = await before.driver({ at: pickup })
      const { rider, id } = await start(driver, () => fix(pickup, Date.now()))
      await moveBack(before, id, 8)
      const now = Date.now()
      await driver.call(trackingApi.send, {
        body: { fixes: drive(now - 8 * minute + 1000, now - 4 * minute, [0, 0.5]) },
      })
      await before.server.stop()
      const again = await startTestApp(restarted, { sweeps: false })
      const home = actorOf(again.url, (await openSession(restarted.db, driver.id)).token)
      const parked = await home.call(trackingApi.send, { body: { fixes: [fix(onWay(0.45), now - 2000)] } })
      expect(parked).toMatchObject({ lastSeq: -1, dropped: 1 })
      const driving = { ...actorOf(again.url, driver.token), id: driver.id, name: driver.name }
      const body = { fixes: drive(now - 4 * minute + 5000, now - 1000, [0.5, 1]) }
      const reached = (await driving.call(bookingsApi.reach, { params: { id }, body })).booking
      expect(reached.distance).toBeCloseTo(wayKm, 1)
      expect(reached.fare?.charged).toBe('track')
      expect(rider.id).not.toBe(driver.id)
    } finally {
      city = home
    }
  })

  it('backdated batch: points from before the start are not charged', async () => {
    const { driver, id } = await start(await driverSeen(40, onWay(-3)), () => ({ ...fix(pickup, Date.now()), seq: 0 }))
    await moveBack(city, id, 1.5)
    const now = Date.now()
    // 16 km of a car going to and fro, all of it dated before the start.
    const forged = [0, 1, 2, 3].flatMap((lap) =>
      drive(now - (20 - lap * 4.5) * minute, now - (16.5 - lap * 4.5) * minute, lap % 2 === 0 ? [0, 1.5] : [1.5, 0]),
    )
    const reached = await reach(driver, id, forged)
    expect(reached.fare?.charged).toBe('minimum')
    expect(reached.trip_cost).toBeLessThan(reached.estimate!)
    expect((await trackOf(id)).points).toBe(1)
    await sound()
  })

  it('more km than a car drives in the time of the trip charge the minimum, flagged', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 1.5)
    const now = Date.now()
    // 190 km/h passes as a jump between two fixes, not as a trip.
    const reached = await reach(driver, id, drive(now - 1.5 * minute + 1000, now - 1000, [0, 1.7]))
    expect(reached.distance).toBeGreaterThan(4)
    expect(reached.fare?.charged).toBe('minimum')
    expect((await rowOf(id)).fare_flags).toContain('too-fast')
    // a line that was not believed is not kept [design/tracking-22]
    expect((await trackOf(id)).line).toBeNull()
    await sound()
  })

  it('zero-second trip: ended at the pickup it costs the minimum fare, flagged [design/moves-64]', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now() - 100))
    const reached = await reach(driver, id, [fix(pickup, Date.now())])
    expect(reached.fare?.final?.distanceKm).toBe(0)
    expect((await rowOf(id)).trip_cost).toBe(await fareFor(id, 0, 0))
    expect(reached.trip_cost).toBeLessThan(reached.estimate!)
    expect((await rowOf(id)).fare_flags).toEqual(['far-from-drop', 'short-trip'])
    await sound()
  })

  /** A trip of eight minutes; the car's phone has sent the first half, then nothing for `silent` minutes. */
  const halfSent = async (silent: number) => {
    const driver = await driverSeen(40)
    const session = await db.request.selectFrom('sessions').select('id').where('user_id', '=', driver.id).execute()
    const { id } = await start(driver, () => fix(pickup, Date.now()))
    await moveBack(city, id, 8)
    const now = Date.now()
    const way = drive(now - 8 * minute + 1000, now - 1000)
    const half = way.length / 2
    await driver.call(trackingApi.send, { body: { fixes: way.slice(0, half) } })
    city.server.app.lastPositions.senders.heard(driver.id, session[0]!.id, now - silent * minute)
    return { driver, id, rest: way.slice(half), other: await secondPhone(driver), at: now - 3.5 * minute }
  }

  it.each([0, 1, 4.9])(
    'two phones, one silent for %s min: the fixes of the other are not part of the trip',
    async (silent) => {
      const { driver, id, rest, other, at } = await halfSent(silent)
      const home = onWay(2)
      const lost = await other.call(trackingApi.send, { body: { fixes: [{ ...fix(home, at), seq: seq + 50 }] } })
      expect(lost).toEqual({ lastSeq: -1, dropped: 1, lastAt: rest[0]!.at - 10_000 })
      // the phone in the car has a network again, and sends what it kept
      expect((await driver.call(trackingApi.send, { body: { fixes: rest } })).dropped).toBe(0)
      expect((await reach(driver, id)).distance).toBeCloseTo(wayKm, 1)
      const points = await db.request.selectFrom('track_points').select('lat').where('booking_id', '=', id).execute()
      expect(points.some(({ lat }) => Math.abs(lat - home.lat) < 0.001)).toBe(false)
      await sound()
    },
  )

  it('the phone that takes over after five minutes loses no reading, also with numbers of the first one [design/tracking-48]', async () => {
    const { driver, id, rest, other } = await halfSent(5.1)
    const kept = rest.map((one, i) => ({ ...one, seq: 1 + i }))
    const taken = await other.call(trackingApi.send, { body: { fixes: kept } })
    expect([taken.dropped, taken.lastSeq]).toEqual([0, rest.at(-1)!.seq])
    // the answer was lost: the phone sends them again
    expect(await other.call(trackingApi.send, { body: { fixes: kept } })).toEqual(taken)
    // the phone of the last move need not wait
    const back = await driver.call(trackingApi.send, { body: { fixes: [fix(drop, Date.now())] } })
    expect(back.dropped).toBe(0)
    expect((await reach(driver, id)).distance).toBeCloseTo(wayKm, 1)
    await sound()
  })
})

describe('a reach away from the drop [design/moves-63]', () => {
  it('charges the way driven, not the quote', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 8)
    const now = Date.now()
    const reached = await reach(driver, id, drive(now - 8 * minute + 1000, now - 1000, [0, 0.5]))
    expect(reached.fare?.charged).toBe('track')
    expect(reached.distance).toBeCloseTo(wayKm / 2, 1)
    expect((await rowOf(id)).fare_flags).toEqual(['far-from-drop'])
    await sound()
  })

  it('without a track charges the road from the pickup to where it ended', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 8)
    const reached = await reach(driver, id, [fix(onWay(0.5), Date.now() - 500)])
    expect(reached.fare?.charged).toBe('route')
    // The stand-in's roads are 1.3 times the straight line.
    expect(reached.fare?.final?.distanceKm).toBeCloseTo((wayKm / 2) * 1.3, 1)
    await sound()
  })
})

describe('the price [design/moves-65], [design/moves-67]', () => {
  /** A detour of four times the way in the quoted time and a half. */
  const detour = async () => {
    const { rider, driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 30)
    const from = Date.now() - 30 * minute + 1000
    const laps = [0, 1, 2, 3, 4, 5, 6].flatMap((lap) =>
      drive(from + lap * 4 * minute, from + (lap * 4 + 3.9) * minute, lap % 2 === 0 ? [0, 1] : [1, 0]),
    )
    return { rider, driver, id, laps }
  }

  it('far above the quote: the quote is charged, and only the office sees the computed fare [design/moves-26] [design/moves-62]', async () => {
    const { rider, driver, id, laps } = await detour()
    const reached = await reach(driver, id, laps)
    expect(reached).toMatchObject({ fare: { charged: 'capped' }, trip_cost: reached.estimate })
    const office = (await (await city.person('admin')).call(bookingsApi.get, { params: { id } })).booking
    expect(office.fareFlags).toEqual(['capped'])
    expect(office.fare?.computed?.total).toBeGreaterThan(1.5 * reached.estimate!)
    for (const who of [rider, driver]) {
      const seen = JSON.stringify((await who.call(bookingsApi.get, { params: { id } })).booking)
      expect(seen).not.toMatch(/computed|fareFlags/)
    }
    await sound()
  })

  it('holdQuoteWithin charges the quote when the computed fare is near it', async () => {
    await city.server.app.settings.change({ holdQuoteWithin: 60 }, null)
    try {
      const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
      await moveBack(city, id, 8)
      const now = Date.now()
      const reached = await reach(driver, id, drive(now - 8 * minute + 1000, now - 1000))
      expect(reached).toMatchObject({ fare: { charged: 'held' }, trip_cost: reached.estimate })
      await sound()
    } finally {
      await city.server.app.settings.change({ holdQuoteWithin: 0 }, null)
    }
  })
})

describe('retention [design/tracking-12]', () => {
  it('deletes points after trackDays, and the receipt keeps the line along the roads', async () => {
    const { rider, driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await moveBack(city, id, 8)
    const now = Date.now()
    await reach(driver, id, drive(now - 8 * minute + 1000, now - 1000))
    const before = await rider.call(trackingApi.track, { params: { id } })
    expect(before.rows.length).toBeGreaterThan(10)
    expect(before.line).not.toBeNull()
    await moveBack(city, id, 29.9 * 24 * 60)
    await deleteOldTracks(city.server.app)
    expect((await rider.call(trackingApi.track, { params: { id } })).rows).toHaveLength(before.rows.length)
    await moveBack(city, id, 0.2 * 24 * 60)
    await deleteOldTracks(city.server.app)
    expect(await rider.call(trackingApi.track, { params: { id } })).toEqual({ rows: [], line: before.line })
    await sound()
  })

  it('follows the setting', async () => {
    const { driver, id } = await start(await driverSeen(40), () => fix(pickup, Date.now()))
    await reach(driver, id)
    await moveBack(city, id, 3 * 24 * 60)
    await city.server.app.settings.change({ trackDays: 2 }, null)
    await deleteOldTracks(city.server.app)
    await city.server.app.settings.change({ trackDays: 30 }, null)
    expect(await db.request.selectFrom('track_points').select('seq').where('booking_id', '=', id).execute()).toEqual([])
  })
})

it('the trial bills city time: at four times the speed a minute counts four [design/moves-66]', async () => {
  const home = city
  city = await openCity(trial, { env: { SIMULATED_SPEED: '4' } })
  try {
    const driver = await city.driver({ at: pickup })
    const { id } = await start(driver, () => fix(pickup, Date.now()))
    await moveBack(city, id, 2)
    const now = Date.now()
    const reached = await reach(driver, id, drive(now - 2 * minute + 1000, now - 1000))
    expect(reached.total_trip_time).toBeGreaterThanOrEqual(480)
    expect(reached.total_trip_time).toBeLessThan(500)
    expect(reached.fare?.final?.seconds).toBe(reached.total_trip_time)
    expect(await findBroken(trial.db.request)).toEqual([])
  } finally {
    city = home
  }
})
