import type { Booking } from '../booking/booking.ts'
import { shownDeliveryCode, wantedDrop } from '../booking/delivery/parcel.ts'
import { isAborted, knownEnd } from '../booking/booking-status.ts'
import { busyStatuses } from '../booking/statuses.ts'
import type { Role } from '../kit/endpoint.ts'
import { firstName } from '../people/first-name.ts'
import type { FollowedTrip, LinkView } from './guest-links-api.ts'

/** A link shows how the ride ended for this long, ms; then it is over [design/access-100]. */
const afterEndMs = 30 * 60_000

/** When the ride ended, ms; null while it goes on or waits. */
const endOf = ({ status, endTime, cancelledAt }: Booking): number | null =>
  status === 'CANCELLED' ? cancelledAt : endTime

/** Whether links of this view may be made for the booking: it has not ended; a driver's while it is on the trip. */
export const canBeFollowed = (booking: Booking, view: LinkView, now: number): boolean =>
  view === 'car' ? isShown(booking, view, now) : booking.status !== 'CANCELLED' && endOf(booking) === null

/**
 * Whether a link of this view shows the booking at `now`, ms. A driver's link ends with the trip [design/access-102].
 */
export const isShown = (booking: Booking, view: LinkView, now: number): boolean => {
  const end = booking.status === 'CANCELLED' ? booking.cancelledAt : knownEnd(booking)
  const late = end !== null && now >= end + afterEndMs
  return !late && (view !== 'car' || busyStatuses.includes(booking.status))
}

/** The views a person may make links of; the first is the default. */
export const viewsOf = (
  role: Role,
  booking: Pick<Booking, 'deliveryPersonPhone'>,
): readonly [LinkView, ...LinkView[]] =>
  role === 'driver' ? ['car'] : hasReceiver(booking) ? ['follower', 'receiver'] : ['follower']

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
): boolean => view !== 'receiver' || (status === 'STARTED' && undelivered === null)

/**
 * What the holder of a link sees of the booking [design/access-101]; the position is added by the server. A driver's
 * link shows nothing of the rider, the parcel and the places [design/access-102].
 */
export const viewFollowed = (booking: Booking, view: LinkView): Omit<FollowedTrip, 'position' | 'eta' | 'now'> => ({
  status: booking.status,
  rider: view === 'car' ? null : firstName(booking.customer_name),
  parcel:
    view !== 'car' && hasReceiver(booking)
      ? {
          parcelType: booking.parcelTypeSelected?.description ?? null,
          option: booking.optionSelected?.description ?? null,
          code: view === 'receiver' ? shownDeliveryCode(booking) : null,
          returned: booking.undelivered !== null,
        }
      : null,
  pickup: view === 'follower' ? booking.pickup : null,
  drop: view === 'car' ? null : view === 'receiver' ? wantedDrop(booking) : booking.drop,
  carType: booking.carType,
  carImage: booking.carImage,
  bookLater: booking.bookLater,
  tripdate: booking.tripdate,
  // a parcel that goes back leaves the planned way
  coords: view === 'follower' && booking.undelivered === null ? booking.coords : '',
  driver:
    booking.driver === null || !busyStatuses.includes(booking.status)
      ? null
      : {
          name: firstName(booking.driver_name ?? ''),
          vehicleMake: booking.vehicleMake,
          vehicleModel: booking.vehicleModel,
          vehicle_number: booking.vehicle_number,
        },
  endedAt: endOf(booking),
  aborted: isAborted(booking),
})
