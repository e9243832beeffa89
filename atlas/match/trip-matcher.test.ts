import { afterAll, describe, expect, test } from 'vitest'
import { readGraph } from '../graph/graph-file.ts'
import { metresBetween } from '../graph/geodesy.ts'
import { graphFile } from '../region/region-files.ts'
import { Router } from '../route/router.ts'
import { shapeOf } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import { gauss, quantile, seeded } from '../testing/random.ts'
import { testMontevideo } from '../testing/test-region.ts'
import { cleanFixes } from './clean-fixes.ts'
import type { Fix } from './clean-fixes.ts'
import { MatcherThread } from './matcher-thread.ts'
import { TripMatcher } from './trip-matcher.ts'

const { graph, memory } = readGraph(graphFile((await testMontevideo()).folder))
const snapper = new Snapper(graph)
const router = new Router(graph)
const matcher = new TripMatcher(graph)
const thread = new MatcherThread(memory)
afterAll(() => thread.close())

interface Drive {
  readonly metres: number
  readonly fixes: readonly Fix[]
}

/** A car along a real route: a fix every 4 s with independent noise, and stops of 32 s at every `stopEvery` metres. */
const simulate = (random: () => number, noise: number, stopEvery = Infinity): Drive => {
  for (;;) {
    const spot = () => {
      const point = Math.floor(random() * graph.shapeLat.length)
      return snapper.nearest(graph.shapeLat[point]!, graph.shapeLng[point]!, 100)!
    }
    const trip = router.route(spot(), spot())
    if (!trip || trip.length < 100_000 || trip.length > 1_500_000) continue
    const line = shapeOf(graph, trip.legs)
    const fixes: Fix[] = []
    const addFix = (lat: number, lng: number): void => {
      fixes.push({
        lat: lat + (gauss(random) * noise) / 111_195,
        lng: lng + (gauss(random) * noise) / 91_200,
        at: 1e12 + fixes.length * 4000,
        accuracy: noise,
      })
    }
    let next = 0
    let driven = 0
    let stop = stopEvery
    for (let i = 1; i < line.length; i++) {
      const [p, q] = [line[i - 1]!, line[i]!]
      const metres = metresBetween(p.lat * 1e7, p.lng * 1e7, q.lat * 1e7, q.lng * 1e7)
      for (; next <= driven + metres; next += 44) {
        const share = metres === 0 ? 0 : (next - driven) / metres
        const [lat, lng] = [p.lat + share * (q.lat - p.lat), p.lng + share * (q.lng - p.lng)]
        addFix(lat, lng)
        if (next < stop) continue
        stop += stopEvery
        for (let k = 0; k < 8; k++) addFix(lat, lng)
      }
      driven += metres
    }
    addFix(line.at(-1)!.lat, line.at(-1)!.lng)
    if (fixes.length <= 500) return { metres: trip.length / 100, fixes }
  }
}

const thinned = (fixes: readonly Fix[], most: number): Fix[] =>
  fixes.length <= most
    ? [...fixes]
    : Array.from({ length: most }, (_, i) => fixes[Math.round((i * (fixes.length - 1)) / (most - 1))]!)

describe('simulated drives', () => {
  test.each([
    ['25 points, 8 m noise', 8, Infinity, 25, 1.1],
    ['25 points, 20 m noise', 20, Infinity, 25, 1.1],
    ['all points, 8 m noise', 8, Infinity, 500, 1.1],
    ['all points, 8 m noise, a stop each 500 m', 8, 500, 500, 1.1],
    ['all points, 20 m noise, a stop each 500 m', 20, 500, 500, 1.1],
    ['all points, 30 m noise, a stop each 500 m', 30, 500, 500, 1.2],
  ])('%s: half of them within a fiftieth, nine of ten below the bound', (_, noise, stopEvery, most, ninth) => {
    const random = seeded(7)
    const ratios = Array.from({ length: 60 }, () => {
      const { metres, fixes } = simulate(random, noise, stopEvery)
      return matcher.match(thinned(fixes, most)).metres / metres
    })
    expect(quantile(ratios, 0.5)).toBeGreaterThan(0.98)
    expect(quantile(ratios, 0.5)).toBeLessThan(1.02)
    expect(quantile(ratios, 0.1)).toBeGreaterThan(0.9)
    expect(quantile(ratios, 0.9)).toBeLessThan(ninth)
  })
})

test('one wild, one inaccurate and repeated fixes change the distance little', () => {
  const { metres, fixes } = simulate(seeded(3), 5)
  const middle = fixes.length >> 1
  const harmed = fixes.flatMap((fix, i) => [
    fix,
    ...(i === middle
      ? [
          { ...fix, lat: fix.lat + 0.05 },
          { ...fix, lng: fix.lng + 0.004, accuracy: 400 },
        ]
      : []),
    ...(i % 5 === 0 ? [fix] : []),
  ])
  expect(matcher.match(harmed).metres / metres).toBeGreaterThan(0.97)
  expect(matcher.match(harmed).metres / metres).toBeLessThan(1.05)
})

test('later fixes outvote a wrong first one', () => {
  const { fixes } = simulate(seeded(4), 5)
  const wrong = { ...fixes[0]!, lat: fixes[0]!.lat + 0.1, at: fixes[0]!.at! - 4000 }
  expect(cleanFixes([wrong, ...fixes])).not.toContain(wrong)
})

test('a car that does not move has no distance', () => {
  const random = seeded(5)
  const at = { lat: -34.9059, lng: -56.1894 }
  const fixes = Array.from({ length: 60 }, (_, i) => ({
    lat: at.lat + (gauss(random) * 6) / 111_195,
    lng: at.lng + (gauss(random) * 6) / 91_200,
    at: 1e12 + i * 4000,
  }))
  expect(matcher.match(fixes).metres).toBeLessThan(40)
})

test('far from every road: NO_SEGMENT, also in the thread', async () => {
  const sea = [{ lat: -35.05, lng: -56.1 }, { lat: -35.06, lng: -56.1 }] // prettier-ignore
  expect(() => matcher.match(sea)).toThrow('No road runs near')
  await expect(thread.match(sea)).rejects.toMatchObject({ name: 'AtlasError', code: 'NO_SEGMENT' })
})

test('the worker thread gives the matcher’s results, for many calls at once, and the event loop stays free', async () => {
  const drives = Array.from({ length: 8 }, (_, i) => simulate(seeded(100 + i), 8))
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const answers = await Promise.all(drives.map(({ fixes }) => thread.match(fixes)))
  clearInterval(timer)
  expect(answers.map(({ metres }) => metres)).toEqual(drives.map(({ fixes }) => matcher.match(fixes).metres))
  expect(ticks).toBeGreaterThan(5)
})

test('a closed thread rejects at once', async () => {
  const other = new MatcherThread(memory)
  const asked = other.match(simulate(seeded(1), 8).fixes)
  await other.close()
  await expect(asked).rejects.toThrow('stopped')
  await expect(other.match([])).rejects.toThrow('closed')
})
