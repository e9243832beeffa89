import { existsSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { collectRoads, graphOf } from '../graph/build-graph.ts'
import { readGraph } from '../graph/graph-file.ts'
import { graphFile } from '../region/region-files.ts'
import { blocks, gridMap, restriction, street } from '../testing/grid-map.ts'
import { gauss, quantile, seeded } from '../testing/random.ts'
import { long } from '../testing/scale.ts'
import { DriveSimulator } from '../testing/simulated-drive.ts'
import type { DriveOptions } from '../testing/simulated-drive.ts'
import { extractFile, testMontevideo, testRegion } from '../testing/test-region.ts'
import { possibleFixes } from './clean-fixes.ts'
import type { Fix } from './clean-fixes.ts'
import { MatcherThread } from './matcher-thread.ts'
import { TripMatcher } from './trip-matcher.ts'

const { graph, memory } = readGraph(graphFile((await testMontevideo()).folder))
const matcher = new TripMatcher(graph)
const thread = new MatcherThread(memory)
afterAll(() => thread.close())

const simulate = (random: () => number, noise: number) => new DriveSimulator(graph, random).drive({ noise })

const thinned = (fixes: readonly Fix[], most: number): Fix[] =>
  fixes.length <= most
    ? [...fixes]
    : Array.from({ length: most }, (_, i) => fixes[Math.round((i * (fixes.length - 1)) / (most - 1))]!)

const DRIVES = 40

const places = [{ place: 'Montevideo', roads: graph }]
for (const place of long ? ['Porto', 'Liechtenstein'] : ['Liechtenstein']) {
  const path = extractFile(`${place.toLowerCase()}.osm.pbf`)
  if (existsSync(path)) {
    const { folder } = await testRegion({ kind: 'files', paths: [path] })
    places.push({ place, roads: readGraph(graphFile(folder)).graph })
  } else process.stdout.write(`The extract of ${place} is not here: no drives are matched in it.\n`)
}

describe.each(places)('simulated drives in $place [design/maps-8]', ({ roads }) => {
  const cityMatcher = new TripMatcher(roads)

  test.each<[string, DriveOptions, number?]>([
    ['25 fixes', { noise: 20 }, 25],
    ['all fixes', { noise: 20 }],
    ['a fix each second, accuracy not told', { noise: 20, told: false, every: 1 }],
    ['a stop each 500 m, accuracy not told', { noise: 20, told: false, stopEvery: 500 }],
    ['two minutes without a fix', { noise: 20, gap: 120 }],
    ['two minutes without a fix, accuracy not told', { noise: 20, gap: 120, told: false }],
    ['a fix 400 m beside', { noise: 20, jump: 400, told: false }],
    ['turns round halfway', { noise: 20, turnsRound: true }],
    ['turns round halfway, accuracy not told', { noise: 20, turnsRound: true, told: false }],
    ['8 m noise, a stop each 500 m, accuracy not told', { noise: 8, stopEvery: 500, told: false }],
  ])('%s', (_, options, most = 500) => {
    const simulator = new DriveSimulator(roads, seeded(7))
    const ratios = Array.from({ length: DRIVES }, () => {
      const { metres, fixes } = simulator.drive(options)
      return cityMatcher.match(thinned(fixes, most)).metres / metres
    })
    const [low, half, high] = [0.05, 0.5, 0.9].map((share) => quantile(ratios, share))
    expect(half).toBeGreaterThan(0.98)
    expect(half).toBeLessThan(1.02)
    expect(low).toBeGreaterThan(0.93)
    expect(high).toBeLessThan(1.1)
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
  expect(possibleFixes([wrong, ...fixes])).not.toContain(wrong)
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

test('half an hour at one place with 20 m noise has almost no distance', () => {
  const random = seeded(6)
  const fixes = Array.from({ length: 450 }, (_, i) => ({
    lat: -34.9059 + (gauss(random) * 20) / 111_195,
    lng: -56.1894 + (gauss(random) * 20) / 91_200,
    at: 1e12 + i * 4000,
  }))
  expect(matcher.match(fixes).metres).toBeLessThan(60)
})

test('a distance is never longer than a car drives in the time', () => {
  const { fixes } = simulate(seeded(8), 8)
  const hurried = fixes.map((fix, i) => ({ ...fix, at: 1e12 + i * 100 }))
  const seconds = (hurried.length - 1) / 10
  expect(matcher.match(hurried).metres).toBeLessThanOrEqual((200 / 3.6) * seconds)
})

test('a forbidden turn between two fixes is not taken: the way round is measured', () => {
  const ways = blocks(4, { 2122: { oneway: 'yes' } })
  const relations = [restriction(1, [21, 22, 32], { restriction: 'no_right_turn' })]
  const at = (row: number, column: number): Fix => ({ lat: row / 1000, lng: column / 1000 })
  const corner = [at(2, 1.2), at(2, 1.8), at(2.2, 2), at(2.8, 2)]
  const metres = (map: Parameters<typeof gridMap>[0]): number =>
    new TripMatcher(graphOf(collectRoads(gridMap(map)))).match(corner).metres
  expect(metres({ ways })).toBeCloseTo(1.6 * 111.2, -1)
  expect(metres({ ways, relations })).toBeGreaterThan(3 * 111)
})

test('of two parallel roads 28 m apart the one driven is found, at 20 m noise', () => {
  const columns = [1, 2, 3, 4, 5, 6, 7, 8]
  const ways = [
    street(1, columns.map((column) => 10 + column), { highway: 'primary' }),
    street(2, columns.map((column) => 20 + column), { highway: 'service' }),
    ...columns.map((column) => street(10 + column, [10 + column, 20 + column])),
  ] // prettier-ignore
  const roads = new TripMatcher(graphOf(collectRoads(gridMap({ ways, rowStep: 2500 }))))
  const random = seeded(9)
  for (const row of [1, 2]) {
    const fixes = Array.from({ length: 60 }, (_, i) => ({
      lat: row * 0.00025 + (gauss(random) * 20) / 111_195,
      lng: (1.1 + i * 0.11) / 1000 + (gauss(random) * 20) / 111_195,
      at: 1e12 + i * 1000,
    }))
    const { metres, line } = roads.match(fixes)
    expect(metres / (59 * 0.11 * 111.2)).toBeGreaterThan(0.93)
    expect(metres / (59 * 0.11 * 111.2)).toBeLessThan(1.1)
    expect(line.filter(({ lat }) => Math.abs(lat - row * 0.00025) > 1e-6).length).toBeLessThan(line.length / 4)
  }
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
