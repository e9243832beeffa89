import { AtlasError } from '../atlas-error.ts'
import { BACKWARD, FORWARD } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { Matrix } from '../route/matrix.ts'
import { classSeconds, Router } from '../route/router.ts'
import type { ClassSeconds } from '../route/router.ts'
import { shapeOf } from '../route/shape.ts'
import type { LatLng } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import type { Snapped } from '../route/snap.ts'
import { distance, possibleFixes, secondsBetween, TOP_SPEED } from './clean-fixes.ts'
import type { Fix } from './clean-fixes.ts'
import { estimateNoise } from './estimate-noise.ts'
import { gatherFixes } from './gather-fixes.ts'
import type { Place } from './gather-fixes.ts'

// Figures of the Viterbi model (Newson and Krumm, 2009), tuned on simulated drives: docs/decisions/021. Metres.
const RADIUS = 60
const EDGES = 8
/** Standard deviation of a fix: the device's accuracy, or an estimate, within these bounds. */
const NOISE = [8, 30] as const
const LEAST_NOISE = 6
/**
 * A detour of this length, or of this share of the straight line where fixes are far apart, costs as much as one
 * deviation squared.
 */
const DETOUR = 20
const DETOUR_SHARE = 0.1
/** A backward movement up to this many standard deviations counts as none. */
const JITTER = 2.5
const LEAST_JITTER = 15
/** Turning round between two junctions, as a cost. */
const U_TURN = 5
/** Nearer behind a junction a car does not turn round: that would be a forbidden turn, taken in two steps. Metres. */
const BEHIND_JUNCTION = 25

interface State {
  readonly at: number | undefined
  spot: Snapped
  readonly ways: number
  cost: number
  before: State | undefined
  /** cm from the state before; a straight line when `gap`. */
  length: number
  gap: boolean
  /** The car turned round at the state before. */
  turned: boolean
}

export interface MatchedTrip {
  readonly metres: number
  readonly line: readonly LatLng[]
  readonly stretches: readonly Stretch[]
}

/**
 * The way from one place of a track to the next one, with the wait at the first one. There is none where the car turned
 * round or no road explains the movement, nor without times.
 */
export interface Stretch {
  /** ms since 1970 */
  readonly from: number
  readonly to: number
  readonly free: ClassSeconds
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
    const possible = possibleFixes(fixes)
    let last: { place: Place; states: State[] } | undefined
    for (const place of gatherFixes(possible, this.#noise(possible))) {
      const states = this.#statesAt(place)
      if (states.length === 0) continue
      if (last) this.#step(last.states, states, last.place, place)
      last = { place, states }
    }
    if (!last) throw new AtlasError('NO_SEGMENT', 'No road runs near these positions.')
    const end = last.states.reduce((best, state) => (state.cost < best.cost ? state : best))
    const chain: State[] = []
    for (let state: State | undefined = end; state; state = state.before) chain.unshift(state)
    const metres = chain.reduce((sum, state) => sum + state.length, 0) / 100
    return { metres: Math.min(metres, farthestIn(possible)), ...this.#driven(chain) }
  }

  #noise(fixes: readonly Fix[]): (fix: Fix) => number {
    const nearest = (fix: Fix): number[] => {
      const road = this.#snapper.nearest(fix.lat * 1e7, fix.lng * 1e7, RADIUS)
      return road ? [road.away] : []
    }
    const untold = fixes.some(({ accuracy }) => accuracy === undefined)
    const estimated = untold ? estimateNoise(fixes, fixes.flatMap(nearest)) : 0
    return ({ accuracy }) => Math.min(NOISE[1], Math.max(NOISE[0], accuracy ?? estimated))
  }

  #statesAt(place: Place): State[] {
    const noise = Math.max(LEAST_NOISE, place.noise)
    const spots = this.#snapper.candidates(place.lat * 1e7, place.lng * 1e7, RADIUS, EDGES)
    return spots.flatMap((spot) =>
      [FORWARD, BACKWARD]
        .filter((way) => this.#graph.edgeWays[spot.edge]! & way)
        .map((ways) => ({
          at: place.at,
          spot,
          ways,
          cost: 0.5 * (spot.away / noise) ** 2,
          before: undefined,
          length: 0,
          gap: false,
          turned: false,
        })),
    )
  }

  #step(from: readonly State[], to: readonly State[], last: Place, place: Place): void {
    const straight = distance(last, place)
    const seconds = secondsBetween(last, place)
    const emissions = to.map((state) => state.cost)
    const costs = this.#matrix.costs(from, to)
    const metresTo = (f: number, t: number): number =>
      costs.time[f * to.length + t]! < Infinity ? costs.length[f * to.length + t]! / 100 : Infinity
    // A longer detour between two places is implausible: a fix is wrong or the map lacks a road.
    const possible = seconds > 0 ? TOP_SPEED * seconds + 2 * RADIUS : Infinity
    const farthest = Math.min(straight * 5 + 2000, possible)
    const detour = Math.max(DETOUR, DETOUR_SHARE * straight)
    const jitter = Math.max(LEAST_JITTER, JITTER * Math.hypot(last.noise, place.noise))
    const others = from.map((state) =>
      from.findIndex(({ spot, ways }) => spot.edge === state.spot.edge && ways !== state.ways),
    )
    let broken = true
    to.forEach((state, t) => {
      let best = Infinity
      const { spot } = state
      const offer = (before: State, metres: number, extra: number, found: Partial<State>): void => {
        if (metres > farthest) return
        const cost = before.cost + emissions[t]! + Math.abs(metres - straight) / detour + extra
        if (cost >= best) return
        best = cost
        broken = false
        Object.assign(state, { before, length: metres * 100, spot, turned: false, ...found })
      }
      from.forEach((before, f) => {
        // Keeps the farther spot: a backward step caused by noise must not be counted twice.
        if (this.#rolledBack(before, state.ways, spot, jitter)) offer(before, 0, 0, { spot: before.spot })
        else offer(before, metresTo(f, t), 0, {})
        if (others[f] !== -1 && this.#mayTurn(before)) offer(before, metresTo(others[f]!, t), U_TURN, { turned: true })
      })
      state.cost = best
    })
    if (!broken) return
    const before = from.reduce((least, state) => (state.cost < least.cost ? state : least))
    to.forEach((state, t) => {
      Object.assign(state, { before, length: straight * 100, gap: true, cost: before.cost + emissions[t]! })
    })
  }

  #mayTurn({ spot, ways }: State): boolean {
    const driven = ways === FORWARD ? spot.along : 1 - spot.along
    return (driven * this.#graph.edgeLength[spot.edge]!) / 100 >= BEHIND_JUNCTION
  }

  #rolledBack(a: State, ways: number, spot: Snapped, jitter: number): boolean {
    if (a.spot.edge !== spot.edge || a.ways !== ways) return false
    const ahead = (spot.along - a.spot.along) * (ways === FORWARD ? 1 : -1)
    return ahead < 0 && (-ahead * this.#graph.edgeLength[spot.edge]!) / 100 <= jitter
  }

  #driven(chain: readonly State[]): Pick<MatchedTrip, 'line' | 'stretches'> {
    const line: LatLng[] = []
    const stretches: Stretch[] = []
    const add = (points: readonly LatLng[]): void => {
      const last = line.at(-1)
      const same = last && points[0]?.lat === last.lat && points[0].lng === last.lng
      line.push(...(same ? points.slice(1) : points))
    }
    const spotOf = ({ spot }: Pick<State, 'spot'>): LatLng => ({ lat: spot.lat / 1e7, lng: spot.lng / 1e7 })
    add([spotOf(chain[0]!)])
    // A wait at a place without a movement is part of the stretch that follows.
    let from = chain[0]!.at
    for (const { before, at: to, ...state } of chain) {
      if (!before) continue
      if (state.gap) add([spotOf(state)])
      else if (state.length === 0) continue
      else {
        const leave = state.turned ? FORWARD + BACKWARD - before.ways : before.ways
        const trip = this.#router.route(before.spot, state.spot, leave, state.ways)
        if (trip) add(shapeOf(this.#graph, trip.legs))
        if (trip && !state.turned && from !== undefined && to !== undefined)
          stretches.push({ from, to, free: classSeconds(this.#graph, trip.legs) })
      }
      from = to
    }
    return { line, stretches }
  }
}

/** Metres that a car can have driven between the first and the last fix; Infinity without times. */
const farthestIn = (fixes: readonly Fix[]): number => {
  const seconds = fixes.length > 1 ? secondsBetween(fixes[0]!, fixes.at(-1)!) : 0
  return seconds > 0 ? TOP_SPEED * seconds : Infinity
}
