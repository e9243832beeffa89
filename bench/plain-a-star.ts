import { BinaryHeap } from '../atlas/graph/binary-heap.ts'
import { metresBetween } from '../atlas/graph/geodesy.ts'
import { BACKWARD, FORWARD, type RoadGraph } from '../atlas/graph/road-graph.ts'
import { direct, leaving, reaching } from '../atlas/route/ends.ts'
import type { Snapped } from '../atlas/route/snap.ts'

/** The roads as they are driven, by node: nothing is prepared but this list. */
const arcsOf = (graph: RoadGraph) => {
  const nodes = graph.upFirst.length - 1
  const first = new Int32Array(nodes + 1)
  const each = (see: (tail: number, head: number, time: number) => void): void => {
    for (let e = 0; e < graph.edgeFrom.length; e++) {
      const [from, to] = [graph.edgeFrom[e]!, graph.edgeTo[e]!]
      if (graph.edgeWays[e]! & FORWARD) see(from, to, graph.edgeForwardTime[e]!)
      if (graph.edgeWays[e]! & BACKWARD) see(to, from, graph.edgeBackwardTime[e]!)
    }
  }
  each((tail) => first[tail + 1]!++)
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!
  const next = first.slice()
  const heads = new Int32Array(first[nodes]!)
  const times = new Int32Array(first[nodes]!)
  each((tail, head, time) => {
    const place = next[tail]!++
    heads[place] = head
    times[place] = time
  })
  return { nodes, first, heads, times }
}

const placesOf = (graph: RoadGraph, nodes: number) => {
  const [lat, lng] = [new Int32Array(nodes), new Int32Array(nodes)]
  /** ms per metre on the fastest road */
  let least = Infinity
  for (let e = 0; e < graph.edgeFrom.length; e++) {
    const ends = [
      [graph.edgeFrom[e]!, graph.edgeShape[e]!],
      [graph.edgeTo[e]!, graph.edgeShape[e + 1]! - 1],
    ] as const
    for (const [node, point] of ends) {
      lat[node] = graph.shapeLat[point]!
      lng[node] = graph.shapeLng[point]!
    }
    const [a, b] = [graph.edgeFrom[e]!, graph.edgeTo[e]!]
    const metres = metresBetween(lat[a]!, lng[a]!, lat[b]!, lng[b]!)
    const ways = graph.edgeWays[e]!
    if (metres > 0 && ways & FORWARD) least = Math.min(least, graph.edgeForwardTime[e]! / metres)
    if (metres > 0 && ways & BACKWARD) least = Math.min(least, graph.edgeBackwardTime[e]! / metres)
  }
  return { lat, lng, least }
}

/** The fastest time by A* with the straight line at the fastest speed as heuristic: typed arrays, no hierarchy. */
export const plainAStar = (graph: RoadGraph): ((from: Snapped, to: Snapped) => number) => {
  const { nodes, first, heads, times } = arcsOf(graph)
  const { lat, lng, least } = placesOf(graph, nodes)
  const heap = new BinaryHeap(nodes)
  const best = new Float64Array(nodes)
  const round = new Int32Array(nodes)
  let now = 0
  return (from, to) => {
    now++
    heap.clear()
    const ahead = (node: number): number => metresBetween(lat[node]!, lng[node]!, to.lat, to.lng) * least * 0.999
    const goals = reaching(graph, to)
    let arrived = direct(graph, from, to)?.time ?? Infinity
    const reach = (node: number, time: number): void => {
      if (round[node] === now && best[node]! <= time) return
      round[node] = now
      best[node] = time
      heap.set(node, time + ahead(node))
    }
    for (const { node, time } of leaving(graph, from)) reach(node, time)
    while (heap.lowest < arrived) {
      const node = heap.pop()
      const time = best[node]!
      for (const goal of goals) if (goal.node === node) arrived = Math.min(arrived, time + goal.time)
      for (let i = first[node]!; i < first[node + 1]!; i++) reach(heads[i]!, time + times[i]!)
    }
    return arrived
  }
}
