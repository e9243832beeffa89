import type { BookingView } from '@remis/domain/booking/booking-api'
import { isAborted } from '@remis/domain/booking/booking-status'
import { feeOf } from '@remis/domain/booking/payment-packet'
import { busyStatuses, endedStatuses, type Status } from '@remis/domain/booking/statuses'
import { staleSeconds } from '@remis/domain/dashboard/attention'

/** The five steps a rider sees; a cancelled ride has none. */
export const tripSteps = ['booked', 'on-the-way', 'at-pickup', 'on-trip', 'arrived'] as const

const stepOf: Record<Status, number | null> = {
  PAYMENT_PENDING: 0,
  NEW: 0,
  ACCEPTED: 1,
  ARRIVED: 2,
  STARTED: 3,
  REACHED: 4,
  PENDING: 4,
  PAID: 4,
  COMPLETE: 4,
  CANCELLED: null,
}

/** Index of the step the trip is at. */
export const tripStep = (status: Status): number | null => stepOf[status]

const over: ReadonlySet<Status> = new Set<Status>(['REACHED', ...endedStatuses])

/** The trip has ended and the fare is final. */
export const isArrived = (status: Status): boolean => over.has(status)

/** Whether this person drives the trip now. The driver's screen then has its chat [design/chat-8]. */
export const isDrivenBy = ({ driver, status }: Pick<BookingView, 'driver' | 'status'>, person: string): boolean =>
  driver === person && busyStatuses.includes(status)

/** Age of a position: shown from 15 s, `lost` (grey marker) from `staleSeconds`. */
export const positionAge = (at: number, now: number): { seconds: number; look: 'live' | 'aged' | 'lost' } => {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  return { seconds, look: seconds > staleSeconds ? 'lost' : seconds > 15 ? 'aged' : 'live' }
}

export interface Sentence {
  readonly key:
    | 'trip_say_waiting_payment'
    | 'trip_say_scheduled'
    | 'trip_say_office'
    | 'trip_say_searching'
    | 'trip_say_no_driver'
    | 'trip_say_coming'
    | 'trip_say_coming_in'
    | 'trip_say_nearly_there'
    | 'trip_say_at_pickup'
    | 'trip_say_at_pickup_unconfirmed'
    | 'trip_say_driving'
    | 'trip_say_driving_in'
    | 'trip_say_reached'
    | 'trip_say_owed'
    | 'trip_say_paid'
    | ReturnKey
    | 'trip_say_aborted'
    | 'trip_say_aborted_owed'
    | 'trip_say_cancelled'
  /** `time` is in seconds; the caller formats it */
  readonly seconds?: number
}

type ReturnKey = 'trip_say_returning' | 'trip_say_returned' | 'trip_say_returned_owed'

/** The state of a parcel that comes back to its sender; undefined for other trips [design/delivery-30]. */
const returnKey = ({ status, undelivered }: Pick<BookingView, 'status' | 'undelivered'>): ReturnKey | undefined => {
  if (undelivered === null || status === 'CANCELLED') return undefined
  if (status === 'STARTED') return 'trip_say_returning'
  return status === 'REACHED' || status === 'PENDING' ? 'trip_say_returned_owed' : 'trip_say_returned'
}

/** What the rider reads when no driver was found: whether a cancel returns money to the wallet [design/dispatch-79]. */
export const noDriverLead = ({ usedWalletMoney = 0 }: Pick<BookingView, 'usedWalletMoney'>) =>
  usedWalletMoney > 0 ? 'trip_no_driver_lead_wallet' : 'trip_no_driver_lead'

type StateOfTrip = Pick<
  BookingView,
  'status' | 'search' | 'bookLater' | 'released' | 'arrivalConfirmedAt' | 'undelivered' | 'fare'
>

/** Drivers are not asked yet [design/dispatch-13]. */
const isScheduled = ({ bookLater, released }: Pick<BookingView, 'bookLater' | 'released'>) => bookLater && !released

/** What the rider of a booking without a search reads below the sentence. */
export const waitLead = (trip: Pick<BookingView, 'bookLater' | 'released'>) =>
  isScheduled(trip) ? 'trip_wait_later' : 'trip_wait_office'

/**
 * The state of a trip as one sentence. `eta` in seconds to the next point, null if unknown. A driver who has left the
 * pickup again is no longer said to be there [design/moves-72].
 */
export const sentenceOf = (trip: StateOfTrip, eta: number | null, leftPickup = false): Sentence => {
  if (isAborted(trip)) return { key: trip.status === 'PENDING' ? 'trip_say_aborted_owed' : 'trip_say_aborted' }
  const back = returnKey(trip)
  if (back !== undefined) return { key: back }
  switch (trip.status) {
    case 'PAYMENT_PENDING':
      return { key: 'trip_say_waiting_payment' }
    case 'NEW':
      if (trip.search?.state === 'no-driver') return { key: 'trip_say_no_driver' }
      if (trip.search?.state !== 'waiting') return { key: 'trip_say_searching' }
      return { key: isScheduled(trip) ? 'trip_say_scheduled' : 'trip_say_office' }
    case 'ACCEPTED':
      if (eta === null) return { key: 'trip_say_coming' }
      return eta < 45 ? { key: 'trip_say_nearly_there' } : { key: 'trip_say_coming_in', seconds: eta }
    case 'ARRIVED':
      return {
        key: trip.arrivalConfirmedAt === null || leftPickup ? 'trip_say_at_pickup_unconfirmed' : 'trip_say_at_pickup',
      }
    case 'STARTED':
      return eta === null ? { key: 'trip_say_driving' } : { key: 'trip_say_driving_in', seconds: eta }
    case 'REACHED':
      return { key: 'trip_say_reached' }
    case 'PENDING':
      return { key: 'trip_say_owed' }
    case 'PAID':
    case 'COMPLETE':
      return { key: 'trip_say_paid' }
    case 'CANCELLED':
      return { key: 'trip_say_cancelled' }
  }
}

/** The sentence for driver and office. */
export const otherSentence = (trip: StateOfTrip) => {
  if (isAborted(trip)) return trip.status === 'PENDING' ? 'trip_other_aborted_owed' : 'trip_other_aborted'
  const back = returnKey(trip)
  if (back !== undefined) return back
  switch (trip.status) {
    case 'PAYMENT_PENDING':
      return 'trip_say_waiting_payment'
    case 'NEW':
      if (trip.search?.state === 'no-driver') return 'trip_other_no_driver'
      if (trip.search?.state !== 'waiting') return 'trip_other_searching'
      return isScheduled(trip) ? 'trip_say_scheduled' : 'trip_other_unassigned'
    case 'ACCEPTED':
      return 'trip_other_coming'
    case 'ARRIVED':
      return trip.arrivalConfirmedAt === null ? 'trip_other_at_pickup_unconfirmed' : 'trip_other_at_pickup'
    case 'STARTED':
      return 'trip_other_driving'
    case 'REACHED':
      return 'trip_other_reached'
    case 'PENDING':
      return 'trip_other_owed'
    case 'PAID':
    case 'COMPLETE':
      return 'trip_other_paid'
    case 'CANCELLED':
      return 'trip_other_cancelled'
  }
}

/**
 * The fee of a cancelled ride, what of it is owed, and what of its hold or card payment came back, major units. The
 * amounts before the cancel are the quoted ones. Nothing came back where the money moved to the successor
 * [design/moves-83].
 */
export const cancelledAmounts = (
  trip: Pick<
    BookingView,
    | 'customer_paid'
    | 'feeOwed'
    | 'writtenOff'
    | 'trip_cost'
    | 'discount_amount'
    | 'usedWalletMoney'
    | 'cardPaymentAmount'
    | 'payment_mode'
    | 'prepaid'
    | 'successor'
  >,
): { fee: number; owed: number; returned: { to: 'wallet' | 'card'; amount: number } | null } => {
  const charged = feeOf(trip)
  if (trip.successor) return { ...charged, returned: null }
  const before = (trip.trip_cost ?? 0) - (trip.discount_amount ?? 0)
  const returned = (to: 'wallet' | 'card', kept = 0) => (before > kept ? { to, amount: before - kept } : null)
  if (trip.payment_mode === 'wallet') return { ...charged, returned: returned('wallet', trip.usedWalletMoney) }
  return { ...charged, returned: trip.prepaid ? returned('card', trip.cardPaymentAmount) : null }
}

/**
 * Where the money of a cancelled ride went. A refund to the card is a request first, which may end in the wallet
 * [design/payments-109].
 */
export const returnedText = (to: 'wallet' | 'card', refund: BookingView['refund']) => {
  if (to === 'wallet') return 'trip_returned_wallet'
  return refund === undefined || refund === null || refund === 'open'
    ? 'trip_returned_card'
    : (`trip_returned_card_${refund}` as const)
}
