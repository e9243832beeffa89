import type { LatLng } from '@remis/domain/kit/distance'

/** The area of the fleet: around the middle of the region, within its bounds. */
export interface City {
  readonly center: LatLng
  /** west, south, east, north */
  readonly bbox: readonly [number, number, number, number]
}

/** Where a driver of the fleet works. */
export interface Area {
  readonly city: City
  readonly home: LatLng
}

const kmPerDegree = 111.2
/** Homes are at most this far from the middle, so that a pickup there is a few minutes away. */
const homesWithinKm = 2.5
const roamKm = 1.5
/** Points at multiples of this angle are spread evenly over a disc. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** Clamps a point to the bounds less a twentieth: there may be no roads at the edge. */
const inside = ({ bbox: [west, south, east, north] }: City, point: LatLng): LatLng => {
  const clamp = (value: number, low: number, high: number) => {
    const margin = (high - low) / 20
    return Math.min(high - margin, Math.max(low + margin, value))
  }
  return { lat: clamp(point.lat, south, north), lng: clamp(point.lng, west, east) }
}

const away = (city: City, from: LatLng, km: number, angle: number): LatLng =>
  inside(city, {
    lat: from.lat + (km * Math.cos(angle)) / kmPerDegree,
    lng: from.lng + (km * Math.sin(angle)) / (kmPerDegree * Math.cos((from.lat * Math.PI) / 180)),
  })

/** The home of driver `index` of `count`; together they cover the middle of the city. */
export const homeOf = (city: City, index: number, count: number): LatLng =>
  away(city, city.center, homesWithinKm * Math.sqrt((index + 0.5) / count), index * goldenAngle)

/** A random point near home; `random` from 0 to 1. It may be in the water, where the map finds no route. */
export const nearHome = (city: City, home: LatLng, random: () => number): LatLng =>
  away(city, home, roamKm * Math.sqrt(random()), random() * 2 * Math.PI)
