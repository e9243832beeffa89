// oxlint-disable-next-line import/default -- Node loads the UMD build, which has only a default export.
import codec from '@googlemaps/polyline-codec'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'

/** A route to drive: its points, the km driven at each of them, and the seconds it takes at normal speed. */
export interface Walk {
  readonly points: readonly LatLng[]
  readonly km: readonly number[]
  readonly seconds: number
}

export interface Place extends LatLng {
  /** degrees clockwise from north */
  readonly heading: number
}

/** For a route without a duration. */
const usualKmPerHour = 30

/** Leaves out repeated points; `seconds` 0 or less: at the usual speed. */
export const layOut = (points: readonly LatLng[], seconds: number): Walk => {
  const kept: LatLng[] = []
  const km: number[] = []
  for (const point of points) {
    const last = kept.at(-1)
    const step = last === undefined ? 0 : kmBetween(last, point)
    if (last !== undefined && step === 0) continue
    kept.push(point)
    km.push((km.at(-1) ?? 0) + step)
  }
  const length = km.at(-1) ?? 0
  return { points: kept, km, seconds: seconds > 0 ? seconds : (length / usualKmPerHour) * 3600 }
}

/** The route of a booking's quote, decoded from its polyline (precision 5); without one, the straight line. */
export const plannedRoute = ({
  coords,
  estimateTime,
  pickup,
  drop,
}: Pick<BookingView, 'coords' | 'estimateTime' | 'pickup' | 'drop'>): Walk => {
  const points = codec.decode(coords, 5).map(([lat, lng]) => ({ lat, lng }))
  return layOut(points.length > 1 ? points : [pickup, drop], estimateTime)
}

/** Degrees clockwise from north, from `a` to `b`. */
export const headingOf = (a: LatLng, b: LatLng): number => {
  const rad = Math.PI / 180
  const y = Math.sin((b.lng - a.lng) * rad) * Math.cos(b.lat * rad)
  const x =
    Math.cos(a.lat * rad) * Math.sin(b.lat * rad) -
    Math.sin(a.lat * rad) * Math.cos(b.lat * rad) * Math.cos((b.lng - a.lng) * rad)
  return (Math.atan2(y, x) / rad + 360) % 360
}

/** Index of the leg at `km`: its first point is at or before it. */
const legAt = (walk: Walk, km: number): number => {
  let low = 0
  let high = walk.km.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((walk.km[middle] ?? 0) <= km) low = middle
    else high = middle - 1
  }
  return low
}

/** The place after `seconds` of driving. At and past the end `there` is true. */
export const placeAt = (walk: Walk, seconds: number): Place & { readonly there: boolean } => {
  const first = walk.points[0]
  if (first === undefined) throw new RangeError('a route without a point')
  const length = walk.km.at(-1) ?? 0
  const there = length === 0 || seconds >= walk.seconds
  const km = there ? length : Math.max(0, seconds / walk.seconds) * length
  const leg = legAt(walk, km)
  const from = walk.points[leg] ?? first
  const to = walk.points[leg + 1] ?? from
  const legKm = (walk.km[leg + 1] ?? 0) - (walk.km[leg] ?? 0)
  const part = legKm > 0 ? Math.min(1, (km - (walk.km[leg] ?? 0)) / legKm) : 0
  return {
    lat: from.lat + (to.lat - from.lat) * part,
    lng: from.lng + (to.lng - from.lng) * part,
    heading: headingOf(from, to),
    there,
  }
}

/** A point within this distance counts as the car's place. */
const nearKm = 0.06

/**
 * The seconds of the route before a car near `at`, to continue after a break. The first such point counts, because a
 * route may pass its start again.
 */
export const secondsNear = (walk: Walk, at: LatLng): number => {
  const away = walk.points.map((point) => kmBetween(point, at))
  const reach = Math.max(nearKm, Math.min(...away))
  const index = away.findIndex((km) => km <= reach)
  const length = walk.km.at(-1) ?? 0
  return length === 0 ? 0 : ((walk.km[index] ?? 0) / length) * walk.seconds
}
