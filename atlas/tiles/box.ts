import type { Bbox } from '../osm/read-osm.ts'

/**
 * A box of the map in degrees × 1e7, and positions on its edge: clockwise from its north-west corner, a side each 1.
 */
export class Box {
  readonly #west: number
  readonly #south: number
  readonly #east: number
  readonly #north: number

  constructor(degrees: Bbox) {
    const [west, south, east, north] = degrees.map((value) => Math.round(value * 1e7))
    this.#west = west!
    this.#south = south!
    this.#east = east!
    this.#north = north!
  }

  /** The edge as a closed clockwise ring. */
  ring(): Int32Array {
    return Int32Array.from([0, 1, 2, 3, 0].flatMap((corner) => this.#corner(corner)))
  }

  /** True when the whole line is inside or on the edge. */
  holds(line: Int32Array): boolean {
    for (let i = 0; i < line.length; i += 2) if (!this.#inside(line[i]!, line[i + 1]!)) return false
    return true
  }

  /** The line, continued straight to the nearest side where it begins or ends inside the box. */
  extended(line: Int32Array): Int32Array {
    const onEdge = (lng: number, lat: number): number[] => {
      if (!this.#inside(lng, lat)) return []
      const sides = [
        { away: this.#north - lat, spot: [lng, this.#north] },
        { away: this.#east - lng, spot: [this.#east, lat] },
        { away: lat - this.#south, spot: [lng, this.#south] },
        { away: lng - this.#west, spot: [this.#west, lat] },
      ]
      return sides.reduce((best, side) => (side.away < best.away ? side : best)).spot
    }
    return Int32Array.from([...onEdge(line[0]!, line[1]!), ...line, ...onEdge(line.at(-2)!, line.at(-1)!)])
  }

  /** The parts of a line inside the box; each begins and ends on its edge, unless the line itself ends inside. */
  cut(line: Int32Array): Int32Array[] {
    const pieces: number[][] = []
    let open: number[] | undefined
    for (let i = 0; i + 3 < line.length; i += 2) {
      const inside = this.#segment(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!)
      if (!inside) {
        open = undefined
        continue
      }
      const [fromLng, fromLat, toLng, toLat] = inside
      if (!open || open.at(-2) !== fromLng || open.at(-1) !== fromLat) {
        open = [fromLng, fromLat]
        pieces.push(open)
      }
      open.push(toLng, toLat)
    }
    // A ring that begins inside the box was cut there too.
    const [first, last] = [pieces[0], pieces.at(-1)]
    const ring = line[0] === line.at(-2) && line[1] === line.at(-1) && this.#inside(line[0]!, line[1]!)
    if (ring && first && last && first !== last) {
      last.push(...first.slice(2))
      pieces.shift()
    }
    return pieces.filter((piece) => piece.length >= 4).map((piece) => Int32Array.from(piece))
  }

  /** The position on the edge of a spot on it. */
  position(lng: number, lat: number): number {
    const across = (lng - this.#west) / (this.#east - this.#west)
    const down = (this.#north - lat) / (this.#north - this.#south)
    if (lat >= this.#north) return across
    if (lng >= this.#east) return 1 + down
    if (lat <= this.#south) return 3 - across
    return (4 - down) % 4
  }

  /** The corners that a clockwise walk passes between two positions, lng, lat, … */
  corners(from: number, to: number): number[] {
    const end = to >= from ? to : to + 4
    const passed: number[] = []
    for (let corner = Math.floor(from) + 1; corner <= end; corner++) passed.push(...this.#corner(corner % 4))
    return passed
  }

  #corner(number: number): [number, number] {
    return [number === 0 || number === 3 ? this.#west : this.#east, number <= 1 ? this.#north : this.#south]
  }

  #inside(lng: number, lat: number): boolean {
    return lng >= this.#west && lng <= this.#east && lat >= this.#south && lat <= this.#north
  }

  /** The part of a segment inside the box (Liang and Barsky); undefined without one. */
  #segment(x0: number, y0: number, x1: number, y1: number): [number, number, number, number] | undefined {
    let [enter, leave] = [0, 1]
    const sides = [
      [x0 - x1, x0 - this.#west],
      [x1 - x0, this.#east - x0],
      [y0 - y1, y0 - this.#south],
      [y1 - y0, this.#north - y0],
    ] as const
    for (const [towards, room] of sides) {
      if (towards === 0) {
        if (room < 0) return undefined
      } else if (towards < 0) enter = Math.max(enter, room / towards)
      else leave = Math.min(leave, room / towards)
    }
    if (enter >= leave) return undefined
    const at = (share: number): [number, number] =>
      share === 0
        ? [x0, y0]
        : share === 1
          ? [x1, y1]
          : [Math.round(x0 + share * (x1 - x0)), Math.round(y0 + share * (y1 - y0))]
    return [...at(enter), ...at(leave)]
  }
}
