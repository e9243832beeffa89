// oxlint-disable-next-line import/default -- Node loads the UMD build, which has only a default export.
import codec from '@googlemaps/polyline-codec'
import { FORWARD } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { metresBetween } from '../graph/geodesy.ts'
import type { Leg } from './router.ts'

export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** The line of a route in degrees, first spot to last, without repeated points. */
export const shapeOf = (graph: RoadGraph, legs: readonly Leg[]): LatLng[] => {
  const line: LatLng[] = []
  const add = (lat: number, lng: number): void => {
    const spot = { lat: Math.round(lat) / 1e7, lng: Math.round(lng) / 1e7 }
    const last = line.at(-1)
    if (last?.lat !== spot.lat || last.lng !== spot.lng) line.push(spot)
  }
  for (const leg of legs) legShape(graph, leg, add)
  return line
}

const legShape = (graph: RoadGraph, leg: Leg, add: (lat: number, lng: number) => void): void => {
  const start = graph.edgeShape[leg.edge]!
  const end = graph.edgeShape[leg.edge + 1]! - 1
  const points: { lat: number; lng: number; at: number }[] = []
  let metres = 0
  for (let p = start; p <= end; p++) {
    const lat = graph.shapeLat[p]!
    const lng = graph.shapeLng[p]!
    const before = points.at(-1)
    if (before) metres += metresBetween(before.lat, before.lng, lat, lng)
    points.push({ lat, lng, at: metres })
  }
  const forward = leg.way === FORWARD
  const low = Math.min(leg.from, leg.to) * metres
  const high = Math.max(leg.from, leg.to) * metres
  const part = [at(points, low), ...points.filter((point) => point.at > low && point.at < high), at(points, high)]
  for (const point of forward ? part : part.toReversed()) add(point.lat, point.lng)
}

const at = (
  points: readonly { lat: number; lng: number; at: number }[],
  metres: number,
): { lat: number; lng: number } => {
  const after = points.findIndex((point) => point.at >= metres)
  if (after === -1) return points.at(-1)!
  if (after === 0) return points[0]!
  const a = points[after - 1]!
  const b = points[after]!
  const share = (metres - a.at) / (b.at - a.at)
  return { lat: a.lat + share * (b.lat - a.lat), lng: a.lng + share * (b.lng - a.lng) }
}

/** The line as an encoded polyline of precision 5 [design/maps-1]. */
export const encodePolyline = (line: readonly LatLng[]): string => codec.encode([...line], 5)

/** The points of an encoded polyline; never throws. */
export const decodePolyline = (encoded: string, precision: 5 | 6 = 5): LatLng[] =>
  codec.decode(encoded, precision).map(([lat, lng]) => ({ lat, lng }))
