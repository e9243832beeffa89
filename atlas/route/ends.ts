import { BACKWARD, FORWARD } from '../graph/road-graph.ts'
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
  both(graph, edge, ways, (way) =>
    way === FORWARD ? { node: graph.edgeTo[edge]!, share: 1 - along } : { node: graph.edgeFrom[edge]!, share: along },
  )

export const reaching = (graph: RoadGraph, { edge, along }: Snapped, ways = FORWARD | BACKWARD): End[] =>
  both(graph, edge, ways, (way) =>
    way === FORWARD ? { node: graph.edgeFrom[edge]!, share: along } : { node: graph.edgeTo[edge]!, share: 1 - along },
  )

const both = (
  graph: RoadGraph,
  edge: number,
  ways: number,
  end: (way: number) => { node: number; share: number },
): End[] => {
  const ends: End[] = []
  for (const way of [FORWARD, BACKWARD]) {
    if (!(graph.edgeWays[edge]! & ways & way)) continue
    const { node, share } = end(way)
    const time = way === FORWARD ? graph.edgeForwardTime[edge]! : graph.edgeBackwardTime[edge]!
    ends.push({ node, time: share * time, length: share * graph.edgeLength[edge]!, way })
  }
  return ends
}

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
  const time = taken === FORWARD ? graph.edgeForwardTime[from.edge]! : graph.edgeBackwardTime[from.edge]!
  return { time: share * time, length: share * graph.edgeLength[from.edge]!, way: taken }
}
