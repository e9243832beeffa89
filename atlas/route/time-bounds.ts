import type { RoadGraph } from '../graph/road-graph.ts'
import { Climb } from './climb.ts'
import type { End } from './ends.ts'

/**
 * The shortest times without turn costs from a node to the goals, computed on demand by the hierarchy (CH-Potentials:
 * Strasser and Zeitz, 2021).
 */
export class TimeBounds {
  readonly #graph: RoadGraph
  readonly #fromGoals: Climb
  readonly #time: Float64Array
  readonly #round: Int32Array
  #now = 0

  constructor(graph: RoadGraph) {
    const nodes = graph.upFirst.length - 1
    this.#graph = graph
    this.#fromGoals = new Climb(graph, false)
    this.#time = new Float64Array(nodes)
    this.#round = new Int32Array(nodes)
  }

  aim(goals: readonly End[]): void {
    this.#now++
    this.#fromGoals.begin(goals)
    while (this.#fromGoals.next < Infinity) this.#fromGoals.settle()
  }

  /** ms; Infinity when no drive leads there. Recursive, as deep as the hierarchy is high: some hundred nodes. */
  from(node: number): number {
    if (this.#round[node] === this.#now) return this.#time[node]!
    const { upFirst, upArc, arcHead, arcTime } = this.#graph
    let least = this.#fromGoals.timeTo(node)
    for (let i = upFirst[node]!; i < upFirst[node + 1]!; i++) {
      const arc = upArc[i]!
      least = Math.min(least, arcTime[arc]! + this.from(arcHead[arc]!))
    }
    this.#round[node] = this.#now
    this.#time[node] = least
    return least
  }
}
