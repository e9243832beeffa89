import { searchState } from '../dispatch/search.ts'
import { viewFare } from '../fare/view-fare.ts'
import { toMajor, type Minor } from '../kit/money.ts'
import type { RefundState } from '../payments/payment-status.ts'
import { hidesRider, withoutRider } from '../privacy/rider-after-trip.ts'
import type { BookingView } from './booking-api.ts'
import type { Booking } from './booking.ts'
import type { Viewer } from './booking-status.ts'
import { shownDeliveryCode, type Undelivered } from './delivery/parcel.ts'
import { tripCodeStatuses } from './statuses.ts'
import type { AppCategory } from './variant.ts'
import { contactsOf } from './view-contacts.ts'
import { paymentPacket } from './payment-packet.ts'

export interface UncollectedFee {
  readonly owed: Minor
  readonly writtenOff: Minor
  /** the driver was paid at once (`guaranteeCancelFee`) */
  readonly guaranteed: boolean
}

export interface ViewContext {
  readonly now: number
  /** AllowCriticalEditsAdmin off: contacts are hidden from the back office */
  readonly demo: boolean
  /** AllowCalls: rider and driver see each other's number, a courier the receiver's */
  readonly calls: boolean
  /** the drivers with a live offer */
  readonly asked: readonly { readonly id: string; readonly name: string }[]
  readonly appcat: AppCategory
  /** undefined: nothing was refunded to a card */
  readonly refund: RefundState | undefined
  /** what was not collected of a cancellation fee; undefined: it was collected whole, or there was none */
  readonly uncollected: UncollectedFee | undefined
  /** how many times a trip code or a receiver's code may be renewed */
  readonly renewals: number
  /** wrong codes until it is locked */
  readonly tries: number
}

/** An admin sees that there is a trip code but not its digits; revealing it is audited [booking-38]. */
const maskedCode = '•••••'

/**
 * A booking as one viewer may see it [design/access-5]: a field that is not theirs is absent. The caller has checked
 * that the viewer is a party of the booking, its fleet's admin or an admin. A day after its end, driver and fleet admin
 * see the rider as initials and the addresses as areas [design/access-90].
 */
export const viewBooking = (whole: Booking, viewer: Viewer, context: ViewContext): BookingView => {
  const booking = hidesRider(whole, viewer.role, context.now) ? withoutRider(whole) : whole
  // Object.assign in place of spreads: with this many fields V8 copies the whole object for each spread field.
  return Object.assign(
    {},
    sharedView(booking, viewer, context),
    Object.assign(contactsOf(booking, viewer, context), codeOf(booking, viewer, context)),
    Object.assign(moneyOf(booking, viewer, context), dispatchOf(booking, viewer, context)),
  )
}

const sharedView = (booking: Booking, viewer: Viewer, { now }: ViewContext) => ({
  id: booking.id,
  version: booking.version,
  status: booking.status,
  carType: booking.carType,
  carImage: booking.carImage,
  customer_name: booking.customer_name,
  pickup: booking.pickup,
  drop: booking.drop,
  estimateDistance: booking.estimateDistance,
  estimateTime: booking.estimateTime,
  distance: booking.distance,
  bookLater: booking.bookLater,
  released: booking.releasedAt !== null,
  tripdate: booking.tripdate,
  bookingDate: booking.bookingDate,
  booking_type_admin: booking.booking_type_admin,
  codeNeeded: booking.otp !== null,
  coords: booking.coords,
  payment_mode: booking.payment_mode,
  prepaid: booking.prepaid,
  driver: booking.driver,
  driver_name: booking.driver_name,
  driver_image: booking.driver_image,
  driverRating: booking.driverRating,
  vehicle_number: booking.vehicle_number,
  vehicleMake: booking.vehicleMake,
  vehicleModel: booking.vehicleModel,
  driver_arrive_time: booking.driver_arrive_time,
  arrivalConfirmedAt: booking.arrivalConfirmedAt,
  trip_start_time: booking.trip_start_time,
  startTime: booking.startTime,
  trip_end_time: booking.trip_end_time,
  endTime: booking.endTime,
  reachedAt: booking.reachedAt,
  total_trip_time: booking.total_trip_time,
  acceptedAt: booking.acceptedAt,
  paidAt: booking.paidAt,
  reason: booking.reason,
  cancelledBy: booking.cancelledBy,
  cancelledAt: booking.cancelledAt,
  rating: booking.rating,
  pickup_image: booking.pickup_image,
  deliver_image: booking.deliver_image,
  handover: booking.handover,
  undelivered: booking.undelivered === null ? null : withoutFee(booking.undelivered),
  deliveryPerson: booking.deliveryPerson,
  pickUpInstructions: booking.pickUpInstructions,
  deliveryInstructions: booking.deliveryInstructions,
  parcelTypeSelected: booking.parcelTypeSelected,
  optionSelected: booking.optionSelected,
  search: searchState(booking, now),
  currency: booking.currency,
  ...(viewer.role === 'rider' || viewer.role === 'admin' ? { feedback: booking.feedback } : {}),
  // Drivers and fleets do not see the rest of a chain of bookings [design/moves-82].
  ...(viewer.role === 'rider' || viewer.role === 'admin'
    ? { predecessor: booking.predecessor, successor: booking.successor }
    : {}),
})

/** Without the fee: it is a separate field, which courier and fleet do not get. */
const withoutFee = ({ at, reason, note, image, drop }: Undelivered) => ({ at, reason, note, image, drop })

/**
 * Only the customer sees the trip code, and only from ACCEPTED until the trip starts [booking-7]; and the receiver's
 * code until the parcel is handed over [design/delivery-27].
 */
const codeOf = (booking: Booking, viewer: Viewer, context: ViewContext) => {
  if (viewer.role === 'admin')
    return {
      otp: booking.otp === null ? null : maskedCode,
      ...(tripCodeStatuses.includes(booking.status) ? tripCodeState(booking, context) : {}),
      ...deliveryCodeState(booking, context),
    }
  if (viewer.role !== 'rider' || viewer.id !== booking.customer) return {}
  const deliveryCode = shownDeliveryCode(booking)
  return tripCodeStatuses.includes(booking.status)
    ? { otp: booking.otp, ...tripCodeState(booking, context), deliveryCode }
    : { deliveryCode, ...deliveryCodeState(booking, context) }
}

const tripCodeState = (booking: Booking, { renewals, tries }: ViewContext) => ({
  codeLocked: booking.otp !== null && booking.codeTries >= tries,
  codeRenewalsLeft: Math.max(0, renewals - booking.codeRenewals),
})

/** While the code can be renewed [design/delivery-40]. */
const deliveryCodeState = (booking: Booking, { renewals, tries }: ViewContext) =>
  booking.status !== 'STARTED' || shownDeliveryCode(booking) === null
    ? {}
    : {
        deliveryCodeLocked: booking.deliveryCodeTries >= tries,
        deliveryCodeRenewalsLeft: Math.max(0, renewals - booking.deliveryCodeRenewals),
      }

/** Riders never see fee and share, nor rate lines: total − lines would show the fee [design/access-6]. */
const moneyOf = (booking: Booking, viewer: Viewer, { appcat, uncollected, refund }: ViewContext) => {
  const { exponent } = booking.tariff
  const major = (minor: Minor) => toMajor(minor, exponent)
  const packet = paymentPacket(booking, appcat)
  const lines = viewer.role === 'admin'
  const parts = { lines, share: viewer.role !== 'rider' }
  const { quoted, final, charged, computed } = booking.fare
  // [design/money-111]
  const missing = viewer.role === 'driver' && uncollected?.guaranteed === true ? undefined : uncollected
  return {
    estimate: major(booking.estimate),
    trip_cost: major(booking.trip_cost),
    discount_amount: packet.discount,
    customer_paid: packet.customer_paid,
    feeOwed: major(missing?.owed ?? 0),
    writtenOff: major(booking.writtenOff + (missing?.writtenOff ?? 0)),
    payableAmount: packet.payableAmount,
    cashPaymentAmount: packet.cashPaymentAmount,
    cardPaymentAmount: packet.cardPaymentAmount,
    usedWalletMoney: packet.usedWalletMoney,
    promo_applied: packet.promo_applied,
    promo_details: packet.promo_details,
    paymentPacket: packet,
    gateway: booking.gateway,
    fare: {
      quoted: viewFare(quoted, exponent, parts),
      final: final === null ? null : viewFare(final, exponent, parts),
      charged,
      ...(lines && computed !== undefined ? { computed: viewFare(computed, exponent, parts) } : {}),
    },
    ...(viewer.role === 'rider'
      ? {}
      : { convenience_fees: major(booking.convenience_fees), driver_share: major(booking.driver_share) }),
    ...(viewer.role === 'rider' || viewer.role === 'admin'
      ? { refund: refund ?? null, returnFee: booking.undelivered === null ? null : major(booking.undelivered.fee) }
      : {}),
    // [design/money-70]
    ...(viewer.role === 'fleetadmin' ? {} : { debtDue: major(booking.debtDue), debtPaid: major(booking.debtPaid) }),
    ...(viewer.role === 'admin' ? { fareFlags: [...booking.fareFlags], cash_taken_by: booking.cash_taken_by } : {}),
  }
}

const dispatchOf = (booking: Booking, viewer: Viewer, { asked }: ViewContext) => {
  if (viewer.role === 'rider') return {}
  const visible = asked.filter(({ id }) => viewer.role !== 'driver' || id === viewer.id)
  const requestedDrivers = Object.fromEntries(visible.map(({ id }) => [id, true as const]))
  if (viewer.role === 'driver') return { requestedDrivers }
  const { fleetadmin } = booking
  return viewer.role === 'admin'
    ? { requestedDrivers, requestedNames: asked.map(({ name }) => name), fleetadmin }
    : { requestedDrivers, fleetadmin }
}
