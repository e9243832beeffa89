import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { etaOf } from './eta.ts'
import { selectPosition } from './position-store.ts'
import type { TrackingDeps } from './tracking-needs.ts'
import { isWatched, watchedTrip } from './watched-trip.ts'

/** Where the driver of a trip was last seen, with the way to the next point; nothing once the trip is over. */
export const lastTripPosition: UseCase<TrackingDeps, typeof trackingApi.last> = async (app, { params }) => {
  const booking = await watchedTrip(app.db.request, params.id)
  if (booking.driver === null || !isWatched(booking)) return { position: null, eta: null }
  const seen = app.trails.get(booking.driver) ?? (await selectPosition(app.db.request, booking.driver))
  if (seen === undefined) return { position: null, eta: null }
  const { at, lat, lng, accuracy, heading } = seen
  return {
    position: { bookingId: booking.id, at, lat, lng, accuracy: accuracy ?? null, heading: heading ?? null },
    eta: await etaOf(app, booking, seen),
  }
}
