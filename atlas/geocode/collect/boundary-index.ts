import FlatbushIndex from 'flatbush'
import type { OsmData } from '../../osm/osm-data.ts'
import type { Boundary } from './boundaries.ts'

/**
 * Horizontal bands that the sides of a boundary are sorted into: a spot is compared only with the sides in its band.
 */
const BANDS = 128

interface Shape {
  readonly low: number
  readonly step: number
  /** By band: the sides as pairs of indexes. */
  readonly sides: readonly number[][]
}

/** Finds the boundaries that contain a spot. */
export class BoundaryIndex {
  readonly #map: Pick<OsmData, 'lat' | 'lng'>
  readonly #boundaries: readonly Boundary[]
  readonly #shapes: readonly Shape[]
  readonly #index: FlatbushIndex | undefined

  constructor(map: Pick<OsmData, 'lat' | 'lng'>, boundaries: readonly Boundary[]) {
    this.#map = map
    this.#boundaries = boundaries
    this.#index = boundaries.length === 0 ? undefined : new FlatbushIndex(boundaries.length)
    this.#shapes = boundaries.map(({ rings }) => this.#shapeOf(rings))
    this.#index?.finish()
  }

  /** The boundaries around a spot (degrees × 1e7). */
  around({ lat, lng }: { lat: number; lng: number }): Boundary[] {
    if (!this.#index) return []
    return this.#index
      .search(lng, lat, lng, lat)
      .filter((i) => this.#isInside(this.#shapes[i]!, lat, lng))
      .map((i) => this.#boundaries[i]!)
  }

  #shapeOf(rings: readonly Int32Array[]): Shape {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const ring of rings) {
      for (const place of ring) {
        west = Math.min(west, this.#map.lng[place]!)
        east = Math.max(east, this.#map.lng[place]!)
        south = Math.min(south, this.#map.lat[place]!)
        north = Math.max(north, this.#map.lat[place]!)
      }
    }
    this.#index!.add(west, south, east, north)
    const step = Math.max(1, (north - south) / BANDS)
    const sides: number[][] = Array.from({ length: BANDS + 1 }, () => [])
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const [a, b] = [ring[i - 1]!, ring[i]!]
        const [latA, latB] = [this.#map.lat[a]!, this.#map.lat[b]!]
        const last = Math.floor((Math.max(latA, latB) - south) / step)
        for (let band = Math.floor((Math.min(latA, latB) - south) / step); band <= last; band++) sides[band]!.push(a, b)
      }
    }
    return { low: south, step, sides }
  }

  #isInside({ low, step, sides }: Shape, atLat: number, atLng: number): boolean {
    const { lat, lng } = this.#map
    const band = sides[Math.floor((atLat - low) / step)]
    if (!band) return false
    let inside = false
    for (let i = 0; i < band.length; i += 2) {
      const [a, b] = [band[i]!, band[i + 1]!]
      if (lat[a]! > atLat === lat[b]! > atLat) continue
      if (atLng < lng[a]! + ((atLat - lat[a]!) / (lat[b]! - lat[a]!)) * (lng[b]! - lng[a]!)) inside = !inside
    }
    return inside
  }
}
