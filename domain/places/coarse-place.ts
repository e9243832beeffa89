import type { LatLng } from '../kit/distance.ts'

/** Height of a cell, and its width at its middle latitude, in km. */
export const cellKm = 0.5
/** From a point to the middle of its cell, at most, km: half the diagonal, and a little for the curve of the earth. */
export const mostCellOffKm = 0.36

const kmPerDegree = 111.195
const cellDegrees = cellKm / kmPerDegree

/** The middle of the 500 m cell that holds the point: all points of a cell give the same answer [design/access-82]. */
export const cellOf = ({ lat, lng }: LatLng): LatLng => {
  const middle = Math.min(89.9, Math.max(-89.9, (Math.floor(lat / cellDegrees) + 0.5) * cellDegrees))
  const width = cellDegrees / Math.cos((middle * Math.PI) / 180)
  return { lat: middle, lng: (Math.floor(lng / width) + 0.5) * width }
}

/** A point that many km north and east. */
export const moved = ({ lat, lng }: LatLng, { north, east }: { north: number; east: number }): LatLng => ({
  lat: lat + north / kmPerDegree,
  lng: lng + east / (kmPerDegree * Math.max(0.01, Math.cos((lat * Math.PI) / 180))),
})
