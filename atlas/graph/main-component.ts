import { BACKWARD, FORWARD } from './road-graph.ts'
import type { Roads } from './road-graph.ts'

/**
 * Keeps the edges with both ends in the largest strongly connected part: from every point in it a car can drive to
 * every other and back. Points could otherwise snap to a closed yard without a way out.
 * Kosaraju's algorithm, without recursion.
 */
export const mainComponent = (roads: Roads): Roads => {
  const onward = neighbours(roads, false)
  const against = neighbours(roads, true)
  const order = finishOrder(roads.nodeCount, onward)
  const part = new Int32Array(roads.nodeCount).fill(-1)
  const sizes: number[] = []
  const stack: number[] = []
  for (let i = order.length - 1; i >= 0; i--) {
    if (part[order[i]!] !== -1) continue
    const label = sizes.push(0) - 1
    part[order[i]!] = label
    stack.push(order[i]!)
    while (stack.length > 0) {
      const node = stack.pop()!
      sizes[label]!++
      for (let a = against.first[node]!; a < against.first[node + 1]!; a++) {
        const next = against.node[a]!
        if (part[next] !== -1) continue
        part[next] = label
        stack.push(next)
      }
    }
  }
  let main = 0
  for (let label = 1; label < sizes.length; label++) if (sizes[label]! > sizes[main]!) main = label
  return onlyNodes(roads, (node) => part[node] === main)
}

interface Adjacency {
  readonly first: Int32Array
  readonly node: Int32Array
}

const neighbours = (roads: Roads, reversed: boolean): Adjacency => {
  const first = new Int32Array(roads.nodeCount + 1)
  const arcs = (visit: (tail: number, head: number) => void): void => {
    for (let e = 0; e < roads.edgeFrom.length; e++) {
      const from = roads.edgeFrom[e]!
      const to = roads.edgeTo[e]!
      if (roads.edgeWays[e]! & (reversed ? BACKWARD : FORWARD)) visit(from, to)
      if (roads.edgeWays[e]! & (reversed ? FORWARD : BACKWARD)) visit(to, from)
    }
  }
  arcs((tail) => first[tail + 1]!++)
  for (let i = 0; i < roads.nodeCount; i++) first[i + 1]! += first[i]!
  const node = new Int32Array(first[roads.nodeCount]!)
  const next = first.slice()
  arcs((tail, head) => (node[next[tail]!++] = head))
  return { first, node }
}

const finishOrder = (nodeCount: number, { first, node }: Adjacency): Int32Array => {
  const order = new Int32Array(nodeCount)
  const seen = new Uint8Array(nodeCount)
  const next = first.slice(0, nodeCount)
  const stack: number[] = []
  let finished = 0
  for (let start = 0; start < nodeCount; start++) {
    if (seen[start]) continue
    seen[start] = 1
    stack.push(start)
    while (stack.length > 0) {
      const at = stack.at(-1)!
      if (next[at]! < first[at + 1]!) {
        const head = node[next[at]!++]!
        if (!seen[head]) {
          seen[head] = 1
          stack.push(head)
        }
      } else order[finished++] = stack.pop()!
    }
  }
  return order
}

const onlyNodes = (roads: Roads, keep: (node: number) => boolean): Roads => {
  const number = new Int32Array(roads.nodeCount).fill(-1)
  let nodeCount = 0
  const kept: number[] = []
  for (let e = 0; e < roads.edgeFrom.length; e++) {
    if (!keep(roads.edgeFrom[e]!) || !keep(roads.edgeTo[e]!)) continue
    kept.push(e)
    for (const node of [roads.edgeFrom[e]!, roads.edgeTo[e]!]) if (number[node] === -1) number[node] = nodeCount++
  }
  const pick = (column: Int32Array): Int32Array => Int32Array.from(kept, (e) => column[e]!)
  const shapes = kept.map((e) => [roads.edgeShape[e]!, roads.edgeShape[e + 1]!] as const)
  const edgeShape = new Int32Array(kept.length + 1)
  shapes.forEach(([start, end], i) => (edgeShape[i + 1] = edgeShape[i]! + end - start))
  const points = (column: Int32Array): Int32Array => {
    const out = new Int32Array(edgeShape.at(-1) ?? 0)
    shapes.forEach(([start, end], i) => out.set(column.subarray(start, end), edgeShape[i]!))
    return out
  }
  return {
    nodeCount,
    nameList: roads.nameList,
    edgeFrom: pick(roads.edgeFrom).map((node) => number[node]!),
    edgeTo: pick(roads.edgeTo).map((node) => number[node]!),
    edgeWays: Uint8Array.from(kept, (e) => roads.edgeWays[e]!),
    edgeLength: pick(roads.edgeLength),
    edgeForwardTime: pick(roads.edgeForwardTime),
    edgeBackwardTime: pick(roads.edgeBackwardTime),
    edgeName: pick(roads.edgeName),
    edgeShape,
    shapeLat: points(roads.shapeLat),
    shapeLng: points(roads.shapeLng),
  }
}
