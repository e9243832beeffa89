import { fareTrack, thinTrack } from '@remis/domain/booking/trip-distance'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { listTripPoints } from './trip-points.ts'
import { findWatchedTrip } from './watched-trip.ts'

/** Enough for a drawn line, whatever the length of the trip. */
const maxDrawn = 200

/** The counted points of the trip, thinned for drawing [design/tracking-11]. */
export const tripTrack: UseCase<Platform, typeof trackingApi.track> = async ({ db: { request } }, { params }) => {
  const booking = await findWatchedTrip(request, params.id)
  const points = thinTrack(fareTrack(await listTripPoints(request, booking.id)), maxDrawn)
  return {
    rows: points.map(({ seq, at, status, lat, lng }) => ({ id: `${booking.id}.${seq}`, at, status, lat, lng })),
  }
}
