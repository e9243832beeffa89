import type { Booking } from '../booking/booking.ts'
import { shownDeliveryCode } from '../booking/delivery/parcel.ts'
import { busyStatuses } from '../booking/statuses.ts'
import type { FollowedTrip, LinkView } from './guest-links-api.ts'

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

/** Whether the booking has a receiver, so that links for one can be made. */
export const hasReceiver = ({ deliveryPersonPhone }: Pick<Booking, 'deliveryPersonPhone'>): boolean =>
  deliveryPersonPhone !== null

/**
 * The receiver sees the position from the pickup to the drop: before and on a return it leads to the sender's door
 * [design/delivery-11] [design/delivery-36].
 */
export const showsPosition = (
  { status, undelivered }: Pick<Booking, 'status' | 'undelivered'>,
  view: LinkView,
): boolean => view === 'follower' || (status === 'STARTED' && undelivered === null)

/** What the holder of a link sees of the booking [design/access-101]; the position is added by the server. */
export const viewFollowed = (booking: Booking, view: LinkView): Omit<FollowedTrip, 'position' | 'eta' | 'now'> => ({
  status: booking.status,
  rider: firstWord(booking.customer_name),
  parcel: hasReceiver(booking)
    ? {
        parcelType: booking.parcelTypeSelected?.description ?? null,
        option: booking.optionSelected?.description ?? null,
        code: view === 'receiver' ? shownDeliveryCode(booking) : null,
        returned: booking.undelivered !== null,
      }
    : null,
  pickup: view === 'receiver' ? null : booking.pickup,
  // the drop of a return is the pickup
  drop: (view === 'receiver' ? booking.undelivered?.drop : null) ?? booking.drop,
  carType: booking.carType,
  bookLater: booking.bookLater,
  tripdate: booking.tripdate,
  coords: view === 'receiver' ? '' : booking.coords,
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
