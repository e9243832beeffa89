import { ArcPool } from './arc-pool.ts'
import { BinaryHeap } from './binary-heap.ts'
import type { TurnGraph } from './turns/build-turns.ts'
import { IntColumn } from './int-column.ts'
import { timeOf } from './road-graph.ts'
import type { RoadGraph } from './road-graph.ts'
import { WitnessSearch } from './witness-search.ts'

type Hierarchy = Pick<
  RoadGraph,
  | 'directedTail' | 'directedHead' | 'directedOnward' | 'upFirst' | 'upArc' | 'downFirst' | 'downArc'
  | 'arcTail' | 'arcHead' | 'arcTime' | 'arcLength' | 'arcFirst' | 'arcSecond'
> // prettier-ignore

// Most settled nodes per witness search, when a contraction is only estimated and when it is made.
const WHEN_WEIGHED = 60
const WHEN_DONE = 200

/**
 * Contraction hierarchy (Geisberger and others, 2008): nodes are removed one by one, least important first,
 * and shortcuts keep the shortest times between the remaining ones.
 * A neighbour's priority is computed again only when it is next: 3 % more arcs for a third of the time.
 * @param onProgress called from time to time with the share of the time that is over, 0 to 1: the last nodes have the
 * most arcs, and the cube root of the share that is left follows the time closely
 */
export const contract = (roads: TurnGraph, onProgress: (done: number) => void = () => undefined): Hierarchy => {
  const n = roads.nodeCount
  const pool = arcsOf(roads)
  const witness = new WitnessSearch(n)
  const level = new Int32Array(n)
  const gone = new Int32Array(n)
  const queue = new BinaryHeap(n)
  const weigh = (node: number): number => {
    const { shortcuts, removed } = shortcutsOf(pool, witness, node, WHEN_WEIGHED, undefined)
    return 2 * (shortcuts - removed) + gone[node]! + level[node]!
  }
  for (let node = 0; node < n; node++) queue.set(node, weigh(node))
  const rank = new Int32Array(n)
  for (let next = 0; queue.size > 0;) {
    const node = queue.pop()
    const weight = weigh(node)
    if (weight > queue.lowest) {
      queue.set(node, weight)
      continue
    }
    shortcutsOf(pool, witness, node, WHEN_DONE, pool)
    pool.detach(node)
    rank[node] = next++
    for (const neighbour of neighboursOf(pool, node)) {
      gone[neighbour]!++
      level[neighbour] = Math.max(level[neighbour]!, level[node]! + 1)
    }
    if (next % 256 === 0) onProgress(1 - Math.cbrt(1 - next / n))
  }
  return frozen(roads, pool, rank)
}

const arcsOf = (roads: TurnGraph): ArcPool => {
  const pool = new ArcPool(roads.nodeCount, roads.directedTail.length * 2)
  for (let d = 0; d < roads.directedFirst.length - 1; d++) {
    const [time, length] = [timeOf(roads, d), roads.edgeLength[d >> 1]!]
    for (let a = roads.directedFirst[d]!; a < roads.directedFirst[d + 1]!; a++) {
      pool.offer(roads.directedTail[a]!, roads.directedHead[a]!, time, length, -1 - d, -1)
    }
  }
  return pool
}

/** Counts the shortcuts that removing `node` needs; adds them when `into` is given. */
const shortcutsOf = (pool: ArcPool, witness: WitnessSearch, node: number, most: number, into: ArcPool | undefined) => {
  let longestOut = 0
  let removed = 0
  for (let out = pool.firstOut(node); out !== -1; out = pool.nextOut(out)) {
    longestOut = Math.max(longestOut, pool.time[out]!)
    removed++
  }
  let shortcuts = 0
  for (let inward = pool.firstIn(node); inward !== -1; inward = pool.nextIn(inward)) {
    removed++
    const start = pool.tail[inward]!
    const toNode = pool.time[inward]!
    witness.run(pool, start, node, toNode + longestOut, most)
    for (let out = pool.firstOut(node); out !== -1; out = pool.nextOut(out)) {
      const end = pool.head[out]!
      const through = toNode + pool.time[out]!
      if (end === start || witness.costTo(end) <= through) continue
      shortcuts++
      into?.offer(start, end, through, pool.length[inward]! + pool.length[out]!, inward, out)
    }
  }
  return { shortcuts, removed }
}

const neighboursOf = (pool: ArcPool, node: number): Set<number> => {
  const found = new Set<number>()
  for (let arc = pool.firstOut(node); arc !== -1; arc = pool.nextOut(arc)) found.add(pool.head[arc]!)
  for (let arc = pool.firstIn(node); arc !== -1; arc = pool.nextIn(arc)) found.add(pool.tail[arc]!)
  return found
}

/** After its contraction a node has exactly its arcs to and from higher nodes; ranks become the node numbers. */
const frozen = (roads: TurnGraph, pool: ArcPool, rank: Int32Array): Hierarchy => {
  const n = roads.nodeCount
  const byRank = new Int32Array(n)
  for (let node = 0; node < n; node++) byRank[rank[node]!] = node
  const upFirst = new Int32Array(n + 1)
  const downFirst = new Int32Array(n + 1)
  const upArc = new IntColumn()
  const downArc = new IntColumn()
  for (let r = 0; r < n; r++) {
    const node = byRank[r]!
    for (let arc = pool.firstOut(node); arc !== -1; arc = pool.nextOut(arc)) upArc.push(arc)
    for (let arc = pool.firstIn(node); arc !== -1; arc = pool.nextIn(arc)) downArc.push(arc)
    upFirst[r + 1] = upArc.length
    downFirst[r + 1] = downArc.length
  }
  const ranked = (column: Int32Array): Int32Array => column.map((node) => (node === -1 ? -1 : rank[node]!))
  const arcs = pool.take()
  for (const column of [arcs.tail, arcs.head])
    for (let arc = 0; arc < column.length; arc++) column[arc] = rank[column[arc]!]!
  return {
    directedTail: ranked(roads.directedTail),
    directedHead: ranked(roads.directedHead),
    directedOnward: ranked(roads.directedOnward),
    upFirst,
    upArc: upArc.values(),
    downFirst,
    downArc: downArc.values(),
    arcTail: arcs.tail,
    arcHead: arcs.head,
    arcTime: arcs.time,
    arcLength: arcs.length,
    arcFirst: arcs.first,
    arcSecond: arcs.second,
  }
}
