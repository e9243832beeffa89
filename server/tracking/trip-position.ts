import type { Booking } from '@remis/domain/booking/booking'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { etaOf } from './eta.ts'
import { pointId } from './point-store.ts'
import { lastPosition } from './stored-positions.ts'
import type { TrackingDeps } from './tracking-deps.ts'
import { isWatched, findWatchedTrip } from './watched-trip.ts'

export const lastTripPosition: UseCase<TrackingDeps, typeof trackingApi.last> = async (app, { params }) => {
  const { request } = app.db
  const [booking, now] = await Promise.all([findWatchedTrip(request, params.id), nowMs(request)])
  return readTripPosition(app, booking, now)
}

/**
 * The driver's last position of a trip and, `withEta`, the way to the next point; nothing once the trip is over
 * [design/tracking-11]. `now`: the database's clock; a device's later time is not shown [design/tracking-6].
 */
export const readTripPosition = async (app: TrackingDeps, booking: Booking, now: number, withEta = true) => {
  if (booking.driver === null || !isWatched(booking)) return { position: null, eta: null }
  const seen = app.lastPositions.get(booking.driver) ?? (await lastPosition(app.db.request, booking.driver))
  if (seen === null) return { position: null, eta: null }
  const { seq, at, lat, lng, accuracy, heading } = seen
  const { id: bookingId, status } = booking
  return {
    position: {
      bookingId,
      id: pointId(bookingId, seq),
      status,
      at: Math.min(at, now),
      lat,
      lng,
      accuracy: accuracy ?? null,
      heading: heading ?? null,
    },
    eta: withEta ? await etaOf(app, booking, seen) : null,
  }
}
