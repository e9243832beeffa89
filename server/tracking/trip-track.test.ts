import { bookingsApi } from '@remis/domain/booking/booking-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { expect, it } from 'vitest'
import { arrivedTrip } from '../races/trip-facts.ts'
import { moveBack } from '../testing/move-back.ts'
import { cityFor, pickup } from '../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)

it('the drawn track has at most 200 points, and once the trip is over its line [design/tracking-11]', async () => {
  const { rider, driver, id, drive, code } = await arrivedTrip(city)
  await drive.start(code)
  await moveBack(city, id, 25)
  // 70 m in 4.8 s, all of them far enough apart to be drawn
  const from = Date.now() - 24.5 * 60_000
  const fixes = Array.from({ length: 300 }, (_, i) => ({
    seq: i + 1,
    at: Math.round(from + i * 4800),
    lat: pickup.lat + 0.004 + (i * 0.07) / 111.195,
    lng: pickup.lng,
    accuracy: 5,
  }))
  await driver.call(trackingApi.send, { body: { fixes } })
  const drawn = () => rider.call(trackingApi.track, { params: { id } })
  const running = await drawn()
  expect(running.line).toBeNull()
  expect(running.rows.length).toBeGreaterThan(100)
  expect(running.rows.length).toBeLessThanOrEqual(200)
  await driver.call(bookingsApi.reach, { params: { id }, body: {} })
  expect((await drawn()).line).toEqual(expect.any(String))
})
