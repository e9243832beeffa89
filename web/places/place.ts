/** A chosen place: where it is and how it reads (spec 1 §3: pickup and drop). */
export interface Place {
  readonly lat: number
  readonly lng: number
  readonly add: string
}

/** The same spot as far as a car can tell: about 10 m. */
export const samePlace = (a: Place, b: Place): boolean =>
  Math.abs(a.lat - b.lat) < 1e-4 && Math.abs(a.lng - b.lng) < 1e-4
