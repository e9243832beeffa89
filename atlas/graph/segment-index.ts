import FlatbushIndex from 'flatbush'
import { METRES, radians } from './geodesy.ts'
import { FERRY, GATE } from './road-graph.ts'
import type { EdgeColumns, RoadGraph } from './road-graph.ts'

/**
 * Metres east and north of the graph's centre: accurate enough for boxes and for "nearest boxes first", not for
 * distances.
 */
export const planar = (center: Int32Array, lat: number, lng: number): [x: number, y: number] => [
  (lng - center[1]!) * METRES * Math.cos(radians(center[0]!)),
  (lat - center[0]!) * METRES,
]

/**
 * A spatial index of the bounding boxes of all edge segments, without ferries and gates: nothing begins or ends on
 * them.
 */
export const indexSegments = (
  roads: EdgeColumns,
): Pick<RoadGraph, 'segmentEdge' | 'segmentPoint' | 'segmentIndex' | 'center'> => {
  const edges = roads.edgeWays.length
  const isIndexed = (edge: number): boolean => (roads.edgeKind[edge]! & (FERRY | GATE)) === 0
  let count = 0
  for (let e = 0; e < edges; e++) if (isIndexed(e)) count += roads.edgeShape[e + 1]! - roads.edgeShape[e]! - 1
  const center = Int32Array.of(middle(roads.shapeLat), middle(roads.shapeLng))
  const segmentEdge = new Int32Array(count)
  const segmentPoint = new Int32Array(count)
  const index = new FlatbushIndex(count, 16, Float32Array)
  let next = 0
  for (let e = 0; e < edges; e++) {
    if (!isIndexed(e)) continue
    for (let p = roads.edgeShape[e]!; p + 1 < roads.edgeShape[e + 1]!; p++) {
      const [ax, ay] = planar(center, roads.shapeLat[p]!, roads.shapeLng[p]!)
      const [bx, by] = planar(center, roads.shapeLat[p + 1]!, roads.shapeLng[p + 1]!)
      index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
      segmentEdge[next] = e
      segmentPoint[next++] = p
    }
  }
  index.finish()
  return { center, segmentEdge, segmentPoint, segmentIndex: new Uint8Array(index.data) }
}

const middle = (column: Int32Array): number => {
  let low = Infinity
  let high = -Infinity
  for (const value of column) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return Math.round((low + high) / 2)
}
