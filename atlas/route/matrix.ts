import { BACKWARD, FORWARD } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { Climb } from './climb.ts'
import { direct, leaving, reaching } from './ends.ts'
import type { Snapped } from './snap.ts'

/** A spot, and the directions in which its edge may be driven there. */
export interface Stop {
  readonly spot: Snapped
  readonly ways?: number
}

export interface Costs {
  /** ms, Infinity without a route; row by row: source × targets + target. */
  readonly time: Float64Array
  /** cm */
  readonly length: Float64Array
}

/**
 * Times and lengths from many spots to many (buckets: Knopp and others, 2007). One search per spot on either side,
 * not one per pair. Synchronous, one caller at a time.
 */
export class Matrix {
  readonly #graph: RoadGraph
  readonly #forward: Climb
  readonly #backward: Climb
  /** Newest bucket entry of a node, -1 none; entries are linked. */
  readonly #newest: Int32Array

  constructor(graph: RoadGraph) {
    this.#graph = graph
    this.#forward = new Climb(graph, true)
    this.#backward = new Climb(graph, false)
    this.#newest = new Int32Array(graph.upFirst.length - 1).fill(-1)
  }

  costs(sources: readonly Stop[], targets: readonly Stop[]): Costs {
    const both = FORWARD | BACKWARD
    const time = new Float64Array(sources.length * targets.length).fill(Infinity)
    const length = new Float64Array(sources.length * targets.length)
    const bucket = {
      node: [] as number[],
      target: [] as number[],
      time: [] as number[],
      length: [] as number[],
      older: [] as number[],
    }
    targets.forEach((target, t) => {
      this.#all(this.#backward, reaching(this.#graph, target.spot, target.ways), (node) => {
        const entry = bucket.node.push(node) - 1
        bucket.target.push(t)
        bucket.time.push(this.#backward.timeTo(node))
        bucket.length.push(this.#backward.lengthTo(node))
        bucket.older.push(this.#newest[node]!)
        this.#newest[node] = entry
      })
    })
    sources.forEach((source, s) => {
      const row = s * targets.length
      this.#all(this.#forward, leaving(this.#graph, source.spot, source.ways), (node) => {
        const here = this.#forward.timeTo(node)
        for (let entry = this.#newest[node]!; entry !== -1; entry = bucket.older[entry]!) {
          const cell = row + bucket.target[entry]!
          const through = here + bucket.time[entry]!
          if (through >= time[cell]!) continue
          time[cell] = through
          length[cell] = this.#forward.lengthTo(node) + bucket.length[entry]!
        }
      })
      targets.forEach((target, t) => {
        const straight = direct(this.#graph, source.spot, target.spot, (source.ways ?? both) & (target.ways ?? both))
        if (!straight || straight.time >= time[row + t]!) return
        time[row + t] = straight.time
        length[row + t] = straight.length
      })
    })
    for (const node of bucket.node) this.#newest[node] = -1
    return { time, length }
  }

  #all(climb: Climb, starts: Parameters<Climb['begin']>[0], settled: (node: number) => void): void {
    climb.begin(starts)
    while (climb.next < Infinity) {
      const node = climb.settle()
      if (node >= 0) settled(node)
    }
  }
}
