import type { ArcPool } from './arc-pool.ts'
import { BinaryHeap } from './binary-heap.ts'

/** Bounded Dijkstra in the uncontracted rest of the graph: is there a path from u to w that avoids v? */
export class WitnessSearch {
  readonly #heap: BinaryHeap
  readonly #cost: Float64Array
  readonly #seen: Int32Array
  #round = 0

  constructor(nodes: number) {
    this.#heap = new BinaryHeap(nodes)
    this.#cost = new Float64Array(nodes)
    this.#seen = new Int32Array(nodes)
  }

  /** Searches from `start` around `avoid` up to `limit`, settling at most `most` nodes. */
  run(pool: ArcPool, start: number, avoid: number, limit: number, most: number): void {
    const heap = this.#heap
    heap.clear()
    this.#round++
    this.#reach(start, 0)
    for (let settled = 0; heap.size > 0 && settled < most && heap.lowest <= limit; settled++) {
      const node = heap.pop()
      const cost = this.#cost[node]!
      for (let arc = pool.firstOut(node); arc !== -1; arc = pool.nextOut(arc)) {
        const head = pool.head[arc]!
        if (head === avoid) continue
        const there = cost + pool.time[arc]!
        if (there <= limit && there < this.costTo(head)) this.#reach(head, there)
      }
    }
  }

  /** An upper bound of the cost to a node; Infinity when the search did not reach it. */
  costTo(node: number): number {
    return this.#seen[node] === this.#round ? this.#cost[node]! : Infinity
  }

  #reach(node: number, cost: number): void {
    this.#seen[node] = this.#round
    this.#cost[node] = cost
    this.#heap.set(node, cost)
  }
}
