import { kmBetween } from '@remis/domain/kit/distance'
import type { Point } from '../maps-provider.ts'

/**
 * The city of the emulators: roads everywhere north of the coast, from west to east in one grid; across the river in
 * the far west lie roads that nothing connects.
 */
const COAST = -34.93
const RIVER = -56.35
const [WEST, EAST, NORTH] = [-56.45, -55.95, -34.7]

const hasRoads = ({ lat, lng }: Point): boolean => lat >= COAST && lat <= NORTH && lng >= WEST && lng <= EAST

/** The nearest spot on a road and how far it is, m. A point beyond the coast is set to the coast. */
export const snap = (point: Point): { readonly spot: Point; readonly metres: number } => {
  if (hasRoads(point)) return { spot: point, metres: 5 }
  const spot = {
    lat: Math.min(Math.max(point.lat, COAST), NORTH),
    lng: Math.min(Math.max(point.lng, WEST), EAST),
  }
  return { spot, metres: kmBetween(spot, point) * 1000 }
}

export interface EmulatedDrive {
  readonly metres: number
  readonly seconds: number
  readonly line: readonly Point[]
}

/** Along the grid, 36 km/h; null across the river. */
export const drive = (from: Point, to: Point): EmulatedDrive | null => {
  if (from.lng < RIVER !== to.lng < RIVER) return null
  const corner = { lat: to.lat, lng: from.lng }
  const metres = (kmBetween(from, corner) + kmBetween(corner, to)) * 1000
  return { metres, seconds: metres / 10, line: [from, corner, to] }
}

/** The drives through these points in their order. */
export const driveThrough = (points: readonly Point[]): EmulatedDrive => {
  const legs = points.slice(1).flatMap((point, i) => drive(points[i] ?? point, point) ?? [])
  return {
    metres: legs.reduce((sum, leg) => sum + leg.metres, 0),
    seconds: legs.reduce((sum, leg) => sum + leg.seconds, 0),
    line: legs.length === 0 ? points : legs.flatMap(({ line }) => line),
  }
}

export const cityPoints = {
  a: { lat: -34.9066, lng: -56.1996 },
  b: { lat: -34.8938, lng: -56.166 },
  /** about 3 km from the nearest road */
  sea: { lat: -34.96, lng: -56.2 },
  acrossTheRiver: { lat: -34.85, lng: -56.4 },
  abroad: { lat: 51.5, lng: -0.12 },
} as const

export interface EmulatedPlace extends Point {
  readonly name?: string
  readonly street?: string
  readonly housenumber?: string
  readonly district: string
}

/** In Montevideo, UY. */
export const cityPlaces: readonly EmulatedPlace[] = [
  {
    name: 'Terminal Tres Cruces',
    street: 'Bulevar Artigas',
    housenumber: '1825',
    district: 'Tres Cruces',
    lat: -34.8938,
    lng: -56.166,
  },
  { name: 'Plaza Independencia', district: 'Ciudad Vieja', lat: -34.9066, lng: -56.1996 },
  { street: 'Avenida 18 de Julio', housenumber: '1234', district: 'Centro', lat: -34.9059, lng: -56.1894 },
  { street: 'Avenida 18 de Julio', district: 'Centro', lat: -34.905, lng: -56.185 },
]

/** Places of which a word begins with the first word typed, as a geocoder finds them. */
export const findPlaces = (typed: string): readonly EmulatedPlace[] => {
  const [first = ''] = typed.toLowerCase().split(/\s+/)
  return cityPlaces.filter(({ name = '', street = '' }) =>
    `${name} ${street}`
      .toLowerCase()
      .split(' ')
      .some((word) => first !== '' && word.startsWith(first)),
  )
}

/** The nearest place within 1 km. */
export const placeNear = (point: Point): EmulatedPlace | undefined =>
  cityPlaces.toSorted((a, b) => kmBetween(a, point) - kmBetween(b, point)).find((place) => kmBetween(place, point) <= 1)
