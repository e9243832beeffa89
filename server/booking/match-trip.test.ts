import type { TrackedPoint } from '@remis/domain/booking/final-fare/trip-points'
import { expect, it } from 'vitest'
import { createLogger } from '../platform/runtime/logger.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { matchTrip } from './match-trip.ts'

/** 110 m in 2 s: 200 km/h by the clock, 50 km/h in a city four times as fast. */
const counted: TrackedPoint[] = [0, 1, 2, 3].map((i) => ({
  lat: -34.9 + i * 0.001,
  lng: -56.18,
  at: 10_000 + i * 2000,
  status: 'STARTED',
}))

const timesAt = async (speed?: number) => {
  const maps = standInMaps()
  const asked: (number | undefined)[] = []
  const watching = {
    ...maps,
    matchedDistance: (fixes: Parameters<typeof maps.matchedDistance>[0]) => {
      asked.push(...fixes.map(({ at }) => at))
      return maps.matchedDistance(fixes)
    },
  }
  await matchTrip({ maps: watching, log: createLogger('silent') }, counted, speed)
  return asked
}

it('matches a trip of the trial city in city time, so that its speed is no jump [design/tracking-14]', async () => {
  expect(await timesAt()).toEqual([10_000, 12_000, 14_000, 16_000])
  expect(await timesAt(4)).toEqual([10_000, 18_000, 26_000, 34_000])
})
