import { BACKWARD, FORWARD, timeOf } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { Snapped } from './snap.ts'

/** One way to leave or reach a spot on an edge: the junction, and the cost of the piece of edge. */
export interface End {
  readonly node: number
  /** ms */
  readonly time: number
  /** cm */
  readonly length: number
  /** FORWARD or BACKWARD: the driving direction. */
  readonly way: number
}

export const leaving = (graph: RoadGraph, { edge, along }: Snapped, ways = FORWARD | BACKWARD): End[] =>
  [FORWARD, BACKWARD].flatMap((way) => {
    const directed = directedOf(edge, way)
    const node = graph.directedOnward[directed]!
    if (!(ways & way) || node === -1) return []
    return [endAt(graph, directed, node, way === FORWARD ? 1 - along : along)]
  })

/** One end for each state in which a drive may come to the edge. */
export const reaching = (graph: RoadGraph, { edge, along }: Snapped, ways = FORWARD | BACKWARD): End[] =>
  [FORWARD, BACKWARD].flatMap((way) => {
    if (!(ways & way)) return []
    const directed = directedOf(edge, way)
    const nodes = graph.directedTail.subarray(graph.directedFirst[directed], graph.directedFirst[directed + 1])
    return Array.from(nodes, (node) => endAt(graph, directed, node, way === FORWARD ? along : 1 - along))
  })

/** FORWARD or BACKWARD: the direction of a directed edge. */
export const wayOf = (directed: number): number => (directed & 1 ? BACKWARD : FORWARD)

export const directedOf = (edge: number, way: number): number => 2 * edge + (way === FORWARD ? 0 : 1)

const endAt = (graph: RoadGraph, directed: number, node: number, share: number): End => ({
  node,
  time: share * timeOf(graph, directed),
  length: share * graph.edgeLength[directed >> 1]!,
  way: wayOf(directed),
})

/** Drives from one spot to another on the same edge, if its direction allows that. */
export const direct = (
  graph: RoadGraph,
  from: Snapped,
  to: Snapped,
  ways = FORWARD | BACKWARD,
): { time: number; length: number; way: number } | undefined => {
  if (from.edge !== to.edge) return undefined
  const way = to.along >= from.along ? FORWARD : BACKWARD
  // A drive of no length is allowed in any open direction.
  const allowed = graph.edgeWays[from.edge]! & ways
  const taken = to.along === from.along && !(allowed & FORWARD) ? BACKWARD : way
  if (!(allowed & taken)) return undefined
  const share = Math.abs(to.along - from.along)
  const time = timeOf(graph, directedOf(from.edge, taken))
  return { time: share * time, length: share * graph.edgeLength[from.edge]!, way: taken }
}
