import type { Booking } from '@remis/domain/booking/booking'
import type { LatLng } from '@remis/domain/kit/distance'
import type { DriveTime } from '../providers/maps/maps-provider.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/** Drive time from the driver to the pickup before STARTED, then to the drop. null: the maps have no route. */
export const etaOf = async (
  { maps, log }: Pick<TrackingDeps, 'maps' | 'log'>,
  booking: Booking,
  from: LatLng,
): Promise<DriveTime | null> => {
  if (booking.status === 'REACHED') return null
  const next = booking.status === 'STARTED' ? booking.drop : booking.pickup
  try {
    return await maps.driveTime({ lat: from.lat, lng: from.lng }, { lat: next.lat, lng: next.lng })
  } catch (error) {
    log.info({ err: error, bookingId: booking.id }, 'no driving time to the next point')
    return null
  }
}
