import { kmBetween, type LatLng } from '@remis/domain/kit/distance'

/** A point of the unit sphere: comparing distances then needs no trigonometry. */
export interface Spot {
  x: number
  y: number
  z: number
}

const radian = Math.PI / 180
/** The earth radius of `kmBetween`, from half its circumference. */
const radiusKm = kmBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }) / Math.PI

/** Writes into `spot`, because positions arrive often. */
export const onSphere = ({ lat, lng }: LatLng, spot: Spot): Spot => {
  const level = Math.cos(lat * radian)
  spot.x = level * Math.cos(lng * radian)
  spot.y = level * Math.sin(lng * radian)
  spot.z = Math.sin(lat * radian)
  return spot
}

/** The squared chord of a distance in km: grows with it. */
export const chordOf = (km: number): number => (2 * Math.sin(Math.min(Math.PI, km / radiusKm) / 2)) ** 2

/**
 * A lower bound for the distance from the point to cells of the ring-th ring: to the nearer of the parallel and the
 * meridian where the ring begins, less 1e-9 of it against rounding.
 */
export const ringKm = ({ lat, lng }: LatLng, ring: number, perDegree: number): number => {
  if (ring === 0) return 0
  const inCell = (degrees: number): number => degrees * perDegree - Math.floor(degrees * perDegree)
  const edge = (degrees: number): number => Math.min(inCell(degrees), 1 - inCell(degrees))
  const north = ((edge(lat) + ring - 1) / perDegree) * radian
  const east = Math.min(90, (edge(lng) + ring - 1) / perDegree) * radian
  return radiusKm * Math.min(north, Math.asin(Math.sin(east) * Math.cos(lat * radian))) * (1 - 1e-9)
}
