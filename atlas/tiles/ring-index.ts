const ROWS = 1024

/**
 * Finds whether points lie in a ring (lng, lat, …); the edges are sorted into rows of latitude, so each question is
 * quick.
 */
export class RingIndex {
  readonly #ring: Int32Array
  readonly #rows: number[][] = []
  readonly #south: number
  readonly #height: number

  constructor(ring: Int32Array) {
    this.#ring = ring
    let [south, north] = [Infinity, -Infinity]
    for (let i = 1; i < ring.length; i += 2) {
      south = Math.min(south, ring[i]!)
      north = Math.max(north, ring[i]!)
    }
    this.#south = south
    this.#height = (north - south + 1) / ROWS
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [from, to] = [this.#row(ring[i + 1]!), this.#row(ring[i + 3]!)]
      for (let row = Math.min(from, to); row <= Math.max(from, to); row++) (this.#rows[row] ??= []).push(i)
    }
  }

  holds(lng: number, lat: number): boolean {
    const ring = this.#ring
    let inside = false
    for (const i of this.#rows[this.#row(lat)] ?? []) {
      const [fromLat, toLat] = [ring[i + 1]!, ring[i + 3]!]
      if (fromLat > lat === toLat > lat) continue
      const crossing = ring[i]! + ((lat - fromLat) / (toLat - fromLat)) * (ring[i + 2]! - ring[i]!)
      if (lng < crossing) inside = !inside
    }
    return inside
  }

  #row(lat: number): number {
    return Math.floor((lat - this.#south) / this.#height)
  }
}
