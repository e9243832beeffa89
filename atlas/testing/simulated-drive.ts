import { metresBetween } from '../graph/geodesy.ts'
import { BACKWARD, FORWARD } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { Fix } from '../match/clean-fixes.ts'
import { Router } from '../route/router.ts'
import type { Trip } from '../route/router.ts'
import { shapeOf } from '../route/shape.ts'
import type { LatLng } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import type { Snapped } from '../route/snap.ts'
import { gauss } from './random.ts'

export interface DriveOptions {
  /** Standard deviation of each fix in both directions, metres. */
  readonly noise: number
  /** Whether fixes say their accuracy. */
  readonly told?: boolean
  /** Seconds between two fixes; 4 when absent. */
  readonly every?: number
  /** A stop of 32 s at every so many metres. */
  readonly stopEvery?: number
  /** The car turns round between two junctions halfway and drives back to where it came from. */
  readonly turnsRound?: boolean
  /** Seconds without a fix in the middle, as in a tunnel. */
  readonly gap?: number
  /** The metres by which one fix in the middle is wrong. */
  readonly jump?: number
}

export interface SimulatedDrive {
  readonly metres: number
  readonly fixes: readonly Fix[]
}

/** 40 km/h in metres per second. */
const SPEED = 11

/** Cars along real routes of 1 to 10 km, with independent noise. */
export class DriveSimulator {
  readonly #graph: RoadGraph
  readonly #snapper: Snapper
  readonly #router: Router
  readonly #random: () => number

  constructor(graph: RoadGraph, random: () => number) {
    this.#graph = graph
    this.#snapper = new Snapper(graph)
    this.#router = new Router(graph)
    this.#random = random
  }

  drive(options: DriveOptions): SimulatedDrive {
    for (;;) {
      const trips = this.#trips(options.turnsRound ?? false)
      const metres = trips.reduce((sum, trip) => sum + trip.length, 0) / 100
      if (trips.length === 0 || metres < 1000 || metres > 10_000) continue
      const line = trips.flatMap((trip) => shapeOf(this.#graph, trip.legs))
      const fixes = this.#fixes(line, options)
      if (fixes.length <= 500) return { metres, fixes }
    }
  }

  #trips(turnsRound: boolean): Trip[] {
    const [a, b] = [this.#spot(), this.#spot()]
    const there = this.#router.route(a, b)
    if (!there || !turnsRound) return there ? [there] : []
    if (this.#graph.edgeWays[b.edge] !== FORWARD + BACKWARD) return []
    const back = this.#router.route(b, a, FORWARD + BACKWARD - there.legs.at(-1)!.way)
    return back ? [there, back] : []
  }

  #spot(): Snapped {
    const point = Math.floor(this.#random() * this.#graph.shapeLat.length)
    return this.#snapper.nearest(this.#graph.shapeLat[point]!, this.#graph.shapeLng[point]!, 1000)!
  }

  #fixes(
    line: readonly LatLng[],
    { noise, told = true, every = 4, stopEvery = Infinity, gap = 0, jump = 0 }: DriveOptions,
  ): Fix[] {
    const fixes: Fix[] = []
    const eastMetres = 111_195 * Math.cos((line[0]!.lat * Math.PI) / 180)
    const addFix = (lat: number, lng: number): void => {
      fixes.push({
        lat: lat + (gauss(this.#random) * noise) / 111_195,
        lng: lng + (gauss(this.#random) * noise) / eastMetres,
        at: 1e12 + fixes.length * every * 1000,
        ...(told ? { accuracy: noise } : {}),
      })
    }
    let next = 0
    let driven = 0
    let stop = stopEvery
    for (let i = 1; i < line.length; i++) {
      const [p, q] = [line[i - 1]!, line[i]!]
      const metres = metresBetween(p.lat * 1e7, p.lng * 1e7, q.lat * 1e7, q.lng * 1e7)
      for (; next <= driven + metres; next += SPEED * every) {
        const share = metres === 0 ? 0 : (next - driven) / metres
        const [lat, lng] = [p.lat + share * (q.lat - p.lat), p.lng + share * (q.lng - p.lng)]
        addFix(lat, lng)
        if (next < stop) continue
        stop += stopEvery
        for (let k = 0; k < 32 / every; k++) addFix(lat, lng)
      }
      driven += metres
    }
    addFix(line.at(-1)!.lat, line.at(-1)!.lng)
    const middle = fixes.length >> 1
    const lost = Math.min(Math.round(gap / every), Math.floor(fixes.length / 2))
    return fixes
      .map((fix, i) => (jump > 0 && i === middle ? { ...fix, lat: fix.lat + jump / 111_195 } : fix))
      .filter((_, i) => i < middle - lost / 2 || i >= middle + lost / 2 || lost === 0)
  }
}
