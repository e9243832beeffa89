import { METRES, radians } from '../graph/geodesy.ts'
import { BACKWARD, FORWARD, MAIN, MOTORWAY } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { Snapped } from './snap.ts'

/** Costs of a turn in ms [design/maps-28]: to the near side of the road, across the oncoming lane, and round. */
const NEAR = 3000
const ACROSS = 6000
const ROUND = 30_000

/** Radians. A smaller change of direction is no turn. */
const STRAIGHT = Math.PI / 4

/** Metres. The direction at a junction is that of this piece of the edge: the first points are often drawn askew. */
const PIECE = 15

/** Costs of a stop on the other side of a road with one carriageway, in ms: people cross a main road rarely. */
const OTHER_SIDE = { main: 30_000, street: 5000 } as const

type Shapes = Pick<RoadGraph, 'edgeShape' | 'shapeLat' | 'shapeLng'>

/** The cost in ms of driving on to `after` from `before`, which are directed edges that meet. */
export const turnCost = (graph: Shapes, before: number, after: number, leftHand: boolean): number => {
  if (after === (before ^ 1)) return ROUND
  const turn = directionAtStart(graph, after) - directionAtStart(graph, before ^ 1) - Math.PI
  // Radians to the right, from -π to π.
  const right = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))
  // A gate has no direction.
  if (Number.isNaN(right) || Math.abs(right) < STRAIGHT) return 0
  return right > 0 === leftHand ? ACROSS : NEAR
}

/** Radians from north, clockwise; NaN for an edge without length. */
const directionAtStart = ({ edgeShape, shapeLat, shapeLng }: Shapes, directed: number): number => {
  const [low, high] = [edgeShape[directed >> 1]!, edgeShape[(directed >> 1) + 1]! - 1]
  const [start, end, step] = directed & 1 ? [high, low, -1] : [low, high, 1]
  const east = METRES * Math.cos(radians(shapeLat[start]!))
  for (let point = start + step; ; point += step) {
    const dy = (shapeLat[point]! - shapeLat[start]!) * METRES
    const dx = (shapeLng[point]! - shapeLng[start]!) * east
    if (point !== end && Math.hypot(dx, dy) < PIECE) continue
    return dx === 0 && dy === 0 ? NaN : Math.atan2(dx, dy)
  }
}

/** The cost in ms of a stop there in this driving direction. */
export const stopCost = (graph: RoadGraph, { edge, side }: Snapped, way: number, leftHand: boolean): number => {
  if (side === 0 || graph.edgeWays[edge] !== (FORWARD | BACKWARD)) return 0
  const right = (way === FORWARD ? side : -side) === 1
  if (right !== leftHand) return 0
  return graph.edgeKind[edge]! & (MAIN | MOTORWAY) ? OTHER_SIDE.main : OTHER_SIDE.street
}
