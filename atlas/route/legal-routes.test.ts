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
import { seeded } from '../testing/random.ts'
import { many } from '../testing/scale.ts'
import { extractFile, testMontevideo, testRegion } from '../testing/test-region.ts'
import { Router } from './router.ts'
import { Snapper } from './snap.ts'
import type { Snapped } from './snap.ts'

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
  `$name: ${ROUTES} routes violate no turn restriction and are as fast as a search over permitted turns finds [design/maps-20]`,
  { timeout: 240_000 },
  async ({ region, map, rules }) => {
    const { graph } = readGraph(graphFile((await region()).folder))
    const legal = legalSearch(map(), graph)
    expect(legal.rules).toBeGreaterThanOrEqual(rules)
    const [snapper, router, random] = [new Snapper(graph), new Router(graph), seeded(17)]
    const spot = (): Snapped => {
      const point = Math.floor(random() * graph.shapeLat.length)
      return snapper.nearest(graph.shapeLat[point]!, graph.shapeLng[point]!, 1000)!
    }
    const different: unknown[] = []
    const violated: string[] = []
    for (let s = 0; s < SOURCES; s++) {
      const from = spot()
      const goals = Array.from({ length: GOALS }, spot)
      const times = legal.times(from, goals)
      goals.forEach((to, i) => {
        const trip = router.route(from, to)
        if (Math.abs((trip?.time ?? Infinity) - times[i]!) > 0.01)
          different.push({ from, to, ours: trip?.time, legal: times[i] })
        violated.push(...legal.violations(trip?.legs ?? []))
      })
    }
    expect(violated).toEqual([])
    expect(different).toEqual([])
  },
)
