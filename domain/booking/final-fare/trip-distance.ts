import { kmBetween, toMetre, type LatLng } from '../../kit/distance.ts'
import type { FareFlag } from './fare-flags.ts'
import { thinTrack } from './trip-points.ts'

/** A matched distance is plausible within these multiples of the legs over the thinned points [design/tracking-15]. */
const plausible = { from: 0.7, to: 1.5 }
/** With two points the quote is charged when it is longer than this times their straight line [design/tracking-15]. */
const twoPointsTolerance = 1.1
/** No trip is faster on average [design/moves-60]. */
const maxKmPerHour = 130
/** The error of two fixes of 50 m: a car that does not move measures this much. */
const noiseKm = 0.1
/** The quote's distance is charged when the trip lasted at least this part of the quoted time [design/moves-61]. */
const leastPartOfQuotedTime = 0.5

/** The distances that are charged, and why where it is not the track's [design/moves-26]. */
export const chargedDistances = [
  'track',
  'quote-no-track',
  'quote-implausible',
  'quote-two-points',
  'quote-too-fast',
  'route',
  'minimum',
] as const
export type ChargedDistance = (typeof chargedDistances)[number]

export interface DrivenTrip {
  /** the counted points, from `fareTrack` */
  readonly track: readonly LatLng[]
  /** km that the map service matched to roads; null with fewer than three points or when it failed */
  readonly matchedKm: number | null
  /** the trip's time by the server's clock, × `simulatedSpeed` in the trial */
  readonly seconds: number
  readonly quoted: { readonly km: number; readonly seconds: number }
  /**
   * the trip was ended away from its drop: km by road from the pickup to that place, null when there is no road; null:
   * at the drop
   */
  readonly away: { readonly routeKm: number | null } | null
}

export interface TripDistance {
  /** the measured km, to the metre, stored as `distance` [design/tracking-16] */
  readonly distance: number
  /** km that are charged, to the metre */
  readonly chargedKm: number
  readonly charged: ChargedDistance
  readonly flags: readonly FareFlag[]
}

/** The most km that a trip of this many seconds can have. */
export const mostKm = (seconds: number): number => (maxKmPerHour * Math.max(0, seconds)) / 3600 + noiseKm

const legsKm = (points: readonly LatLng[]): number =>
  points.slice(1).reduce((sum, point, i) => sum + kmBetween(points[i]!, point), 0)

type Measured = Pick<TripDistance, 'distance' | 'flags'> & {
  /** `line`: the straight line between two points */
  readonly by: 'track' | 'line' | 'quote-no-track' | 'quote-implausible' | 'quote-too-fast'
}

const measure = ({ track, matchedKm, seconds }: DrivenTrip): Measured => {
  const [first, last] = [track[0], track.at(-1)]
  if (first === undefined || last === undefined || track.length < 2)
    return { by: 'quote-no-track', distance: 0, flags: ['no-track'] }
  if (track.length > 2 && matchedKm === null) return { by: 'quote-implausible', distance: 0, flags: ['match-failed'] }
  const distance = toMetre(track.length === 2 ? kmBetween(first, last) : (matchedKm ?? 0))
  if (distance > mostKm(seconds)) return { by: 'quote-too-fast', distance, flags: ['too-fast'] }
  if (track.length === 2) return { by: 'line', distance, flags: [] }
  const legs = legsKm(thinTrack(track))
  return distance > 0 && distance >= plausible.from * legs && distance <= plausible.to * legs
    ? { by: 'track', distance, flags: [] }
    : { by: 'quote-implausible', distance, flags: ['implausible-distance'] }
}

/**
 * Distance of a driven trip [design/tracking-15]: 0 or 1 points → 0, two → the straight line, more → the distance that
 * the map service matched to roads. Missing, implausible or faster than a car: the quote's distance is charged and the
 * fare is flagged [design/moves-60]; after less than half the quoted time only the minimum fare [design/moves-61]. A
 * trip that ended away from its drop is charged by its track, else by the road from the pickup to its end, never the
 * way not driven [design/moves-63]. A sum of legs is never charged [design/tracking-17].
 */
export const tripDistance = (trip: DrivenTrip): TripDistance => {
  const { by, distance, flags } = measure(trip)
  const { seconds, quoted, away } = trip
  const charge = (charged: ChargedDistance, km: number): TripDistance => ({
    distance,
    chargedKm: toMetre(km),
    charged,
    flags,
  })
  if (by === 'track') return charge('track', distance)
  if (away !== null) {
    const { routeKm } = away
    return routeKm !== null && routeKm <= mostKm(seconds) ? charge('route', routeKm) : charge('minimum', 0)
  }
  if (by === 'line' && quoted.km <= twoPointsTolerance * distance) return charge('track', distance)
  if (seconds < leastPartOfQuotedTime * quoted.seconds) return charge('minimum', 0)
  return charge(by === 'line' ? 'quote-two-points' : by, quoted.km)
}
