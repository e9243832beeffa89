/** The places of a region, ready for the database. Coordinates are degrees × 1e7. */
export interface Gazetteer {
  readonly places: readonly GeoPlace[]
  readonly houses: readonly StreetHouses[]
  readonly corners: readonly Corner[]
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
  /** Where it is: address, suburb, city. */
  readonly context: string
}

/** All house numbers of one street: number, coordinates, and the label when it is more than the number ("1473 BIS"). */
export interface StreetHouses {
  readonly street: number
  readonly houses: readonly (readonly [number: number, lat: number, lng: number, label?: string])[]
}

/** Two streets that meet. `a` is the lower id. */
export interface Corner {
  readonly a: number
  readonly b: number
  readonly lat: number
  readonly lng: number
}
