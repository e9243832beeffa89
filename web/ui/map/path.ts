import { kmBetween, type LatLng } from '@remis/domain/kit/distance'

/** A line on the map with the metres from its start to each of its points. */
export interface Path {
  readonly points: readonly LatLng[]
  readonly metres: readonly number[]
  readonly length: number
}

export interface OnPath {
  /** metres from the start */
  readonly along: number
  /** metres beside the line */
  readonly off: number
}

/** Null for fewer than two different points. */
export const pathOf = (line: readonly LatLng[]): Path | null => {
  const points: LatLng[] = []
  const metres: number[] = []
  for (const point of line) {
    const last = points.at(-1)
    const step = last === undefined ? 0 : kmBetween(last, point) * 1000
    if (last !== undefined && step === 0) continue
    points.push(point)
    metres.push((metres.at(-1) ?? 0) + step)
  }
  return points.length < 2 ? null : { points, metres, length: metres.at(-1)! }
}

/**
 * The place on the path nearest to a point. A route may pass the same corner twice: among places about equally near
 * (20 m) the first at or after `from` metres wins, else the nearest.
 */
export const project = (path: Path, point: LatLng, from = 0): OnPath => {
  let best: OnPath = { along: 0, off: Number.POSITIVE_INFINITY }
  let ahead: OnPath | null = null
  for (let i = 1; i < path.points.length; i++) {
    const here = onSegment(path, i, point)
    if (here.off < best.off) best = here
    if (here.along >= from && (ahead === null || here.off < ahead.off - 20)) ahead = here
    else if (ahead !== null && here.along >= from && here.off < ahead.off && here.along - ahead.along < 60) ahead = here
  }
  return ahead !== null && ahead.off <= best.off + 20 ? ahead : best
}

/** Point and direction (degrees clockwise from north) after this many metres; clamped to the ends. */
export const pointAt = (path: Path, along: number): { at: LatLng; heading: number } => {
  const metres = Math.min(Math.max(along, 0), path.length)
  let i = 1
  while (i < path.metres.length - 1 && path.metres[i]! < metres) i++
  const [a, b] = [path.points[i - 1]!, path.points[i]!]
  const share = (metres - path.metres[i - 1]!) / (path.metres[i]! - path.metres[i - 1]!)
  return { at: between(a, b, share), heading: headingOf(a, b) }
}

/** The rest of the path after this many metres, for drawing the route ahead. */
export const rest = (path: Path, along: number): LatLng[] => {
  const { at } = pointAt(path, along)
  return [at, ...path.points.filter((_, i) => path.metres[i]! > along)]
}

export const between = (a: LatLng, b: LatLng, share: number): LatLng => ({
  lat: a.lat + (b.lat - a.lat) * share,
  lng: a.lng + (b.lng - a.lng) * share,
})

export const headingOf = (a: LatLng, b: LatLng): number => {
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return ((Math.atan2(east, b.lat - a.lat) * 180) / Math.PI + 360) % 360
}

const onSegment = (path: Path, i: number, point: LatLng): OnPath => {
  const [a, b] = [path.points[i - 1]!, path.points[i]!]
  const scale = Math.cos((a.lat * Math.PI) / 180)
  const [bx, by] = [(b.lng - a.lng) * scale, b.lat - a.lat]
  const [px, py] = [(point.lng - a.lng) * scale, point.lat - a.lat]
  const share = Math.min(1, Math.max(0, (px * bx + py * by) / (bx * bx + by * by)))
  const along = path.metres[i - 1]! + (path.metres[i]! - path.metres[i - 1]!) * share
  return { along, off: kmBetween(between(a, b, share), point) * 1000 }
}
