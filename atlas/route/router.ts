import { BACKWARD, FERRY, FORWARD, MAIN, MOTORWAY, timeOf, TOLL } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { Climb } from './climb.ts'
import { direct, directedOf, leaving, reaching, wayOf } from './ends.ts'
import type { Snapped } from './snap.ts'

/** A driven edge and the part driven: shares of its length, in the order of the edge's points. */
export interface Leg {
  readonly edge: number
  readonly way: number
  readonly from: number
  readonly to: number
}

export interface Trip {
  /** ms */
  readonly time: number
  /** cm */
  readonly length: number
  readonly legs: readonly Leg[]
}

/** The whole edge, driven in this direction. */
export const legOf = (edge: number, way: number): Leg =>
  way === FORWARD ? { edge, way, from: 0, to: 1 } : { edge, way, from: 1, to: 0 }

/** cm on roads with a toll */
export const tollLength = (graph: RoadGraph, legs: readonly Leg[]): number =>
  legs.reduce(
    (sum, { edge, from, to }) =>
      graph.edgeKind[edge]! & TOLL ? sum + Math.abs(to - from) * graph.edgeLength[edge]! : sum,
    0,
  )

/** Seconds of driving without traffic, by class of road. */
export interface ClassSeconds {
  readonly motorway: number
  readonly main: number
  readonly street: number
  /** No traffic delays a ferry. */
  readonly ferry: number
}

/** The time of a route by class of road, not rounded; the sum is its time up to the rounding of edges to ms. */
export const classSeconds = (graph: RoadGraph, legs: readonly Leg[]): ClassSeconds => {
  const seconds = { motorway: 0, main: 0, street: 0, ferry: 0 }
  for (const { edge, way, from, to } of legs) {
    const time = timeOf(graph, directedOf(edge, way))
    seconds[classAt(graph.edgeKind[edge]!)] += (Math.abs(to - from) * time) / 1000
  }
  return seconds
}

const classAt = (kind: number): keyof ClassSeconds => {
  if (kind & FERRY) return 'ferry'
  if (kind & MOTORWAY) return 'motorway'
  return kind & MAIN ? 'main' : 'street'
}

/** Fastest routes between two spots. Synchronous, one caller at a time: one router per thread. */
export class Router {
  readonly #graph: RoadGraph
  readonly #forward: Climb
  readonly #backward: Climb

  constructor(graph: RoadGraph) {
    this.#graph = graph
    this.#forward = new Climb(graph, true)
    this.#backward = new Climb(graph, false)
  }

  /**
   * The fastest route; undefined when there is none. `leave` and `arrive` restrict how the first and the last edge may
   * be driven.
   */
  route(from: Snapped, to: Snapped, leave = FORWARD | BACKWARD, arrive = FORWARD | BACKWARD): Trip | undefined {
    const graph = this.#graph
    const starts = leaving(graph, from, leave)
    const goals = reaching(graph, to, arrive)
    const straight = direct(graph, from, to, leave & arrive)
    const forward = this.#forward
    const backward = this.#backward
    forward.begin(starts)
    backward.begin(goals)
    let best = straight?.time ?? Infinity
    let meet = -1
    while (Math.min(forward.next, backward.next) < best) {
      const ahead = forward.next <= backward.next
      const settled = ahead ? forward.settle() : backward.settle()
      const node = settled < 0 ? -1 - settled : settled
      const time = forward.timeTo(node) + backward.timeTo(node)
      if (time >= best) continue
      best = time
      meet = node
    }
    if (meet === -1) {
      if (!straight) return undefined
      return { ...straight, legs: [{ edge: from.edge, way: straight.way, from: from.along, to: to.along }] }
    }
    const length = forward.lengthTo(meet) + backward.lengthTo(meet)
    const { arcs, start } = this.#climbed(forward, meet, graph.arcTail)
    const descent = this.#climbed(backward, meet, graph.arcHead)
    const legs: Leg[] = []
    const first = starts[start]!
    legs.push({ ...legOf(from.edge, first.way), from: from.along })
    for (const arc of arcs.toReversed()) this.#unpack(arc, legs)
    for (const arc of descent.arcs) this.#unpack(arc, legs)
    const last = goals[descent.start]!
    legs.push({ ...legOf(to.edge, last.way), to: to.along })
    return { time: best, length, legs }
  }

  /** The arcs from the meeting node back to a start of that side, and which start it was. */
  #climbed(side: Climb, meet: number, lower: Int32Array): { arcs: number[]; start: number } {
    const arcs: number[] = []
    let node = meet
    for (let by = side.reachedBy(node); ; by = side.reachedBy(node)) {
      if (by < 0) return { arcs, start: -1 - by }
      arcs.push(by)
      node = lower[by]!
    }
  }

  /** Shortcuts are nested as deep as the hierarchy is high: an explicit stack in place of recursion. */
  #unpack(arc: number, legs: Leg[]): void {
    const { arcFirst, arcSecond } = this.#graph
    const stack = [arc]
    while (stack.length > 0) {
      const top = stack.pop()!
      if (arcSecond[top] !== -1) {
        stack.push(arcSecond[top]!, arcFirst[top]!)
        continue
      }
      const directed = -1 - arcFirst[top]!
      legs.push(legOf(directed >> 1, wayOf(directed)))
    }
  }
}
