import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { fareOf } from '@remis/domain/fare/fare'
import type { Tariff } from '@remis/domain/fare/tariff'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { savedAddressesApi } from '@remis/domain/places/places-api'
import { safetyApi } from '@remis/domain/safety/safety-api'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { send } from '../../chat/chat-fixture.ts'
import { standInMaps } from '../../providers/maps/stand-in-maps.ts'
import { findBroken } from '../../verify/verify.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { storeFixes } from '../../tracking/store-fixes.ts'
import { actorOf } from '../../testing/actors.ts'
import { moveBack } from '../../testing/move-back.ts'
import {
  drives,
  drop,
  keyOf,
  openCity,
  pickup,
  tripCodeOf,
  type City,
  type TestActor,
} from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const standIn = standInMaps()
let matches = 0
const maps: typeof standIn = {
  ...standIn,
  matchedDistance: (...asked) => {
    matches++
    return standIn.matchedDistance(...asked)
  },
}
let city: City

beforeAll(async () => {
  city = await openCity(database, { maps })
})

const started = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, id))
  await moveBack(city, id, 6)
  clock = Date.now() - 6 * 60_000
  return { rider, driver, id }
}

let seq = 0
let clock = 0

/** Fixes of a car going north every 100 m in 5 s, between `from` and `to` hundred metres. */
const fixes = (from: number, to: number): Fix[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    seq: ++seq,
    at: (clock += 5000),
    lat: pickup.lat + 0.004 + ((from + i) * 0.1) / 111.195,
    lng: pickup.lng,
    accuracy: 5,
  }))

const reach = (driver: TestActor, id: string, body: { fixes?: Fix[]; pressedAt?: number } = {}) =>
  driver.call(bookingsApi.reach, { params: { id }, body }).then(({ booking }) => booking)

const rowOf = (id: string) =>
  db.request.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the final fare [design/moves-22]', () => {
  it('charges the tracked distance including the points of the command, and its fare lines explain it', async () => {
    const { driver, id, rider } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    const reached = await reach(driver, id, { fixes: fixes(21, 40) })
    expect(reached.fare?.charged).toBe('track')
    expect(reached.distance).toBeGreaterThan(3.7)
    expect(reached.distance).toBeLessThan(4.1)
    const row = await rowOf(id)
    const trip = { distanceKm: reached.distance ?? 0, seconds: row.total_trip_time ?? 0, parcel: 0, option: 0 }
    expect(row.trip_cost).toBe(fareOf(row.tariff as Tariff, trip).tripCost)
    expect(row.estimate).not.toBe(row.trip_cost)
    expect(row.payable_amount).toBe(row.trip_cost)
    const seen = (await rider.call(bookingsApi.get, { params: { id } })).booking
    expect(seen.fare?.final).toMatchObject({ distanceKm: reached.distance, total: reached.trip_cost })
    expect(JSON.stringify(seen.fare)).not.toContain('lines')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('stores the end and the seconds of the trip, logs the driver’s position, and saves the drop [booking-14] [tracking-2] [places-12] [design/tracking-9] [design/moves-25]', async () => {
    const { driver, id, rider } = await started()
    const logged = () =>
      db.request
        .selectFrom('track_points')
        .select(['seq', 'status', 'at', 'lat', 'lng'])
        .where('booking_id', '=', id)
        .where('seq', '<', 0)
        .orderBy('seq')
        .execute()
    const here: Fix = { seq: ++seq, at: Date.now() - 1000, lat: drop.lat, lng: drop.lng, accuracy: 5 }
    const { startTime, endTime, total_trip_time: seconds } = await reach(driver, id, { fixes: [here] })
    expect(endTime).toBeGreaterThan(startTime ?? 0)
    expect(seconds).toBe(Math.round(((endTime ?? 0) - (startTime ?? 0)) / 1000))
    expect(await logged()).toMatchObject([
      { seq: -2, status: 'STARTED', at: startTime },
      { seq: -1, status: 'REACHED', at: endTime, lat: drop.lat, lng: drop.lng },
    ])
    const { lat, lng, add } = drop
    const { rows } = await rider.call(savedAddressesApi.list, {})
    expect(rows).toMatchObject([{ description: `${add}, Montevideo`, lat, lng, count: 1 }])
  })

  it('logs no end where the driver’s place is not known [design/tracking-9]', async () => {
    const { driver, id } = await started()
    await reach(driver, id)
    const points = await db.request.selectFrom('track_points').select('seq').where('booking_id', '=', id).execute()
    expect(points.map((point) => point.seq)).toEqual([-2])
  })

  it('asks the maps for nothing when the trip has ended already [design/moves-95]', async () => {
    const { driver, id } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    const routes = vi.spyOn(maps, 'route')
    const before = matches
    await reach(driver, id, { pressedAt: clock })
    expect([routes.mock.calls.length, matches - before]).toEqual([1, 1])
    expect(await keyOf(reach(driver, id, { pressedAt: clock }))).toBe('booking_moved_on')
    expect([routes.mock.calls.length, matches - before]).toEqual([1, 1])
    routes.mockRestore()
  })

  it('starts again when a point is stored while the others are matched', async () => {
    const { driver, id } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    const stop = city.server.failpoint.pause('reach.matched')
    const before = city.server.failpoint.passes('reach.matched')
    const answer = reach(driver, id)
    await stop.reached
    await storeFixes(city.server.app, driver.id, fixes(21, 30))
    stop.release()
    const reached = await answer
    expect(city.server.failpoint.passes('reach.matched') - before).toBe(2)
    expect(reached.distance).toBeGreaterThan(2.8)
    expect(reached.distance).toBeLessThan(3.1)
  })

  it('points from after the command start no new round and are not charged [design/moves-21]', async () => {
    const { driver, id } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    const stop = city.server.failpoint.pause('reach.matched')
    const before = city.server.failpoint.passes('reach.matched')
    const answer = reach(driver, id)
    await stop.reached
    // dated 2 s after now, so within what the clocks of phone and server may differ by
    const now = Date.now()
    clock = now - 3000
    await storeFixes(city.server.app, driver.id, fixes(21, 21))
    stop.release()
    const { distance, endTime } = await answer
    expect(city.server.failpoint.passes('reach.matched') - before).toBe(1)
    expect(endTime).toBeLessThanOrEqual(now)
    expect(distance).toBeLessThan(2.1)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('an offline end counts from the press: seconds, points and place [design/moves-95]', async () => {
    const { driver, id } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    const pressedAt = clock
    const place = { lat: pickup.lat + 0.004 + 2 / 111.195, lng: pickup.lng }
    const {
      startTime,
      endTime,
      distance,
      total_trip_time: seconds,
    } = await reach(driver, id, {
      pressedAt,
      fixes: fixes(21, 60),
    })
    expect(endTime).toBe(pressedAt)
    expect(seconds).toBe(Math.round((pressedAt - (startTime ?? 0)) / 1000))
    expect(distance).toBeLessThan(2.3)
    const end = await db.request
      .selectFrom('track_points')
      .select(['lat', 'at'])
      .where('booking_id', '=', id)
      .where('seq', '=', -1)
      .executeTakeFirst()
    expect(end?.at).toBe(pressedAt)
    expect(end?.lat).toBeCloseTo(place.lat, 6)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('chat, links and late alerts stay open from the arrival of an offline end [design/moves-122]', async () => {
    const { rider, driver, id } = await started()
    const { token } = await rider.call(guestLinksApi.add, { params: { id }, body: {} })
    await moveBack(city, id, 36)
    const late = Date.now() - 35 * 60_000
    await reach(driver, id, { pressedAt: late })
    await drives(driver, id).receiveCash()
    expect((await rowOf(id)).end_time).toBe(late)
    const seen = await actorOf(city.server.url, undefined).call(guestLinksApi.follow, { body: { token } })
    expect(seen).toMatchObject({ endedAt: late })
    await send(rider, id, 'My umbrella is in the car')
    await driver.call(safetyApi.panic, { params: { id }, body: { pressedAt: late + 60_000, position: null } })
    const { justEnded } = await driver.call(dispatchApi.day, {})
    expect(justEnded).toMatchObject([{ id }])
    expect(justEnded[0]!.until).toBeGreaterThan(Date.now() + 29 * 60_000)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('pressedAt is limited to the time from the start to now [design/moves-95]', async () => {
    const [early, late] = [await started(), await started()]
    const before = Date.now()
    const ended = await reach(late.driver, late.id, { pressedAt: Date.now() + 3_600_000 })
    expect(ended.endTime).toBeGreaterThanOrEqual(before - 1000)
    expect(ended.endTime).toBeLessThanOrEqual(Date.now() + 1000)
    const short = await reach(early.driver, early.id, { pressedAt: 1 })
    expect([short.endTime, short.total_trip_time]).toEqual([short.startTime, 0])
    expect((await rowOf(early.id)).fare_flags).toContain('short-trip')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('stores later points and does not charge them', async () => {
    const { driver, id } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    const reached = await reach(driver, id)
    await storeFixes(city.server.app, driver.id, fixes(21, 60))
    const points = await db.request.selectFrom('track_points').selectAll().where('booking_id', '=', id).execute()
    expect(points.filter(({ status, seq: n }) => status === 'REACHED' && n >= 0)).toHaveLength(40)
    const paid = await driver.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash' } })
    expect(paid.booking).toMatchObject({ trip_cost: reached.trip_cost, distance: reached.distance })
  })

  it('charges the quote and flags the booking when the maps fail', async () => {
    const { driver, id } = await started()
    await storeFixes(city.server.app, driver.id, fixes(1, 20))
    maps.fail('UPSTREAM')
    const reached = await reach(driver, id).finally(() => maps.fail(undefined))
    expect(reached).toMatchObject({ status: 'REACHED', fare: { charged: 'quote-implausible' } })
    expect((await rowOf(id)).fare_flags).toContain('match-failed')
  })

  it('repeats the answer of the first reach with the same key', async () => {
    const { driver, id } = await started()
    const body = { fixes: fixes(1, 10) }
    const ask = () => driver.call(bookingsApi.reach, { params: { id }, body }, { key: `reach-${id}` })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(new Set(answers.map(({ booking }) => booking.version))).toEqual(new Set([4]))
    expect(await ask()).toEqual(answers[0])
  })

  it('uses the operator’s time zone for HH:mm:ss [design/api-29]', async () => {
    const { driver, id } = await started()
    const reached = await reach(driver, id)
    const expected = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Montevideo',
      timeStyle: 'medium',
    }).format(reached.endTime ?? 0)
    expect(reached.trip_end_time).toBe(expected)
  })
})
