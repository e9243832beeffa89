import type { Booking } from '@remis/domain/booking/booking'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { etaOf } from './eta.ts'
import { pointId } from './point-store.ts'
import { selectPosition } from './position-store.ts'
import type { TrackingDeps } from './tracking-deps.ts'
import { isWatched, findWatchedTrip } from './watched-trip.ts'

export const lastTripPosition: UseCase<TrackingDeps, typeof trackingApi.last> = async (app, { params }) =>
  readTripPosition(app, await findWatchedTrip(app.db.request, params.id))

/**
 * The driver's last position of a trip and, `withEta`, the way to the next point; nothing once the trip is over
 * [design/tracking-11].
 */
export const readTripPosition = async (app: TrackingDeps, booking: Booking, withEta = true) => {
  if (booking.driver === null || !isWatched(booking)) return { position: null, eta: null }
  const seen = app.lastPositions.get(booking.driver) ?? (await selectPosition(app.db.request, booking.driver))
  if (seen === undefined) return { position: null, eta: null }
  const { seq, at, lat, lng, accuracy, heading } = seen
  const { id: bookingId, status } = booking
  return {
    position: {
      bookingId,
      id: pointId(bookingId, seq),
      status,
      at,
      lat,
      lng,
      accuracy: accuracy ?? null,
      heading: heading ?? null,
    },
    eta: withEta ? await etaOf(app, booking, seen) : null,
  }
}
