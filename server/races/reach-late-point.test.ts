import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { describe, expect, it } from 'vitest'
import { moveBack } from '../testing/move-back.ts'
import { pickup, type TestActor } from '../testing/test-city.ts'
import { storeFixes } from '../tracking/store-fixes.ts'
import { inOrder, stops, untilWaiting } from './in-order.ts'
import { arrivedTrip, openRaces } from './trip-facts.ts'

const { city, db } = await openRaces(import.meta.url)

let seq = 0
let clock = 0
/** Fixes of a car going north every 100 m in 5 s. */
const fixes = (from: number, to: number): Fix[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    seq: ++seq,
    at: (clock += 5000),
    lat: pickup.lat + 0.004 + ((from + i) * 0.1) / 111.195,
    lng: pickup.lng,
    accuracy: 5,
  }))

/** A trip in STARTED that has gone two km. */
const driven = async () => {
  const trip = await arrivedTrip(city)
  await trip.drive.start(trip.code)
  await moveBack(city, trip.id, 6)
  clock = Date.now() - 6 * 60_000
  await storeFixes(city.server.app, trip.driver.id, fixes(1, 20))
  return trip
}
const reach = async (driver: TestActor, id: string) =>
  (await driver.call(bookingsApi.reach, { params: { id }, body: {} })).booking
const pointsOf = async (id: string, status: 'STARTED' | 'REACHED') => {
  const points = db.request.selectFrom('track_points').select('seq').where('booking_id', '=', id)
  return (await points.where('status', '=', status).where('seq', '>=', 0).execute()).length
}

describe('reach/late point: a point is charged or comes after the trip, never lost [design/moves-21]', () => {
  for (const at of stops)
    it(`reach first (stopped at ${at}): the point waits, is stored as after the trip and not charged`, async () => {
      const { driver, id } = await driven()
      const [ended] = await inOrder(
        city,
        `reach.${at}`,
        () => reach(driver, id),
        () => storeFixes(city.server.app, driver.id, fixes(21, 40)),
      )
      expect([await pointsOf(id, 'STARTED'), await pointsOf(id, 'REACHED')]).toEqual([20, 20])
      expect(ended.distance).toBeGreaterThan(1.7)
      expect(ended.distance).toBeLessThan(2.1)
    })

  it('the point first, not yet committed: the reach waits for it, matches again and charges it', async () => {
    const { driver, id } = await driven()
    const { app, failpoint } = city.server
    const rounds = failpoint.passes('reach.matched')
    let ended: ReturnType<typeof reach> | undefined
    await db.transact(async (tx) => {
      await storeFixes({ ...app, db: { ...app.db, request: tx } }, driver.id, fixes(21, 40))
      ended = reach(driver, id)
      await untilWaiting(city)
    })
    const booking = await ended
    expect(failpoint.passes('reach.matched') - rounds).toBe(2)
    expect([await pointsOf(id, 'STARTED'), await pointsOf(id, 'REACHED')]).toEqual([40, 0])
    expect(booking?.distance).toBeGreaterThan(3.7)
  })

  it('a point that arrives while the others are matched is charged', async () => {
    const { driver, id } = await driven()
    const [ended] = await inOrder(
      city,
      'reach.matched',
      () => reach(driver, id),
      () => storeFixes(city.server.app, driver.id, fixes(21, 40)),
    )
    expect([await pointsOf(id, 'STARTED'), await pointsOf(id, 'REACHED')]).toEqual([40, 0])
    expect(ended.distance).toBeGreaterThan(3.7)
  })
})
