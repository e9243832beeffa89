import type { Booking, Place } from '../booking/booking.ts'
import { busyStatuses } from '../booking/statuses.ts'
import { contactHours } from '../booking/view-contacts.ts'
import { dropArea } from '../dispatch/view-offer.ts'
import type { Role } from '../kit/endpoint.ts'

/** Drivers and fleet admins see of a rider initials and areas this long after the end, ms [design/access-90]. */
export const riderShownMs = contactHours * 3600 * 1000

/** "Ana de la Cruz" becomes "A. D. L. C." */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase()}.`)
    .join(' ')

/** Two decimals are about 1.1 km. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100

/** The area of a place: without house number, and its point on a grid of about 1 km. */
export const areaOf = ({ lat, lng, add }: Place): Place => ({ lat: coarse(lat), lng: coarse(lng), add: dropArea(add) })

/** When a booking was over, ms; null: it is not over. An unpaid trip is over. */
const endedAt = ({ status, cancelledAt, endTime }: Pick<Booking, 'status' | 'cancelledAt' | 'endTime'>) => {
  if (status === 'CANCELLED') return cancelledAt ?? endTime
  return busyStatuses.includes(status) ? null : endTime
}

/** Whether this role sees initials and areas in place of the rider's name and addresses. */
export const hidesRider = (
  booking: Pick<Booking, 'status' | 'cancelledAt' | 'endTime'>,
  role: Role,
  now: number,
): boolean => {
  if (role !== 'driver' && role !== 'fleetadmin') return false
  const ended = endedAt(booking)
  return ended !== null && now > ended + riderShownMs
}

/** A booking as a driver or fleet admin knows it a day after its end [design/access-90]. */
export const withoutRider = (booking: Booking): Booking => ({
  ...booking,
  customer_name: initialsOf(booking.customer_name),
  customer_email: null,
  customer_contact: null,
  customer_image: null,
  pickup: areaOf(booking.pickup),
  drop: areaOf(booking.drop),
  // the drawn way would show both places
  coords: '',
  deliveryPerson: booking.deliveryPerson === null ? null : initialsOf(booking.deliveryPerson),
  deliveryPersonPhone: null,
  pickUpInstructions: null,
  deliveryInstructions: null,
  pickup_image: null,
  deliver_image: null,
  handover:
    booking.handover === null
      ? null
      : {
          ...booking.handover,
          receivedBy: booking.handover.receivedBy === null ? null : initialsOf(booking.handover.receivedBy),
          signature: null,
        },
  undelivered:
    booking.undelivered === null
      ? null
      : {
          ...booking.undelivered,
          note: null,
          image: null,
          drop: booking.undelivered.drop === null ? null : areaOf(booking.undelivered.drop),
        },
})

/**
 * The parameters of a notice. Only drivers and admins get a pickup; for all but admins it becomes an area after a day,
 * also for a former driver [design/access-91].
 */
export const noticeParamsShown = <Params extends Readonly<Record<string, string | number>>>(
  params: Params,
  role: Role,
  ageMs: number,
): Params => {
  const { pickup } = params
  const hides = role !== 'admin' && ageMs > riderShownMs && typeof pickup === 'string'
  return hides ? { ...params, pickup: dropArea(pickup) } : params
}
