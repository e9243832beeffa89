import { BinaryHeap } from '../graph/binary-heap.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { End } from './ends.ts'

/**
 * One side of a search in the hierarchy: from its starts it only goes to higher nodes, in the driving direction
 * (`forward`) or against it. Its arrays are reused by the next search.
 */
export class Climb {
  readonly #time: Float64Array
  readonly #length: Float64Array
  /** The arc that reached a node; for a start `-1 - index in the list of starts`. */
  readonly #by: Int32Array
  readonly #round: Int32Array
  readonly #heap: BinaryHeap
  readonly #climbFirst: Int32Array
  readonly #climbArc: Int32Array
  readonly #fallFirst: Int32Array
  readonly #fallArc: Int32Array
  /** The lower and the higher end of the arcs searched. */
  readonly #climbTo: Int32Array
  readonly #fallFrom: Int32Array
  readonly #arcTime: Int32Array
  readonly #arcLength: Int32Array
  #now = 0

  constructor(graph: RoadGraph, forward: boolean) {
    const nodes = graph.upFirst.length - 1
    this.#time = new Float64Array(nodes)
    this.#length = new Float64Array(nodes)
    this.#by = new Int32Array(nodes)
    this.#round = new Int32Array(nodes)
    this.#heap = new BinaryHeap(nodes)
    this.#climbFirst = forward ? graph.upFirst : graph.downFirst
    this.#climbArc = forward ? graph.upArc : graph.downArc
    this.#climbTo = forward ? graph.arcHead : graph.arcTail
    this.#fallFirst = forward ? graph.downFirst : graph.upFirst
    this.#fallArc = forward ? graph.downArc : graph.upArc
    this.#fallFrom = forward ? graph.arcTail : graph.arcHead
    this.#arcTime = graph.arcTime
    this.#arcLength = graph.arcLength
  }

  begin(starts: readonly End[]): void {
    this.#heap.clear()
    this.#now++
    starts.forEach((start, i) => {
      if (start.time < this.timeTo(start.node)) this.#reach(start.node, start.time, start.length, -1 - i)
    })
  }

  /** Time of the next node to settle; Infinity at the end. */
  get next(): number {
    return this.#heap.lowest
  }

  /** Settles one node. Returns -1 - node when a higher node shows that its time is not the best (stall on demand). */
  settle(): number {
    const node = this.#heap.pop()
    const time = this.#time[node]!
    for (let i = this.#fallFirst[node]!; i < this.#fallFirst[node + 1]!; i++) {
      const arc = this.#fallArc[i]!
      if (this.timeTo(this.#fallFrom[arc]!) + this.#arcTime[arc]! < time) return -1 - node
    }
    for (let i = this.#climbFirst[node]!; i < this.#climbFirst[node + 1]!; i++) {
      const arc = this.#climbArc[i]!
      const head = this.#climbTo[arc]!
      const there = time + this.#arcTime[arc]!
      if (there < this.timeTo(head)) this.#reach(head, there, this.#length[node]! + this.#arcLength[arc]!, arc)
    }
    return node
  }

  /** ms; Infinity for a node that was not reached. */
  timeTo(node: number): number {
    return this.#round[node] === this.#now ? this.#time[node]! : Infinity
  }

  /** cm */
  lengthTo(node: number): number {
    return this.#length[node]!
  }

  reachedBy(node: number): number {
    return this.#by[node]!
  }

  #reach(node: number, time: number, length: number, by: number): void {
    this.#round[node] = this.#now
    this.#time[node] = time
    this.#length[node] = length
    this.#by[node] = by
    this.#heap.set(node, time)
  }
}
