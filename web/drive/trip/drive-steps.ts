import type { BookingView } from '@remis/domain/booking/booking-api'
import { isAborted } from '@remis/domain/booking/booking-status'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { isAtPickup } from '@remis/domain/tracking/pickup-presence'

/** Text key of the current step. */
export const stepTitle = (trip: Pick<BookingView, 'status' | 'payment_mode' | 'undelivered' | 'fare'>) => {
  // [design/moves-37]
  if (isAborted(trip)) return trip.status === 'PENDING' ? 'trip_other_aborted_owed' : 'trip_other_aborted'
  switch (trip.status) {
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'ACCEPTED':
      return 'drive_step_pickup'
    case 'ARRIVED':
      return 'drive_step_wait'
    case 'STARTED':
      return trip.undelivered === null ? 'drive_step_drop' : 'drive_step_return'
    case 'REACHED':
      return 'drive_step_collect'
    case 'PENDING':
      return trip.payment_mode === 'cash' ? 'drive_step_owed' : 'drive_step_pays'
    case 'PAID':
    case 'COMPLETE':
      return 'drive_step_done'
    case 'CANCELLED':
      return 'drive_step_cancelled'
  }
}

/** Whether the driver is asked before an arrival is sent: the position would not confirm it [design/moves-70]. */
export const askAtPickup = ({ pickup }: Pick<BookingView, 'pickup'>, at: LatLng | null): boolean =>
  at === null || !isAtPickup(pickup, { ...at, at: 0 })

/** A trip that ends farther from its drop is asked about and flagged [design/moves-27], km. */
const farFromDrop = 0.5

/** Whether the driver is asked before the end of the trip is sent. */
export const askAtDrop = ({ drop }: Pick<BookingView, 'drop'>, at: LatLng | null): boolean =>
  at !== null && kmBetween(at, drop) > farFromDrop

/** Whether a driver with this distance left, km, is there: minutes and metres would say nothing. */
export const isThere = (km: number): boolean => km < 0.05

/** Link that opens the phone's map app with directions to a point; on a computer, OpenStreetMap. */
export const navigationLink = ({ lat, lng }: LatLng, label: string, userAgent: string): string => {
  const point = `${lat},${lng}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps://?daddr=${point}&dirflg=d`
  if (/Android/.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(label)})`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
