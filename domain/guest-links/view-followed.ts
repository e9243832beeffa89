import type { Booking } from '../booking/booking.ts'
import { busyStatuses } from '../booking/statuses.ts'
import type { FollowedTrip } from './guest-links-api.ts'

/** A link shows how the ride ended for this long, ms; then it is over [design/access-100]. */
const afterEndMs = 30 * 60_000

/** When the ride ended, ms; null while it goes on or waits. */
const endOf = ({ status, endTime, cancelledAt }: Booking): number | null =>
  status === 'CANCELLED' ? cancelledAt : endTime

/** Whether links may be made for the booking: it has not ended. */
export const canBeFollowed = (booking: Booking): boolean => booking.status !== 'CANCELLED' && endOf(booking) === null

/** Whether a link to the booking still shows it at `now`, ms. */
export const isShown = (booking: Booking, now: number): boolean => {
  const end = endOf(booking)
  return end === null || now < end + afterEndMs
}

const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** What the holder of a link sees of the booking [design/access-101]; the position is added by the server. */
export const viewFollowed = (booking: Booking): Omit<FollowedTrip, 'position' | 'eta' | 'now'> => ({
  status: booking.status,
  rider: firstWord(booking.customer_name),
  pickup: booking.pickup,
  drop: booking.drop,
  carType: booking.carType,
  bookLater: booking.bookLater,
  tripdate: booking.tripdate,
  coords: booking.coords,
  driver:
    booking.driver === null || !busyStatuses.includes(booking.status)
      ? null
      : {
          name: firstWord(booking.driver_name ?? ''),
          vehicleMake: booking.vehicleMake,
          vehicleModel: booking.vehicleModel,
          vehicle_number: booking.vehicle_number,
        },
  endedAt: endOf(booking),
})
