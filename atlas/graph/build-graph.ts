import { AtlasError } from '../atlas-error.ts'
import type { OsmData } from '../osm/osm-data.ts'
import { buildRoads } from './build-roads.ts'
import { contract } from './contract.ts'
import { mainComponent } from './main-component.ts'
import type { RoadGraph } from './road-graph.ts'
import { indexSegments } from './segment-index.ts'

/** @throws AtlasError BAD_MAP when the data holds no connected roads */
export const buildGraph = (map: OsmData, onProgress?: (done: number) => void): RoadGraph => {
  const roads = mainComponent(buildRoads(map))
  if (roads.edgeFrom.length < 2) throw new AtlasError('BAD_MAP', 'The map file holds no roads a car can drive.')
  const { nodeCount: _, nameList, ...columns } = roads
  return {
    ...columns,
    ...contract(roads, onProgress),
    ...indexSegments(roads),
    names: new TextEncoder().encode(nameList.join('\0')),
  }
}
