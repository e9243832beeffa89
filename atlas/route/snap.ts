import FlatbushIndex from 'flatbush'
import { METRES, radians } from '../graph/geodesy.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { planar } from '../graph/segment-index.ts'

/** A spot on the road network: an edge and the position on it. */
export interface Snapped {
  readonly edge: number
  /** 0 at the edge's first point, 1 at its last, by length. */
  readonly along: number
  /** The shape point before the spot. */
  readonly point: number
  /** Degrees × 1e7 */
  readonly lat: number
  readonly lng: number
  /** Metres from the given point. */
  readonly away: number
  /** 1 when the given point lies to the right of the edge's direction, -1 to the left, 0 on the road. */
  readonly side: -1 | 0 | 1
}

/** Metres from the middle of a road. A point that is nearer lies on it. */
const ON_ROAD = 4

/** The number of boxes examined; the nearest road is nearly always in the first few. */
const BOXES = 16

/** Finds the nearest spots on roads. */
export class Snapper {
  readonly #graph: RoadGraph
  readonly #index: FlatbushIndex
  /** Length in metres from an edge's first point to each of its shape points. */
  readonly #metresTo: Float32Array

  constructor(graph: RoadGraph) {
    this.#graph = graph
    this.#index = FlatbushIndex.from(graph.segmentIndex.buffer, graph.segmentIndex.byteOffset)
    this.#metresTo = new Float32Array(graph.shapeLat.length)
    for (let e = 0; e < graph.edgeWays.length; e++) {
      for (let p = graph.edgeShape[e]! + 1; p < graph.edgeShape[e + 1]!; p++) {
        const dy = (graph.shapeLat[p]! - graph.shapeLat[p - 1]!) * METRES
        const dx = (graph.shapeLng[p]! - graph.shapeLng[p - 1]!) * METRES * Math.cos(radians(graph.shapeLat[p]!))
        this.#metresTo[p] = this.#metresTo[p - 1]! + Math.sqrt(dx * dx + dy * dy)
      }
    }
  }

  /** The nearest spot within `limit` metres, on any edge or on those that pass `accept`. */
  nearest(lat: number, lng: number, limit: number, accept?: (edge: number) => boolean): Snapped | undefined {
    return this.#closest(lat, lng, limit, BOXES, accept)[0]
  }

  /** The nearest spot of each of the `most` nearest edges within `limit` metres, nearest first. */
  candidates(lat: number, lng: number, limit: number, most: number): Snapped[] {
    const best = new Map<number, Snapped>()
    for (const spot of this.#closest(lat, lng, limit, BOXES * 3)) if (!best.has(spot.edge)) best.set(spot.edge, spot)
    return [...best.values()].slice(0, most)
  }

  #closest(lat: number, lng: number, limit: number, boxes: number, accept?: (edge: number) => boolean): Snapped[] {
    const { segmentEdge, center } = this.#graph
    const [x, y] = planar(center, lat, lng)
    const filter = accept && ((segment: number): boolean => accept(segmentEdge[segment]!))
    // The plane is wider than the ground nearer to a pole than its centre: search wider, then measure exactly.
    const wider = Math.max(1.2, (1.05 * Math.cos(radians(center[0]!))) / Math.cos(radians(lat)))
    const found = this.#index.neighbors(x, y, boxes, limit * wider + 1, filter)
    return found
      .map((segment) => this.#project(segment, lat, lng))
      .filter((spot) => spot.away <= limit)
      .sort((a, b) => a.away - b.away)
  }

  #project(segment: number, lat: number, lng: number): Snapped {
    const { segmentEdge, segmentPoint, shapeLat, shapeLng, edgeShape } = this.#graph
    const edge = segmentEdge[segment]!
    const point = segmentPoint[segment]!
    const east = METRES * Math.cos(radians(lat))
    const ax = (shapeLng[point]! - lng) * east
    const ay = (shapeLat[point]! - lat) * METRES
    const dx = (shapeLng[point + 1]! - shapeLng[point]!) * east
    const dy = (shapeLat[point + 1]! - shapeLat[point]!) * METRES
    const square = dx * dx + dy * dy
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square))
    const before = this.#metresTo[point]!
    const total = this.#metresTo[edgeShape[edge + 1]! - 1]!
    const away = Math.hypot(ax + share * dx, ay + share * dy)
    return {
      edge,
      along: total === 0 ? 0 : Math.min(1, (before + share * (this.#metresTo[point + 1]! - before)) / total),
      point,
      lat: Math.round(shapeLat[point]! + share * (shapeLat[point + 1]! - shapeLat[point]!)),
      lng: Math.round(shapeLng[point]! + share * (shapeLng[point + 1]! - shapeLng[point]!)),
      away,
      side: away < ON_ROAD ? 0 : ax * dy > ay * dx ? -1 : 1,
    }
  }
}
