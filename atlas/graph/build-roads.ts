import { countryFinder } from '../region/country-at.ts'
import { placeOf } from '../osm/osm-data.ts'
import type { OsmData } from '../osm/osm-data.ts'
import { banTurns } from './turns/ban-turns.ts'
import { CutWays } from './cut-ways.ts'
import { driveOf } from './drivable.ts'
import { markNodes } from './mark-nodes.ts'
import { readRestrictions } from './turns/read-restrictions.ts'
import type { RestrictionCounts } from './turns/read-restrictions.ts'
import type { Roads } from './road-graph.ts'

/**
 * Cuts the drivable ways at junctions, way ends and barriers into edges, and finds the turns that are forbidden.
 * @param onRestrictions called once with the number of turn restrictions applied and ignored
 */
export const buildRoads = (map: OsmData, onRestrictions?: (counts: RestrictionCounts) => void): Roads => {
  const { restrictions, counts } = readRestrictions(map)
  const edgesOf = new Map<number, number[]>()
  for (const { from, via, to } of restrictions)
    for (const way of [...from, ...('ways' in via ? via.ways : []), ...to]) edgesOf.set(way, [])
  const cut = new CutWays(map, markNodes(map))
  const countryAt = countryFinder()
  for (const way of map.ways) {
    const [first = 0] = way.nodes
    const drive = driveOf(way.tags, () => countryAt(map.lat[first]!, map.lng[first]!))
    if (!drive) continue
    const edges = cut.add(way, drive)
    edgesOf.get(way.id)?.push(...edges)
  }
  const roads = cut.roads()
  const turnsOf = banTurns(roads, { edgesOf, junctionOf: (id) => cut.junctionAt(placeOf(map.ids, id)) })
  const bans: Int32Array[] = []
  for (const restriction of restrictions) {
    const sequences = turnsOf(restriction)
    if (sequences.length > 0) counts.applied++
    else counts.unclear++
    for (const sequence of sequences) bans.push(Int32Array.from(sequence))
  }
  onRestrictions?.(counts)
  return { ...roads, bans }
}
