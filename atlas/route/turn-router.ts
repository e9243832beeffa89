import { BinaryHeap } from '../graph/binary-heap.ts'
import { BACKWARD, FORWARD, timeOf } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { direct, directedOf, leaving, reaching } from './ends.ts'
import { Router } from './router.ts'
import type { Leg, Trip } from './router.ts'
import type { Snapped } from './snap.ts'
import { TimeBounds } from './time-bounds.ts'
import { stopCost, turnCost } from './turn-costs.ts'

/** A search that meets more states takes the route without turn costs. Routes across a city meet some thousand. */
const MOST_STATES = 50_000

/**
 * Routes with the least sum of time and turn costs [design/maps-28]. A* over states, each an arc driven
 * last; the bound of a state is the exact time without turn costs, so few states beside the route are met.
 * Synchronous, one caller at a time.
 */
export class TurnRouter {
  readonly #graph: RoadGraph
  readonly #withoutTurns: Router
  readonly #bounds: TimeBounds
  /** The directed edge of each arc. */
  readonly #directed: Int32Array
  /** `#first[node] … #first[node + 1]` are the arcs that leave a node, in `#leaving`. */
  readonly #first: Int32Array
  readonly #leaving: Int32Array
  readonly #heap = new BinaryHeap(MOST_STATES)

  constructor(graph: RoadGraph) {
    const { directedFirst, directedTail, upFirst } = graph
    this.#graph = graph
    this.#withoutTurns = new Router(graph)
    this.#bounds = new TimeBounds(graph)
    this.#directed = new Int32Array(directedTail.length)
    for (let d = 0; d < directedFirst.length - 1; d++) this.#directed.fill(d, directedFirst[d], directedFirst[d + 1])
    this.#first = new Int32Array(upFirst.length)
    for (const tail of directedTail) this.#first[tail + 1]!++
    for (let node = 1; node < this.#first.length; node++) this.#first[node]! += this.#first[node - 1]!
    const next = this.#first.slice()
    this.#leaving = new Int32Array(directedTail.length)
    directedTail.forEach((tail, arc) => (this.#leaving[next[tail]!++] = arc))
  }

  /**
   * The time of the result is that of its roads, as in a matrix: the average speeds of roads contain their turns.
   * Undefined when there is no route.
   * @param leftHand whether cars drive on the left
   */
  route(from: Snapped, to: Snapped, leftHand: boolean): Trip | undefined {
    const graph = this.#graph
    const heap = this.#heap
    const goals = reaching(graph, to)
    this.#bounds.aim(goals)
    heap.clear()
    const numbers = new Map<number, number>()
    const node: number[] = []
    const directed: number[] = []
    const cost: number[] = []
    const before: number[] = []
    const reach = (key: number, at: number, d: number, sum: number, last: number): void => {
      const bound = this.#bounds.from(at)
      if (bound === Infinity) return
      let state = numbers.get(key)
      if (state === undefined) {
        state = numbers.size
        numbers.set(key, state)
        node.push(at)
        directed.push(d)
      } else if (cost[state]! <= sum) return
      cost[state] = sum
      before[state] = last
      heap.set(state, sum + bound)
    }

    const straight = direct(graph, from, to)
    let best = straight ? straight.time + stopCost(graph, to, straight.way, leftHand) : Infinity
    let end = -1
    let arrival = 0
    for (const start of leaving(graph, from)) {
      // No arc leads to the start: its key is a number after those of the arcs.
      const key = this.#directed.length + start.way
      reach(key, start.node, directedOf(from.edge, start.way), start.time, -1)
    }
    while (heap.lowest < best) {
      if (numbers.size > MOST_STATES - 100) return this.#withoutTurns.route(from, to)
      const state = heap.pop()
      const [at, last, sum] = [node[state]!, directed[state]!, cost[state]!]
      for (const goal of goals) {
        if (goal.node !== at) continue
        const turn = turnCost(graph, last, directedOf(to.edge, goal.way), leftHand)
        const total = sum + turn + goal.time + stopCost(graph, to, goal.way, leftHand)
        if (total >= best) continue
        best = total
        end = state
        arrival = goal.way
      }
      for (let i = this.#first[at]!; i < this.#first[at + 1]!; i++) {
        const arc = this.#leaving[i]!
        const d = this.#directed[arc]!
        reach(arc, graph.directedHead[arc]!, d, sum + turnCost(graph, last, d, leftHand) + timeOf(graph, d), state)
      }
    }
    if (end === -1)
      return straight && tripOf(graph, [{ edge: from.edge, way: straight.way, from: from.along, to: to.along }])
    const legs: Leg[] = [{ edge: to.edge, way: arrival, from: arrival === FORWARD ? 0 : 1, to: to.along }]
    for (let state = end; state !== -1; state = before[state]!) {
      const way = directed[state]! & 1 ? BACKWARD : FORWARD
      const start = before[state] === -1 ? from.along : way === FORWARD ? 0 : 1
      legs.unshift({ edge: directed[state]! >> 1, way, from: start, to: way === FORWARD ? 1 : 0 })
    }
    return tripOf(graph, legs)
  }
}

const tripOf = (graph: RoadGraph, legs: readonly Leg[]): Trip => {
  let [time, length] = [0, 0]
  for (const { edge, way, from, to } of legs) {
    time += Math.abs(to - from) * timeOf(graph, directedOf(edge, way))
    length += Math.abs(to - from) * graph.edgeLength[edge]!
  }
  return { time, length, legs }
}
