import { fareTrack, thinTrack } from '@remis/domain/booking/final-fare/trip-points'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { findDrivenLine } from './driven-track-store.ts'
import { pointId } from './point-store.ts'
import { listTripPoints } from './trip-points.ts'
import { findWatchedTrip } from './watched-trip.ts'

/** Enough for a drawn line, whatever the length of the trip. */
const maxDrawn = 200

/** The counted points of the trip, thinned for drawing, and the line that was charged [design/tracking-11]. */
export const tripTrack: UseCase<Platform, typeof trackingApi.track> = async ({ db: { request } }, { params }) => {
  const booking = await findWatchedTrip(request, params.id)
  const [line, stored] = await Promise.all([findDrivenLine(request, booking.id), listTripPoints(request, booking.id)])
  const points = thinTrack(fareTrack(stored, booking), maxDrawn)
  return {
    rows: points.map(({ seq, at, status, lat, lng }) => ({ id: pointId(booking.id, seq), at, status, lat, lng })),
    line,
  }
}
