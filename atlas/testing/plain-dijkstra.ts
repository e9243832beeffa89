import { timeOf } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { direct, leaving, reaching } from '../route/ends.ts'
import type { Snapped } from '../route/snap.ts'

/** Shortest times without a hierarchy: slow and simple, to compare the router with. */
export const plainDijkstra = (graph: RoadGraph) => {
  const nodes = graph.upFirst.length - 1
  const out: [head: number, time: number][][] = Array.from({ length: nodes }, () => [])
  for (let d = 0; d < graph.directedFirst.length - 1; d++) {
    for (let a = graph.directedFirst[d]!; a < graph.directedFirst[d + 1]!; a++) {
      out[graph.directedTail[a]!]!.push([graph.directedHead[a]!, timeOf(graph, d)])
    }
  }
  return (from: Snapped, to: Snapped): number => {
    const times = new Float64Array(nodes).fill(Infinity)
    // Buckets of one second: simple, and fast enough for a city.
    const buckets: number[][] = []
    const put = (node: number, time: number): void => {
      if (time >= times[node]!) return
      times[node] = time
      ;(buckets[Math.floor(time / 1000)] ??= []).push(node)
    }
    for (const { node, time } of leaving(graph, from)) put(node, time)
    for (let b = 0; b < buckets.length; b++) {
      for (let i = 0; i < (buckets[b]?.length ?? 0); i++) {
        const node = buckets[b]![i]!
        for (const [head, time] of out[node]!) put(head, times[node]! + time)
      }
    }
    const ends = reaching(graph, to).map(({ node, time }) => times[node]! + time)
    return Math.min(direct(graph, from, to)?.time ?? Infinity, ...ends)
  }
}
