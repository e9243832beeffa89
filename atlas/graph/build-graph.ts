import { basename } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import type { OsmData } from '../osm/osm-data.ts'
import { buildRoads } from './build-roads.ts'
import { buildTurns } from './turns/build-turns.ts'
import { contract } from './contract.ts'
import type { RestrictionCounts } from './turns/read-restrictions.ts'
import type { RoadGraph } from './road-graph.ts'
import { indexSegments } from './segment-index.ts'

/**
 * @param onRestrictions called once with the number of turn restrictions applied and ignored
 * @throws AtlasError BAD_MAP when the data holds no connected roads
 */
export const buildGraph = (
  map: OsmData,
  onProgress?: (done: number) => void,
  onRestrictions?: (counts: RestrictionCounts) => void,
): RoadGraph => {
  const turns = buildTurns(buildRoads(map, onRestrictions))
  if (turns.edgeWays.length < 2) throw new AtlasError('BAD_MAP', 'The map file holds no roads a car can drive.')
  const { nodeCount: _, nameList, filesWithRoads, ...columns } = turns
  const bare = map.files.find((_file, i) => (filesWithRoads & (1 << i)) === 0)
  if (bare) throw new AtlasError('BAD_MAP', `${basename(bare.path)} holds no roads a car can drive.`)
  return {
    ...columns,
    ...contract(turns, onProgress),
    ...indexSegments(turns),
    names: new TextEncoder().encode(nameList.join('\0')),
  }
}
