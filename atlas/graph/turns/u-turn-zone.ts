import { BinaryHeap } from '../binary-heap.ts'
import { headOf, tailOf } from '../road-graph.ts'
import type { Roads } from '../road-graph.ts'
import { exitsOf } from './turn-states.ts'

/**
 * A drive does not turn round within this distance behind a forbidden turn, to come back and take the turn from the
 * other side. Farther on another way is faster: of 4000 routes in Porto none turns round [design/maps-21].
 */
const ZONE_METRES = 1000

/** Marks the junctions with a forbidden turn, the next junctions in every direction, and those within the distance. */
export const uTurnZone = (roads: Roads): Uint8Array => {
  const zone = new Uint8Array(roads.nodeCount)
  const away = new Float64Array(roads.nodeCount).fill(Infinity)
  const heap = new BinaryHeap(roads.nodeCount)
  const reach = (node: number, metres: number): void => {
    if (metres >= away[node]!) return
    away[node] = metres
    heap.set(node, metres)
  }
  for (const ban of roads.bans) {
    // All junctions passed by the sequence, except the beginning of its first edge and the end of its last.
    for (const directed of ban.subarray(1)) reach(tailOf(roads, directed), 0)
  }
  const exits = exitsOf(roads)
  while (heap.size > 0) {
    const node = heap.pop()
    const metres = away[node]!
    zone[node] = 1
    for (let i = exits.first[node]!; i < exits.first[node + 1]!; i++) {
      const directed = exits.directed[i]!
      const head = headOf(roads, directed)
      const there = metres + roads.edgeLength[directed >> 1]! / 100
      if (metres === 0) zone[head] = 1
      if (there <= ZONE_METRES) reach(head, there)
    }
  }
  return zone
}
