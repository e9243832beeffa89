import type { TrackedPoint } from '@remis/domain/booking/final-fare/trip-points'
import { kmBetween } from '@remis/domain/kit/distance'
import { expect, it } from 'vitest'
import { createLogger } from '../platform/runtime/logger.ts'
import { googleMatching } from '../providers/maps/google/google-matching.ts'
import type { TrackFix } from '../providers/maps/maps-provider.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { matchTrip } from './match-trip.ts'

/** 110 m in 2 s: 200 km/h by the clock, 50 km/h in a city four times as fast. */
const counted: TrackedPoint[] = [0, 1, 2, 3].map((i) => ({
  lat: -34.9 + i * 0.001,
  lng: -56.18,
  at: 10_000 + i * 2000,
  status: 'STARTED',
}))

/** 24 km, a fix each 80 m. */
const long: TrackedPoint[] = Array.from({ length: 301 }, (_, i) => ({
  lat: -34.9 + (i * 80) / 111_195,
  lng: -56.18,
  at: 10_000 + i * 6000,
  status: 'STARTED',
}))

/** The points that a service gets, and the longest way between two of them, km. */
const askedOf = async (mostFixes?: number) => {
  const maps = standInMaps()
  const asked: TrackFix[] = []
  let calls = 0
  const watching = {
    ...maps,
    ...(mostFixes === undefined ? {} : { mostFixes }),
    matchedDistance: (fixes: readonly TrackFix[]) => {
      calls++
      asked.push(...fixes)
      return maps.matchedDistance(fixes)
    },
  }
  await matchTrip({ maps: watching, log: createLogger('silent') }, long)
  expect(calls).toBe(1)
  const gaps = asked.slice(1).map((fix, i) => kmBetween(asked[i]!, fix))
  return { points: asked.length, gap: Math.max(...gaps) }
}

it('gives a service that needs it points at most 300 m apart, others 25 points, in one call [design/tracking-14] [tracking-7]', async () => {
  const google = await askedOf(googleMatching({ ask: () => Promise.reject(new Error('not asked')) }).mostFixes)
  expect(google.points).toBeGreaterThan(100)
  expect(google.gap).toBeLessThan(0.3)
  expect((await askedOf()).points).toBe(25)
})

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
