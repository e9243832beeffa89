import { fareTrack, thinTrack, type TrackedPoint } from '@remis/domain/booking/trip-distance'
import { MapsError } from '../providers/maps/maps-provider.ts'
import type { BookingDeps } from './booking-deps.ts'

/**
 * Km along roads of the points that count, thinned to ≤ 25 (spec 1 §7); null where there are too few for a match or the
 * maps failed, which the fare then tells. Takes time: never inside a transaction.
 */
export const matchTrip = async (
  { maps, log }: Pick<BookingDeps, 'maps' | 'log'>,
  points: readonly TrackedPoint[],
): Promise<number | null> => {
  const track = thinTrack(fareTrack(points))
  if (track.length < 3) return null
  try {
    const matched = await maps.matchedDistance(
      track.map(({ lat, lng, at, accuracy }) => ({
        lat,
        lng,
        at,
        ...(typeof accuracy === 'number' ? { accuracy } : {}),
      })),
    )
    return matched.distance_in_km
  } catch (error) {
    if (!(error instanceof MapsError)) throw error
    log.warn({ err: error }, 'a trip could not be matched to roads: the quote’s distance is charged')
    return null
  }
}
