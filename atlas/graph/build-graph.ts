import { basename } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import type { OsmData } from '../osm/osm-data.ts'
import { buildRoads } from './build-roads.ts'
import { buildTurns } from './turns/build-turns.ts'
import type { TurnGraph } from './turns/build-turns.ts'
import { contract } from './contract.ts'
import type { RestrictionCounts } from './turns/read-restrictions.ts'
import type { RoadGraph } from './road-graph.ts'
import { indexSegments } from './segment-index.ts'

/**
 * The roads of a map, cut into edges and arcs: all that the graph needs of the map.
 * @param onRestrictions called once with the number of turn restrictions applied and ignored
 * @throws AtlasError BAD_MAP when the data holds no connected roads
 */
export const collectRoads = (map: OsmData, onRestrictions?: (counts: RestrictionCounts) => void): TurnGraph => {
  const roads = buildTurns(buildRoads(map, onRestrictions))
  if (roads.edgeWays.length < 2) throw new AtlasError('BAD_MAP', 'The map file holds no roads a car can drive.')
  const bare = map.files.find((_file, i) => (roads.filesWithRoads & (1 << i)) === 0)
  if (bare) throw new AtlasError('BAD_MAP', `${basename(bare.path)} holds no roads a car can drive.`)
  return roads
}

export const graphOf = (roads: TurnGraph, onProgress?: (done: number) => void): RoadGraph => {
  const { nodeCount: _nodes, filesWithRoads: _files, nameList, ...columns } = roads
  return {
    ...columns,
    ...contract(roads, onProgress),
    ...indexSegments(roads),
    names: new TextEncoder().encode(nameList.join('\0')),
  }
}
