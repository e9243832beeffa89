import { kmBetween, type LatLng } from '../kit/distance.ts'
import { countedTrackStatuses, type Status } from './statuses.ts'

/** A stored track point [tracking-1]; `at` in ms, `accuracy` in metres if the device sent it. */
export interface TrackedPoint extends LatLng {
  readonly at: number
  readonly status: Status
  readonly accuracy?: number | null | undefined
}

/** [tracking-8] */
const mostPoints = 25
/** Legs between nearer points measure the noise of the fixes, not the route [design/tracking-14]. */
const apartKm = 0.06
/** A less accurate fix does not count for a fare [design/tracking-13]. */
const maxAccuracyMetres = 50
/** A matched distance is plausible within these multiples of the legs over the thinned points [design/tracking-15]. */
const plausible = { from: 0.7, to: 1.5 }
/** With two points the quote is charged when it is longer than this times their straight line [design/tracking-15]. */
const twoPointsTolerance = 1.1

/** The points that count for a fare: STARTED or REACHED, accurate to 50 m, in the order of their time [design/tracking-13]. */
export const fareTrack = <P extends TrackedPoint>(points: readonly P[]): P[] =>
  points
    .filter(({ status, accuracy }) => countedTrackStatuses.includes(status) && (accuracy ?? 0) <= maxAccuracyMetres)
    .sort((a, b) => a.at - b.at)

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

const legsKm = (points: readonly LatLng[]): number =>
  points.slice(1).reduce((sum, point, i) => sum + kmBetween(points[i]!, point), 0)

export interface TripDistance {
  /** the measured km, to the metre, stored as `distance` [design/tracking-16] */
  readonly distance: number
  /** km that are charged, to the metre */
  readonly chargedKm: number
  readonly charged: 'track' | 'quote-no-track' | 'quote-implausible' | 'quote-two-points'
  /** why an admin should check the fare */
  readonly flag: 'no-track' | 'match-failed' | 'implausible-distance' | null
}

const toMetre = (km: number): number => Math.round(km * 1000) / 1000

/**
 * Distance of a driven trip [design/tracking-15]: 0 or 1 points → 0, two → the straight line, more → the distance that
 * the map service matched to roads (`matchedKm`, null when it failed). 0 or implausible: the quote's distance is charged
 * and the fare is flagged. A sum of legs is never charged [design/tracking-17].
 */
export const tripDistance = (
  points: readonly TrackedPoint[],
  matchedKm: number | null,
  quotedKm: number,
): TripDistance => {
  const track = fareTrack(points)
  const first = track[0]
  const last = track.at(-1)
  const quote = toMetre(quotedKm)
  if (first === undefined || last === undefined || track.length < 2)
    return { distance: 0, chargedKm: quote, charged: 'quote-no-track', flag: 'no-track' }
  if (track.length === 2) {
    const straight = toMetre(kmBetween(first, last))
    return quotedKm > twoPointsTolerance * straight
      ? { distance: straight, chargedKm: quote, charged: 'quote-two-points', flag: null }
      : { distance: straight, chargedKm: straight, charged: 'track', flag: null }
  }
  if (matchedKm === null) return { distance: 0, chargedKm: quote, charged: 'quote-implausible', flag: 'match-failed' }
  const matched = toMetre(matchedKm)
  const legs = legsKm(thinTrack(track))
  return matched > 0 && matchedKm >= plausible.from * legs && matchedKm <= plausible.to * legs
    ? { distance: matched, chargedKm: matched, charged: 'track', flag: null }
    : { distance: matched, chargedKm: quote, charged: 'quote-implausible', flag: 'implausible-distance' }
}
