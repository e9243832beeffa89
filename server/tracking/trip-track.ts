import { fareTrack, thinTrack } from '@remis/domain/booking/final-fare/trip-points'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import { hidesRider } from '@remis/domain/privacy/rider-after-trip'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { findDrivenLine } from './driven-track-store.ts'
import { pointId } from './point-store.ts'
import { listTripPoints } from './trip-points.ts'
import { findWatchedTrip } from './watched-trip.ts'

/** Enough for a drawn line, whatever the length of the trip. */
const maxDrawn = 200

/**
 * The counted points of the trip, thinned for drawing, and the line that was charged [design/tracking-11]. Both lead to
 * the rider's addresses, so drivers and fleet admins see them for a day only [design/access-90].
 */
export const tripTrack: UseCase<Platform, typeof trackingApi.track> = async ({ db: { request } }, { params, who }) => {
  const [booking, now] = await Promise.all([findWatchedTrip(request, params.id), nowMs(request)])
  if (hidesRider(booking, who.role, now)) return { rows: [], line: null }
  const [line, stored] = await Promise.all([findDrivenLine(request, booking.id), listTripPoints(request, booking.id)])
  const points = thinTrack(fareTrack(stored, booking), maxDrawn)
  return {
    rows: points.map(({ seq, at, status, lat, lng }) => ({ id: pointId(booking.id, seq), at, status, lat, lng })),
    line,
  }
}
