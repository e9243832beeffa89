import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { convertQaTiles, montevideoTiles } from '../demo/convert-fixtures.ts'
import { readGraph } from '../graph/graph-file.ts'
import type { OsmData } from '../osm/osm-data.ts'
import { readOsm } from '../osm/read-osm.ts'
import { graphFile } from '../region/region-files.ts'
import { legalSearch } from '../testing/legal-search.ts'
import { quantile, seeded } from '../testing/random.ts'
import { many } from '../testing/scale.ts'
import { extractFile, testMontevideo, testRegion } from '../testing/test-region.ts'
import { directedOf } from './ends.ts'
import { Router } from './router.ts'
import type { Trip } from './router.ts'
import { Snapper } from './snap.ts'
import type { Snapped } from './snap.ts'
import { stopCost, turnCost } from './turn-costs.ts'
import { TurnRouter } from './turn-router.ts'

const ROUTES = 500
/** A search from each finds the times to all its goals; the long form has more of them with fewer goals each. */
const SOURCES = many(4, 20)
const GOALS = ROUTES / SOURCES

const montevideoMap = (): OsmData => {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-legal-'))
  try {
    const file = join(folder, 'montevideo.osm.pbf')
    convertQaTiles(montevideoTiles(), file)
    return readOsm([file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const extract = (name: string) => {
  const path = extractFile(`${name}.osm.pbf`)
  if (!existsSync(path)) process.stdout.write(`The extract of ${name} is not here: its routes are not checked.\n`)
  return existsSync(path)
    ? [
        {
          name,
          region: () => testRegion({ kind: 'files', paths: [path] }),
          map: () => readOsm([path]),
          rules: name === 'porto' ? 250 : 1,
        },
      ]
    : []
}

test.each([
  { name: 'montevideo', region: testMontevideo, map: montevideoMap, rules: 0 },
  ...extract('porto'),
  ...extract('liechtenstein'),
])(
  `$name: ${ROUTES} routes violate no turn restriction and are as good as a search over permitted turns finds, with and without the cost of turns [design/maps-20] [design/maps-28]`,
  { timeout: 240_000 },
  async ({ region, map, rules }) => {
    const { graph } = readGraph(graphFile((await region()).folder))
    const legal = legalSearch(map(), graph)
    expect(legal.rules).toBeGreaterThanOrEqual(rules)
    const [snapper, router, random] = [new Snapper(graph), new Router(graph), seeded(17)]
    const turnRouter = new TurnRouter(graph)
    const spot = (): Snapped => {
      const point = Math.floor(random() * graph.shapeLat.length)
      // Beside the road, like an address.
      const off = (): number => Math.round((random() - 0.5) * 4000)
      return snapper.nearest(graph.shapeLat[point]! + off(), graph.shapeLng[point]! + off(), 1000)!
    }
    const turnsOf = ({ legs }: Trip): number[] => {
      const driven = legs.map(({ edge, way }) => directedOf(edge, way))
      return driven.slice(1).flatMap((d, i) => turnCost(graph, driven[i]!, d, false) || [])
    }
    const costOf = (to: Snapped, trip: Trip): number => {
      const stop = stopCost(graph, to, trip.legs.at(-1)!.way, false)
      return turnsOf(trip).reduce((sum, cost) => sum + cost, trip.time + stop)
    }
    const different: unknown[] = []
    const violated: string[] = []
    const longer: number[] = []
    const turns = { ofFastest: 0, ofTrips: 0 }
    for (let s = 0; s < SOURCES; s++) {
      const from = spot()
      const goals = Array.from({ length: GOALS }, spot)
      const times = legal.times(from, goals)
      const costs = legal.times(from, goals, true)
      goals.forEach((to, i) => {
        const fastest = router.route(from, to)!
        const trip = turnRouter.route(from, to, false)!
        const [time, cost] = [times[i]!, costs[i]!]
        if (Math.abs(fastest.time - time) > 0.01 || Math.abs(costOf(to, trip) - cost) > 0.01)
          different.push({ from, to, time: [fastest.time, time], cost: [costOf(to, trip), cost] })
        violated.push(...legal.violations(fastest.legs), ...legal.violations(trip.legs))
        longer.push(trip.time / fastest.time)
        turns.ofFastest += turnsOf(fastest).length
        turns.ofTrips += turnsOf(trip).length
      })
    }
    expect(violated).toEqual([])
    expect(different).toEqual([])
    expect(turns.ofTrips).toBeLessThan(0.95 * turns.ofFastest)
    expect(quantile(longer, 0)).toBeGreaterThan(0.999)
    expect(quantile(longer, 0.99)).toBeLessThan(1.05)
  },
)
