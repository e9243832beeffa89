import { expect, test } from 'vitest'
import { readGraph } from '../graph/graph-file.ts'
import { graphFile } from '../region/region-files.ts'
import { classSeconds, Router } from '../route/router.ts'
import type { ClassSeconds, Trip } from '../route/router.ts'
import { shapeOf } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import { gauss, seeded } from '../testing/random.ts'
import { testMontevideo } from '../testing/test-region.ts'
import type { Fix } from './clean-fixes.ts'
import { TripMatcher } from './trip-matcher.ts'

const { graph } = readGraph(graphFile((await testMontevideo()).folder))
const matcher = new TripMatcher(graph)
const router = new Router(graph)
const snapper = new Snapper(graph)

const total = (seconds: ClassSeconds): number => Object.values(seconds).reduce((sum, part) => sum + part, 0)

/** Routes of 2 to 10 km. */
const routes = (count: number, random: () => number): Trip[] => {
  const found: Trip[] = []
  while (found.length < count) {
    const [a, b] = [0, 0].map(() => {
      const point = Math.floor(random() * graph.shapeLat.length)
      return snapper.nearest(graph.shapeLat[point]!, graph.shapeLng[point]!, 1000)!
    })
    const trip = router.route(a!, b!)
    if (trip && trip.length > 200_000 && trip.length < 1_000_000) found.push(trip)
  }
  return found
}

/** A fix every 5 s of a car that needs `factors` times the free seconds on each class of road. */
const drive = (trip: Trip, factors: ClassSeconds, random: () => number, noise = 8): Fix[] => {
  const fixes: Fix[] = []
  let at = 0
  for (const leg of trip.legs) {
    const free = classSeconds(graph, [leg])
    const seconds = (['motorway', 'main', 'street', 'ferry'] as const).reduce((sum, c) => sum + free[c] * factors[c], 0)
    for (let next = 5 * Math.ceil(at / 5); next < at + seconds; next += 5) {
      const share = (next - at) / seconds
      const part = { ...leg, to: leg.from + share * (leg.to - leg.from) }
      const spot = shapeOf(graph, [part]).at(-1)!
      const metres = 111_195
      fixes.push({
        lat: spot.lat + (gauss(random) * noise) / metres,
        lng: spot.lng + (gauss(random) * noise) / (metres * Math.cos((spot.lat * Math.PI) / 180)),
        at: 1e12 + next * 1000,
        accuracy: noise,
      })
    }
    at += seconds
  }
  return fixes
}

test('the seconds by class of road add up to the time of the route [design/maps-112]', () => {
  for (const trip of routes(100, seeded(3)))
    // Each edge is rounded to a millisecond.
    expect(Math.abs(total(classSeconds(graph, trip.legs)) - trip.time / 1000)).toBeLessThan(0.001 * trip.legs.length)
})

test('roads are classified as motorway, main road or street; a link has the class of its road [design/maps-112]', () => {
  const seconds = routes(100, seeded(4)).map((trip) => classSeconds(graph, trip.legs))
  const sum = (of: keyof ClassSeconds): number => seconds.reduce((all, one) => all + one[of], 0)
  expect(sum('main')).toBeGreaterThan(1000)
  expect(sum('street')).toBeGreaterThan(1000)
  expect(sum('ferry')).toBe(0)
})

test('the stretches of a track have its times, and the free seconds of the roads driven [design/maps-110]', () => {
  const random = seeded(5)
  const factors = { motorway: 1, main: 2, street: 1.3, ferry: 1 }
  const shares: number[] = []
  for (const trip of routes(30, random)) {
    const fixes = drive(trip, factors, random)
    const { stretches } = matcher.match(fixes)
    const driven = stretches.reduce((sum, { from, to }) => sum + (to - from) / 1000, 0)
    const free = stretches.reduce((sum, stretch) => sum + total(stretch.free), 0)
    expect(driven).toBeLessThanOrEqual((fixes.at(-1)!.at! - fixes[0]!.at!) / 1000 + 0.001)
    shares.push(free / (trip.time / 1000))
    for (const { from, to } of stretches) expect(to).toBeGreaterThan(from)
    // Alone on one class of road, the track gives that factor back.
    const main = stretches.filter((stretch) => stretch.free.main > 0.95 * total(stretch.free))
    const seconds = main.reduce((sum, { from, to }) => sum + (to - from) / 1000, 0)
    if (seconds < 120) continue
    const ratio = seconds / main.reduce((sum, stretch) => sum + total(stretch.free), 0)
    expect(ratio).toBeGreaterThan(1.7)
    expect(ratio).toBeLessThan(2.3)
  }
  const middle = shares.toSorted((a, b) => a - b)[15]!
  expect(middle).toBeGreaterThan(0.94)
  expect(middle).toBeLessThan(1.03)
})

test('a wait is part of the stretch that follows; fixes without times have no stretches [design/maps-110]', () => {
  const [trip] = routes(1, seeded(6))
  const fixes = drive(trip!, { motorway: 1, main: 1, street: 1, ferry: 1 }, seeded(7), 5)
  const half = fixes.length >> 1
  const standing = Array.from({ length: 12 }, (_, i) => ({ ...fixes[half]!, at: fixes[half]!.at! + i * 5000 }))
  const later = fixes.slice(half + 1).map((fix) => ({ ...fix, at: fix.at! + 60_000 }))
  const driven = (track: readonly Fix[]): number =>
    matcher.match(track).stretches.reduce((sum, { from, to }) => sum + (to - from) / 1000, 0)
  expect(driven([...fixes.slice(0, half), ...standing, ...later]) - driven(fixes)).toBeGreaterThan(45)
  expect(matcher.match(fixes.map(({ at: _at, ...fix }) => fix)).stretches).toEqual([])
})
