import { AtlasError } from '../atlas-error.ts'
import { BACKWARD, FORWARD } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { Matrix } from '../route/matrix.ts'
import { Router } from '../route/router.ts'
import { shapeOf } from '../route/shape.ts'
import type { LatLng } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import type { Snapped } from '../route/snap.ts'
import { cleanFixes, distance } from './clean-fixes.ts'
import type { Fix } from './clean-fixes.ts'

// Figures of the Viterbi model (Newson and Krumm, 2009), tuned on simulated drives. Metres.
const RADIUS = 60
const EDGES = 8
/** Standard deviation of a fix: the device's accuracy within these bounds; the lower bound without one. */
const NOISE = [10, 30] as const
const DETOUR = 20
/** A backward movement up to this counts as none. */
const JITTER = 15

const noiseOf = (fix: Fix): number => Math.min(NOISE[1], Math.max(NOISE[0], fix.accuracy ?? 0))

interface State {
  readonly spot: Snapped
  readonly ways: number
  cost: number
  before: State | undefined
  /** cm from the state before; a straight line when `gap`. */
  length: number
  gap: boolean
}

export interface MatchedTrip {
  readonly metres: number
  readonly line: readonly LatLng[]
}

/** Finds the roads a car drove from noisy fixes. Synchronous, one caller at a time: it belongs in a worker thread. */
export class TripMatcher {
  readonly #graph: RoadGraph
  readonly #snapper: Snapper
  readonly #matrix: Matrix
  readonly #router: Router

  constructor(graph: RoadGraph) {
    this.#graph = graph
    this.#snapper = new Snapper(graph)
    this.#matrix = new Matrix(graph)
    this.#router = new Router(graph)
  }

  /**
   * The most likely way along roads through the fixes in their order. Where no road explains two neighbouring fixes,
   * the straight line between them counts.
   * @throws AtlasError NO_SEGMENT when no fix lies near a road
   */
  match(fixes: readonly Fix[]): MatchedTrip {
    let last: { fix: Fix; states: State[] } | undefined
    for (const fix of cleanFixes(fixes)) {
      const states = this.#statesAt(fix)
      if (states.length === 0) continue
      if (last) this.#step(last.states, states, distance(last.fix, fix))
      last = { fix, states }
    }
    if (!last) throw new AtlasError('NO_SEGMENT', 'No road runs near these positions.')
    const end = last.states.reduce((best, state) => (state.cost < best.cost ? state : best))
    const chain: State[] = []
    for (let state: State | undefined = end; state; state = state.before) chain.unshift(state)
    return { metres: chain.reduce((sum, state) => sum + state.length, 0) / 100, line: this.#line(chain) }
  }

  #statesAt(fix: Fix): State[] {
    const noise = noiseOf(fix)
    const spots = this.#snapper.candidates(fix.lat * 1e7, fix.lng * 1e7, RADIUS, EDGES)
    return spots.flatMap((spot) =>
      [FORWARD, BACKWARD]
        .filter((way) => this.#graph.edgeWays[spot.edge]! & way)
        .map((ways) => ({
          spot,
          ways,
          cost: 0.5 * (spot.away / noise) ** 2,
          before: undefined,
          length: 0,
          gap: false,
        })),
    )
  }

  #step(from: readonly State[], to: readonly State[], straight: number): void {
    const emissions = to.map((state) => state.cost)
    const costs = this.#matrix.costs(from, to)
    // A longer detour between two fixes is implausible: a fix is wrong or the map lacks a road.
    const farthest = straight * 5 + 2000
    let broken = true
    to.forEach((state, t) => {
      let best = Infinity
      from.forEach((before, f) => {
        const metres = this.#rolledBack(before, state)
          ? 0
          : costs.time[f * to.length + t]! < Infinity
            ? costs.length[f * to.length + t]! / 100
            : Infinity
        if (metres > farthest) return
        const cost = before.cost + emissions[t]! + Math.abs(metres - straight) / DETOUR
        if (cost >= best) return
        best = cost
        broken = false
        Object.assign(state, { before, length: metres * 100 })
      })
      state.cost = best
    })
    if (!broken) return
    const before = from.reduce((least, state) => (state.cost < least.cost ? state : least))
    to.forEach((state, t) => {
      Object.assign(state, { before, length: straight * 100, gap: true, cost: before.cost + emissions[t]! })
    })
  }

  #rolledBack(a: State, b: State): boolean {
    if (a.spot.edge !== b.spot.edge || a.ways !== b.ways) return false
    const ahead = (b.spot.along - a.spot.along) * (a.ways === FORWARD ? 1 : -1)
    return ahead < 0 && (-ahead * this.#graph.edgeLength[a.spot.edge]!) / 100 <= JITTER
  }

  #line(chain: readonly State[]): LatLng[] {
    const line: LatLng[] = []
    const add = (points: readonly LatLng[]): void => {
      const last = line.at(-1)
      const same = last && points[0]?.lat === last.lat && points[0].lng === last.lng
      line.push(...(same ? points.slice(1) : points))
    }
    const spotOf = ({ spot }: State): LatLng => ({ lat: spot.lat / 1e7, lng: spot.lng / 1e7 })
    add([spotOf(chain[0]!)])
    for (const state of chain) {
      if (!state.before) continue
      if (state.gap) add([spotOf(state)])
      else if (state.length > 0) {
        const trip = this.#router.route(state.before.spot, state.spot, state.before.ways, state.ways)
        if (trip) add(shapeOf(this.#graph, trip.legs))
      }
    }
    return line
  }
}
