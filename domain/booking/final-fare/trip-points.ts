import { kmBetween, type LatLng } from '../../kit/distance.ts'
import { countedTrackStatuses, type Status } from '../statuses.ts'

/** A stored track point [tracking-1]; `at` in ms, `accuracy` in metres if the device sent it. */
export interface TrackedPoint extends LatLng {
  readonly at: number
  readonly status: Status
  readonly accuracy?: number | null | undefined
}

/** Start and end of a trip by the server's clock, ms; null: not yet. */
export interface TripTime {
  readonly startTime: number | null
  readonly endTime: number | null
}

/** [tracking-8] */
const mostPoints = 25
/** Legs between nearer points measure the noise of the fixes, not the route [design/tracking-14]. */
const apartKm = 0.06
/** A less accurate fix does not count for a fare [design/tracking-13]. */
export const maxAccuracyMetres = 50
/** Clocks of phone and server differ by this much: a point counts this long after the end [design/tracking-18]. */
export const clockSlackMs = 5000

/**
 * The points that count for a fare, in the order of their time: STARTED or REACHED, accurate to 50 m, and by their own
 * time from the start to 5 s after the end [design/tracking-13], [design/tracking-18]. The first is the position logged
 * at the start. Without a fix that is the pickup; an earlier point elsewhere would add the way to it and back.
 */
export const fareTrack = <P extends TrackedPoint>(points: readonly P[], { startTime, endTime }: TripTime): P[] => {
  if (startTime === null) return []
  const to = endTime === null ? Number.POSITIVE_INFINITY : endTime + clockSlackMs
  return points
    .filter(
      ({ at, status, accuracy }) =>
        at >= startTime && at <= to && countedTrackStatuses.includes(status) && (accuracy ?? 0) <= maxAccuracyMetres,
    )
    .sort((a, b) => a.at - b.at)
}

/** At most 25 points at least 60 m apart, including the first and the last: the input of the map matcher. */
export const thinTrack = <P extends LatLng>(points: readonly P[], most = mostPoints): P[] => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 3) return [...points]
  const kept = [first]
  for (const point of points.slice(1, -1)) {
    if (kmBetween(kept.at(-1) ?? first, point) >= apartKm && kmBetween(point, last) >= apartKm) kept.push(point)
  }
  const inner = kept.slice(1)
  const room = most - 2
  const chosen =
    inner.length <= room
      ? inner
      : Array.from({ length: room }, (_, i) => inner[Math.floor(((i + 0.5) * inner.length) / room)]!)
  return [first, ...chosen, last]
}
