import { BinaryHeap } from '../atlas/graph/binary-heap.ts'
import { metresBetween } from '../atlas/graph/geodesy.ts'
import { timeOf, type RoadGraph } from '../atlas/graph/road-graph.ts'
import { direct, leaving, reaching } from '../atlas/route/ends.ts'
import type { Snapped } from '../atlas/route/snap.ts'

/** The roads by node. Nothing else is prepared: no hierarchy. */
const arcsOf = (graph: RoadGraph) => {
  const nodes = graph.upFirst.length - 1
  const first = new Int32Array(nodes + 1)
  const each = (see: (tail: number, head: number, time: number) => void): void => {
    for (let d = 0; d < graph.directedFirst.length - 1; d++) {
      for (let a = graph.directedFirst[d]!; a < graph.directedFirst[d + 1]!; a++) {
        see(graph.directedTail[a]!, graph.directedHead[a]!, timeOf(graph, d))
      }
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
  for (let d = 0; d < graph.directedFirst.length - 1; d++) {
    const [start, end] = [graph.edgeShape[d >> 1]!, graph.edgeShape[(d >> 1) + 1]! - 1]
    const [first, last] = d & 1 ? [end, start] : [start, end]
    for (let a = graph.directedFirst[d]!; a < graph.directedFirst[d + 1]!; a++) {
      const ends = [[graph.directedTail[a]!, first], [graph.directedHead[a]!, last]] as const // prettier-ignore
      for (const [node, point] of ends) {
        lat[node] = graph.shapeLat[point]!
        lng[node] = graph.shapeLng[point]!
      }
    }
    const metres = metresBetween(
      graph.shapeLat[first]!,
      graph.shapeLng[first]!,
      graph.shapeLat[last]!,
      graph.shapeLng[last]!,
    )
    if (metres > 0) least = Math.min(least, timeOf(graph, d) / metres)
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
