import type { Category } from './words/categories.ts'

/** The places of a region, ready for the database. Coordinates are degrees × 1e7. */
export interface Gazetteer {
  readonly places: readonly GeoPlace[]
  readonly houses: readonly StreetHouses[]
  readonly corners: readonly Corner[]
  readonly lines: Iterable<LineCell>
}

export interface GeoPlace {
  readonly id: number
  readonly kind: 'street' | 'poi' | 'area'
  /** The name on the street sign. */
  readonly name: string
  /** Other names of the place. */
  readonly more: readonly string[]
  readonly lat: number
  readonly lng: number
  /** 0 to 1 */
  readonly importance: number
  /** Where it is, as shown: address, district, town. */
  readonly context: string
  /** Words of its surroundings by which it is also found: district, town, postcode. */
  readonly around: readonly string[]
  /** Words of a street that meets it: it is found by them too, but they do not name its town. */
  readonly meets?: readonly string[]
  readonly categories: readonly Category[]
}

/**
 * One house number: number, coordinates, the label when it is more than the number ("34a", "12-16"), the index of its
 * district in `where`, and whether its spot is an estimate of the map's authors (addr:interpolation).
 */
export type House = readonly [number: number, lat: number, lng: number, label?: string, where?: number, estimated?: 1]

/** All house numbers of one street, by number. */
export interface StreetHouses {
  readonly street: number
  /** District and town of the houses; a long street runs through several. */
  readonly where: readonly string[]
  readonly houses: readonly House[]
}

/** Two streets that meet. `a` is the lower id. */
export interface Corner {
  readonly a: number
  readonly b: number
  readonly lat: number
  readonly lng: number
  readonly context: string
}

/** The pieces of named streets in one cell of the grid. */
export interface LineCell {
  readonly cell: number
  /** Street, context of the piece, and its points as lat, lng, lat, lng, … */
  readonly lines: readonly (readonly [street: number, context: string, ...points: number[]])[]
}

/** Steps of a cell of the grid: 0.004 degrees, 445 m from south to north. */
const CELL = 40_000
const COLUMNS = 100_000

export const cellOf = (lat: number, lng: number): number =>
  (Math.floor(lat / CELL) + 25_000) * COLUMNS + Math.floor(lng / CELL) + 45_000

/** The cell of a spot and the eight around it. */
export const cellsAround = (lat: number, lng: number): number[] => {
  const middle = cellOf(lat, lng)
  return [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => middle + row * COLUMNS + column))
}
