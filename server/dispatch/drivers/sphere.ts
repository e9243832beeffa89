import { kmBetween, type LatLng } from '@remis/domain/kit/distance'

/** A point of the unit sphere: comparing distances then takes no trigonometry. */
export interface Spot {
  x: number
  y: number
  z: number
}

const radian = Math.PI / 180
/** The radius that `kmBetween` has, read from it: half the way around. */
const radiusKm = kmBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }) / Math.PI

/** Fills `spot` in; positions come in often. */
export const onSphere = ({ lat, lng }: LatLng, spot: Spot): Spot => {
  const level = Math.cos(lat * radian)
  spot.x = level * Math.cos(lng * radian)
  spot.y = level * Math.sin(lng * radian)
  spot.z = Math.sin(lat * radian)
  return spot
}

/** The square of the straight line through the sphere under so many km on it: grows as they do. */
export const chordOf = (km: number): number => (2 * Math.sin(Math.min(Math.PI, km / radiusKm) / 2)) ** 2

/**
 * No point in the ring-th ring of cells around the point's own is nearer: the parallel or the meridian at which the ring
 * begins, whichever is nearer. A hair less, so that rounding never shuts out a neighbour.
 */
export const ringKm = ({ lat, lng }: LatLng, ring: number, perDegree: number): number => {
  if (ring === 0) return 0
  const inCell = (degrees: number): number => degrees * perDegree - Math.floor(degrees * perDegree)
  const edge = (degrees: number): number => Math.min(inCell(degrees), 1 - inCell(degrees))
  const north = ((edge(lat) + ring - 1) / perDegree) * radian
  const east = Math.min(90, (edge(lng) + ring - 1) / perDegree) * radian
  return radiusKm * Math.min(north, Math.asin(Math.sin(east) * Math.cos(lat * radian))) * (1 - 1e-9)
}
