import { BinaryHeap } from '../graph/binary-heap.ts'
import { timeOf } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { direct, directedOf, leaving, reaching, wayOf } from './ends.ts'
import { legOf, Router } from './router.ts'
import type { Leg, Trip } from './router.ts'
import type { Snapped } from './snap.ts'
import { TimeBounds } from './time-bounds.ts'
import { stopCost, turnCost } from './turn-costs.ts'

/** A search that meets more states takes the route without turn costs. Routes across a city meet some thousand. */
const MOST_STATES = 50_000

/** A junction, and how it was reached. */
interface State {
  readonly node: number
  /** the directed edge driven last */
  readonly directed: number
  /** time and turn costs from the start, ms */
  readonly cost: number
  /** none: the directed edge of the start leads here */
  readonly before: State | undefined
}

/**
 * Routes with the least sum of time and turn costs [design/maps-28]: A* over states. The bound of a state is the exact
 * time without turn costs, so few states beside the route are met. Synchronous, one caller at a time.
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
    const states: State[] = []
    const numbers = new Map<number, number>()
    const reach = (key: number, state: State): void => {
      const bound = this.#bounds.from(state.node)
      const number = numbers.get(key) ?? states.length
      const known = states[number]
      if (bound === Infinity || (known !== undefined && known.cost <= state.cost)) return
      numbers.set(key, number)
      states[number] = state
      heap.set(number, state.cost + bound)
    }

    const straight = direct(graph, from, to)
    let best = straight ? straight.time + stopCost(graph, to, straight.way, leftHand) : Infinity
    let last: { state: State; arrival: number } | undefined
    for (const { node, time, way } of leaving(graph, from)) {
      // No arc leads to the start: its key is a number after the last arc.
      reach(this.#directed.length + way, { node, directed: directedOf(from.edge, way), cost: time, before: undefined })
    }
    while (heap.lowest < best) {
      if (states.length > MOST_STATES - 100) return this.#withoutTurns.route(from, to)
      const state = states[heap.pop()]!
      const costWith = (directed: number): number => state.cost + turnCost(graph, state.directed, directed, leftHand)
      for (const goal of goals) {
        if (goal.node !== state.node) continue
        const cost = costWith(directedOf(to.edge, goal.way)) + goal.time + stopCost(graph, to, goal.way, leftHand)
        if (cost >= best) continue
        best = cost
        last = { state, arrival: goal.way }
      }
      for (let i = this.#first[state.node]!; i < this.#first[state.node + 1]!; i++) {
        const arc = this.#leaving[i]!
        const directed = this.#directed[arc]!
        const cost = costWith(directed) + timeOf(graph, directed)
        reach(arc, { node: graph.directedHead[arc]!, directed, cost, before: state })
      }
    }
    if (last) return tripOf(graph, legsTo(last.state, from, { to, way: last.arrival }))
    return straight && tripOf(graph, [{ edge: from.edge, way: straight.way, from: from.along, to: to.along }])
  }
}

const legsTo = (end: State, from: Snapped, { to, way }: { to: Snapped; way: number }): Leg[] => {
  const legs: Leg[] = [{ ...legOf(to.edge, way), to: to.along }]
  for (let state: State | undefined = end; state; state = state.before) {
    const whole = legOf(state.directed >> 1, wayOf(state.directed))
    legs.push(state.before ? whole : { ...whole, from: from.along })
  }
  return legs.reverse()
}

const tripOf = (graph: RoadGraph, legs: readonly Leg[]): Trip => {
  let [time, length] = [0, 0]
  for (const { edge, way, from, to } of legs) {
    time += Math.abs(to - from) * timeOf(graph, directedOf(edge, way))
    length += Math.abs(to - from) * graph.edgeLength[edge]!
  }
  return { time, length, legs }
}
