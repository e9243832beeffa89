import { bookingsApi } from '@remis/domain/booking/booking-api'
import { mostKm } from '@remis/domain/booking/final-fare/trip-distance'
import type { LatLng } from '@remis/domain/kit/distance'
import { trackingApi, type Fix } from '@remis/domain/tracking/tracking-api'
import { moveBack } from '@remis/server/testing/move-back'
import { drives, drop, openCity, pickup, tripCodeOf, type City, type TestActor } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { findBroken } from '@remis/server/verify/verify'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { many } from '../scale.ts'

/** A driver controls the phone and sends any positions at any time: what can the fare become? */

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
beforeAll(async () => {
  city = await openCity(database)
})

const minute = 60_000
/** min_fare of the test city, with its fee of 15 %. */
const leastFare = 138
const minFare = 120

const onWay = (part: number): LatLng => ({
  lat: pickup.lat + (drop.lat - pickup.lat) * part,
  lng: pickup.lng + (drop.lng - pickup.lng) * part,
})
let seq = 0
const fix = ({ lat, lng }: LatLng, at: number): Fix => ({ seq: ++seq, at: Math.round(at), lat, lng, accuracy: 5 })
/** Fixes between two places on the line through pickup and drop, one every `step` s. */
const along = (from: number, to: number, [a, b]: readonly [number, number], step = 10): Fix[] => {
  const count = Math.max(1, Math.floor((to - from) / (step * 1000)))
  return Array.from({ length: count + 1 }, (_, i) =>
    fix(onWay(a + ((b - a) * i) / count), from + ((to - from) * i) / count),
  )
}
/** To and fro between two places until `to`: as many km as pass for a car. */
const toAndFro = (from: number, to: number, lapMinutes = 3): Fix[] => {
  const laps = Math.floor((to - from) / (lapMinutes * minute))
  return Array.from({ length: laps }, (_, lap) => {
    const start = from + lap * lapMinutes * minute
    return along(start, start + (lapMinutes - 0.2) * minute, lap % 2 === 0 ? [0, 3] : [3, 0])
  }).flat()
}

const started = async (driver: TestActor, startFix?: Fix) => {
  const rider = await city.person('rider')
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  const otp = await tripCodeOf(rider, id)
  await driver.call(bookingsApi.start, { params: { id }, body: { otp, ...(startFix && { fix: startFix }) } })
  return id
}
/** A driver with a last stored fix that is `minutes` old. */
const silentDriver = async (minutes: number, at: LatLng = pickup): Promise<TestActor> => {
  const driver = await city.driver({ at })
  await db.request
    .updateTable('driver_positions')
    .set({ at: new Date(Date.now() - minutes * minute) })
    .where('driver_id', '=', driver.id)
    .execute()
  return driver
}
const send = (driver: TestActor, fixes: Fix[]) => driver.call(trackingApi.send, { body: { fixes } })
const reach = async (driver: TestActor, id: string, fixes: Fix[] = []) =>
  (await driver.call(bookingsApi.reach, { params: { id }, body: { fixes: fixes.slice(-500) } })).booking
const flagsOf = async (id: string) =>
  (await db.request.selectFrom('bookings').select('fare_flags').where('id', '=', id).executeTakeFirstOrThrow())
    .fare_flags

describe('forged tracks', () => {
  it('a trip of no time with a batch dated before the start costs the minimum fare', async () => {
    const driver = await silentDriver(60)
    const id = await started(driver)
    const now = Date.now()
    const reached = await reach(driver, id, toAndFro(now - 55 * minute, now - minute))
    expect(reached.trip_cost).toBe(leastFare)
    expect(await flagsOf(id)).toContain('short-trip')
  })

  it('the same batch sent in parts after the start changes nothing', async () => {
    const driver = await silentDriver(60)
    const id = await started(driver)
    const now = Date.now()
    const forged = toAndFro(now - 55 * minute, now - minute)
    for (let from = 0; from < forged.length; from += 100) await send(driver, forged.slice(from, from + 100))
    expect((await reach(driver, id)).trip_cost).toBe(leastFare)
  })

  it('positions of the future are not driven yet', async () => {
    const driver = await silentDriver(60)
    const id = await started(driver, fix(pickup, Date.now() - 100))
    const now = Date.now()
    const reached = await reach(driver, id, along(now, now + 29_000, [0, 0.5], 1))
    expect(reached.trip_cost).toBe(leastFare)
  })

  it('an old fix far away does not lengthen the trip', async () => {
    const driver = await silentDriver(20, onWay(-3))
    const id = await started(driver)
    await moveBack(city, id, 8)
    const now = Date.now()
    const reached = await reach(driver, id, along(now - 7.9 * minute, now - 1000, [0, 1]))
    expect(reached.distance).toBeLessThan(2.8)
    expect(reached.trip_cost).toBeLessThanOrEqual(reached.estimate!)
  })

  it('driving on and on in the track of an eight-minute trip charges the quote, and the office sees why', async () => {
    const driver = await silentDriver(60)
    const id = await started(driver, fix(pickup, Date.now() - 100))
    await moveBack(city, id, 12)
    const now = Date.now()
    // 158 km/h: no jump between two fixes, but more than a car drives on average.
    const reached = await reach(driver, id, toAndFro(now - 12 * minute + 1000, now - 1000))
    expect(reached.trip_cost).toBeLessThanOrEqual(1.5 * reached.estimate! + minFare)
    expect((await flagsOf(id)).length).toBeGreaterThan(0)
  })

  it('ended at the pickup, the way to the drop is not charged', async () => {
    const driver = await silentDriver(60)
    const id = await started(driver, fix(pickup, Date.now() - 100))
    await moveBack(city, id, 30)
    const reached = await reach(driver, id, [fix(pickup, Date.now() - 100)])
    expect(reached.fare?.final?.distanceKm).toBe(0)
    expect(await flagsOf(id)).toContain('far-from-drop')
  })

  it('a jump to the drop at the end is not believed', async () => {
    const driver = await silentDriver(60)
    const id = await started(driver, fix(pickup, Date.now() - 1000))
    const reached = await reach(driver, id, [fix(drop, Date.now())])
    expect(reached.trip_cost).toBe(leastFare)
  })
})

it('property: no batch of positions takes a fare above 1.5 times the quote plus the minimum fare, or its km above the bound of speed', async () => {
  const place = fc.tuple(fc.double({ min: -6, max: 6, noNaN: true }), fc.integer({ min: -3600, max: 60 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(place, { maxLength: 60 }),
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      async (places, minutes, sorted) => {
        const driver = await silentDriver(90)
        const id = await started(driver)
        if (minutes > 0) await moveBack(city, id, minutes)
        const times = places.map(([, second]) => second)
        if (sorted) times.sort((a, b) => a - b)
        const now = Date.now()
        const forged = places.map(([part], i) => fix(onWay(part), now + times[i]! * 1000))
        const reached = await reach(driver, id, forged)
        expect(reached.trip_cost).toBeLessThanOrEqual(1.5 * reached.estimate! + minFare)
        if (reached.fare?.charged === 'track')
          expect(reached.fare.final?.distanceKm).toBeLessThanOrEqual(mostKm(reached.total_trip_time ?? 0))
      },
    ),
    { numRuns: many(15, 200), seed: 20261122 },
  )
  expect(await findBroken(db.request)).toEqual([])
}, 300_000)
