import type { Booking } from '@remis/domain/booking/booking'
import type { FareFlag } from '@remis/domain/booking/final-fare/fare-flags'
import { thinTrack, type TrackedPoint } from '@remis/domain/booking/final-fare/trip-points'
import { MapsError } from '../providers/maps/maps-provider.ts'
import type { BookingDeps } from './booking-deps.ts'

/** A track matched to roads: km and the line as an encoded polyline (precision 5). */
export interface MatchedTrip {
  readonly km: number
  readonly line: string
}

const useless: readonly FareFlag[] = ['implausible-distance', 'too-fast']

/** The line to keep of a trip: the matched one, unless its distance was not believed [design/tracking-22]. */
export const drivenLine = ({ fareFlags }: Booking, matched: MatchedTrip | null): string | null =>
  matched === null || fareFlags.some((flag) => useless.includes(flag)) ? null : matched.line

/**
 * The counted points (`fareTrack`), thinned to at most 25 or what the service needs, matched to roads
 * [design/tracking-14]; null with fewer than 3 or when the maps fail, which flags the booking. `speed`: how many times
 * faster than real time the points were driven (`simulatedSpeed`); the matcher gets city time, since it leaves out what
 * no car can drive. Slow, so never inside a transaction.
 */
export const matchTrip = async (
  { maps, log }: Pick<BookingDeps, 'maps' | 'log'>,
  counted: readonly TrackedPoint[],
  speed = 1,
): Promise<MatchedTrip | null> => {
  const track = thinTrack(counted, maps.mostFixes)
  const first = track[0]
  if (first === undefined || track.length < 3) return null
  try {
    const matched = await maps.matchedDistance(
      track.map(({ lat, lng, at, accuracy }) => ({
        lat,
        lng,
        at: first.at + (at - first.at) * speed,
        ...(typeof accuracy === 'number' ? { accuracy } : {}),
      })),
    )
    return { km: matched.distance_in_km, line: matched.polylinePoints }
  } catch (error) {
    if (!(error instanceof MapsError)) throw error
    log.warn({ err: error }, 'trip not matched to roads')
    return null
  }
}
