import { METRES, radians } from '../../graph/geodesy.ts'
import type { OsmData } from '../../osm/osm-data.ts'
import { cellOf, cellsAround } from '../gazetteer.ts'
import type { LineCell } from '../gazetteer.ts'
import type { Street } from './collect-streets.ts'
import type { Spot } from './surroundings.ts'

interface Line {
  readonly street: Street
  readonly nodes: Int32Array
}

/** The streets by cell of the grid; a line is in each cell that one of its points is in. */
export class StreetLines {
  readonly #map: OsmData
  readonly #cells = new Map<number, Line[]>()
  readonly #spots = new Map<number, { id: number; lat: number; lng: number }[]>()

  constructor(map: OsmData, streets: readonly Street[]) {
    this.#map = map
    for (const street of streets) {
      for (const { nodes } of street.ways) {
        let from = 0
        let cell = cellOf(map.lat[nodes[0]!]!, map.lng[nodes[0]!]!)
        for (let i = 1; i < nodes.length; i++) {
          const next = cellOf(map.lat[nodes[i]!]!, map.lng[nodes[i]!]!)
          if (next === cell && i < nodes.length - 1) continue
          // A piece ends with the first point of the next cell, and is found from both.
          this.#add(cell, { street, nodes: nodes.subarray(from, i + 1) })
          if (next !== cell) this.#add(next, { street, nodes: nodes.subarray(i - 1, i + 1) })
          from = i
          cell = next
        }
      }
    }
  }

  /** A street that occurs only in addresses is placed at its houses. */
  addSpot(id: number, { lat, lng }: Spot): void {
    const cell = cellOf(lat, lng)
    const spots = this.#spots.get(cell)
    if (spots) spots.push({ id, lat, lng })
    else this.#spots.set(cell, [{ id, lat, lng }])
  }

  /** Streets within a distance, nearest first. */
  near(spot: Spot, reach: number): { street: Street; metres: number }[] {
    const best = new Map<Street, number>()
    for (const cell of cellsAround(spot.lat, spot.lng)) {
      for (const { street, nodes } of this.#cells.get(cell) ?? []) {
        const metres = metresToLine(this.#map, nodes, spot)
        if (metres <= reach && metres < (best.get(street) ?? Infinity)) best.set(street, metres)
      }
    }
    return [...best].map(([street, metres]) => ({ street, metres })).sort((a, b) => a.metres - b.metres)
  }

  *rows(whereAt: (spot: Spot) => string): Generator<LineCell> {
    const { lat, lng } = this.#map
    for (const cell of new Set([...this.#cells.keys(), ...this.#spots.keys()])) {
      const lines = (this.#cells.get(cell) ?? []).map(({ street, nodes }) => {
        const middle = nodes[nodes.length >> 1]!
        const points = Array.from(nodes).flatMap((place) => [lat[place]!, lng[place]!])
        return [street.id, whereAt({ lat: lat[middle]!, lng: lng[middle]! }), ...points] as const
      })
      const spots = (this.#spots.get(cell) ?? []).map(
        (spot) => [spot.id, whereAt(spot), spot.lat, spot.lng, spot.lat, spot.lng] as const,
      )
      yield { cell, lines: [...lines, ...spots] }
    }
  }

  #add(cell: number, line: Line): void {
    const lines = this.#cells.get(cell)
    if (lines) lines.push(line)
    else this.#cells.set(cell, [line])
  }
}

/** Metres from a spot to a line of places of the map. */
export const metresToLine = ({ lat, lng }: Pick<OsmData, 'lat' | 'lng'>, nodes: Int32Array, spot: Spot): number => {
  let best = Infinity
  for (let i = 1; i < nodes.length; i++) {
    const [a, b] = [nodes[i - 1]!, nodes[i]!]
    best = Math.min(best, squareToSegment(spot, lat[a]!, lng[a]!, lat[b]!, lng[b]!))
  }
  return Math.sqrt(best)
}

/** Square of the distance from a spot to a segment, m². */
export const squareToSegment = (spot: Spot, latA: number, lngA: number, latB: number, lngB: number): number => {
  const east = METRES * Math.cos(radians(spot.lat))
  const ax = (lngA - spot.lng) * east
  const ay = (latA - spot.lat) * METRES
  const dx = (lngB - lngA) * east
  const dy = (latB - latA) * METRES
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square))
  return (ax + share * dx) ** 2 + (ay + share * dy) ** 2
}
