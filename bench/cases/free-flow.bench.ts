import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertQaTiles, montevideoTiles } from '../../atlas/demo/convert-fixtures.ts'
import { driveOf } from '../../atlas/graph/drivable.ts'
import { metresBetween } from '../../atlas/graph/geodesy.ts'
import { readGraph } from '../../atlas/graph/graph-file.ts'
import { limitOf } from '../../atlas/graph/speed-limit.ts'
import { readOsm } from '../../atlas/osm/read-osm.ts'
import { graphFile } from '../../atlas/region/region-files.ts'
import { Snapper, type Snapped } from '../../atlas/route/snap.ts'
import { TurnRouter } from '../../atlas/route/turn-router.ts'
import { seeded } from '../../atlas/testing/random.ts'
import { extractFile, testMontevideo, testRegion } from '../../atlas/testing/test-region.ts'
import { quantile } from '../pairs.ts'

/**
 * The speeds of the router against the speed limits in the map: the free-flow data that needs no network
 * [design/maps-114].
 */
const page = new URL('../../docs/bench/free-flow.md', import.meta.url)
const ROUTES = 500

interface City {
  readonly name: string
  /** .osm.pbf */
  readonly extract: string
  readonly graph: string
}

export const freeFlowBench = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-free-flow-'))
  try {
    const trial = join(folder, 'montevideo.osm.pbf')
    convertQaTiles(montevideoTiles(), trial)
    const cities: City[] = [{ name: 'Montevideo', extract: trial, graph: graphFile((await testMontevideo()).folder) }]
    for (const name of ['Porto', 'Liechtenstein']) {
      const path = extractFile(`${name.toLowerCase()}.osm.pbf`)
      if (existsSync(path))
        cities.push({
          name,
          extract: path,
          graph: graphFile((await testRegion({ kind: 'files', paths: [path] })).folder),
        })
    }
    const rows = cities.map((city) => ({ ...city, roads: roadsOf(city.extract), routes: routesOf(city.graph) }))
    writeFileSync(page, reportOf(rows))
    return rows.every(({ roads }) => roads.every(({ ratio }) => ratio <= 0.9 + 1e-9))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Of the roads of a kind whose limit is tagged: km, their share, and means by length, km/h. */
interface RoadSpeeds {
  readonly kind: string
  readonly km: number
  readonly tagged: number
  readonly limit: number
  readonly ours: number
  readonly ratio: number
}

const kinds = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'residential']

/** Means by length of time per km, so that they are the speeds of a drive over all of them. */
const roadsOf = (extract: string): RoadSpeeds[] => {
  const map = readOsm([extract])
  const sums = new Map(kinds.map((kind) => [kind, { all: 0, km: 0, atLimit: 0, ours: 0 }]))
  for (const way of map.ways) {
    const sum = sums.get(way.tags['highway'] ?? '')
    const drive = driveOf(way.tags)
    if (!sum || !drive) continue
    let km = 0
    for (let i = 1; i < way.nodes.length; i++) {
      const [a, b] = [way.nodes[i - 1]!, way.nodes[i]!]
      km += metresBetween(map.lat[a]!, map.lng[a]!, map.lat[b]!, map.lng[b]!) / 1000
    }
    sum.all += km
    const limit = limitOf(way.tags)
    if (limit === undefined) continue
    sum.km += km
    sum.atLimit += km / limit
    sum.ours += km / drive.speed
  }
  return [...sums].flatMap(([kind, { all, km, atLimit, ours }]) =>
    km < 1 ? [] : [{ kind, km, tagged: km / all, limit: km / atLimit, ours: km / ours, ratio: atLimit / ours }],
  )
}

/** km/h of routes of 2 to 15 km between random spots, signals included: a tenth, half and nine tenths are slower. */
const routesOf = (file: string): readonly [number, number, number] => {
  const { graph } = readGraph(file)
  const [snapper, router, random] = [new Snapper(graph), new TurnRouter(graph), seeded(20261123)]
  const spot = (): Snapped => {
    const point = Math.floor(random() * graph.shapeLat.length)
    return snapper.nearest(graph.shapeLat[point]!, graph.shapeLng[point]!, 1000)!
  }
  const speeds: number[] = []
  while (speeds.length < ROUTES) {
    const trip = router.route(spot(), spot(), false)
    if (trip && trip.length > 200_000 && trip.length < 1_500_000) speeds.push((trip.length / 1e5 / trip.time) * 3.6e6)
  }
  return [quantile(speeds, 0.1), quantile(speeds, 0.5), quantile(speeds, 0.9)]
}

const whole = (value: number): string => value.toFixed(0)

const reportOf = (
  cities: readonly { name: string; roads: readonly RoadSpeeds[]; routes: readonly number[] }[],
): string => `# Free-flow times

Written by \`npm run bench -- free-flow\`. Compares the durations without traffic with the speed limits in the map. No other service is used.

## Method

1. For every drivable way with a speed limit (\`maxspeed\` or a zone), the time at the limit and the time at the router's
   speed, added up by kind of road. Their ratio is the part of the limit at which the router drives there, without
   signals. A car does not drive faster than the limit, so a ratio above 0.9 is an error and fails the run.
2. ${ROUTES} routes of 2 to 15 km between random spots: their speed with signals, as quotes have it.

To compare with a service that publishes free-flow times (for example a matrix at night), ask it for the same pairs, take
the ratio of the times per pair, and read its median and tenths: below 1 our times are too short. To compare with real
trips, read \`/traffic\` for hours without traffic (weekdays 3 to 5): a suggested factor that stays above 1 there means that
the times without traffic are too short.

## Roads with a limit

| region | kind | km with a limit | share of the km | limit, km/h | router, km/h | part of the limit |
| --- | --- | --- | --- | --- | --- | --- |
${cities
  .flatMap(({ name, roads }) =>
    roads.map(
      ({ kind, km, tagged, limit, ours, ratio }) =>
        `| ${name} | ${kind} | ${whole(km)} | ${whole(tagged * 100)} % | ${whole(limit)} | ${whole(ours)} | ${ratio.toFixed(2)} |`,
    ),
  )
  .join('\n')}

## Routes

| region | a tenth is slower than | half | nine tenths |
| --- | --- | --- | --- |
${cities.map(({ name, routes }) => `| ${name} | ${routes.map((speed) => `${whole(speed)} km/h`).join(' | ')} |`).join('\n')}
`
