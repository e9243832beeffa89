import type { BookingView } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'

/** Text key of the current step. */
export const stepTitle = (trip: Pick<BookingView, 'status' | 'payment_mode'>) => {
  switch (trip.status) {
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'ACCEPTED':
      return 'drive_step_pickup'
    case 'ARRIVED':
      return 'drive_step_wait'
    case 'STARTED':
      return 'drive_step_drop'
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

/** Drivers see only the rider's first name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Link that opens the phone's map app with directions to a point; on a computer, OpenStreetMap. */
export const navigationLink = ({ lat, lng }: LatLng, label: string, userAgent: string): string => {
  const point = `${lat},${lng}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps://?daddr=${point}&dirflg=d`
  if (/Android/.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(label)})`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
