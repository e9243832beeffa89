import { fareTrack, thinTrack, type TrackedPoint } from '@remis/domain/booking/trip-distance'
import { MapsError } from '../providers/maps/maps-provider.ts'
import type { BookingDeps } from './booking-deps.ts'

/**
 * Km along roads of the counted points, thinned to at most 25 [design/tracking-14]; null with fewer than 3 or when the
 * maps fail, which flags the booking. Slow, so never inside a transaction.
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
    log.warn({ err: error }, 'trip not matched to roads, charging the quote’s distance')
    return null
  }
}
