import type { Status } from '@remis/domain/booking/statuses'
import type { LatLng } from '@remis/domain/kit/distance'

/** Where the car goes now; null when it stands or is done. */
export const nextPoint = <Place extends LatLng>(trip: {
  readonly status: Status
  readonly pickup: Place
  readonly drop: Place
}): Place | null => (trip.status === 'ACCEPTED' ? trip.pickup : trip.status === 'STARTED' ? trip.drop : null)
