import type { Fault } from '../kit/check.ts'
import { latinDigits } from '../kit/digits.ts'
import type { LatLng } from '../kit/distance.ts'
import type { Role } from '../kit/endpoint.ts'

/** A ride booked for later starts at least this many minutes ahead [booking-25]. */
export const bookLaterLeadMinutes = 15

/** `landing` is the rider's form. `admin` is the office's form (/addbookings), where a rider is chosen [booking-45]. */
export type BookingScreen = 'landing' | 'admin'

export interface BookingQuery {
  readonly pickup: LatLng | null
  readonly drop: LatLng | null
  readonly carType: string | null
  /** the rider chosen on the office's screen */
  readonly rider?: string | null
  /** ms, for Book Later */
  readonly tripdate?: number | null
}

export interface BookingContext {
  readonly viewer: { readonly role: Role } | null
  readonly screen: BookingScreen
  readonly now: number
  /** a setting: a booking for later is at most this many days ahead; undefined: not known yet, the server checks */
  readonly bookLaterDays?: number | undefined
}

/**
 * What the form can check of Book Now: [booking-21], [booking-22], [booking-23], in this order; what is missing in the
 * order of the form's fields. The server says with the quote whether a driver is near [booking-27].
 */
export const checkBookNow = (query: BookingQuery, { viewer, screen }: BookingContext): Fault | null => {
  if (viewer === null) return { key: 'must_login' }
  const allowed = screen === 'landing' ? viewer.role === 'rider' : viewer.role === 'admin'
  if (!allowed) return { key: 'user_issue_contact_admin' }
  if (screen === 'admin' && !query.rider) return { key: 'select_proper', field: 'rider' }
  if (query.pickup === null) return { key: 'select_proper', field: 'pickup' }
  if (query.drop === null) return { key: 'select_proper', field: 'drop' }
  return query.carType ? null : { key: 'select_proper', field: 'carType' }
}

/** The checks of Book Later: those of Book Now, then a date far enough ahead. */
export const checkBookLater = (query: BookingQuery, context: BookingContext): Fault | null =>
  checkBookNow(query, context) ?? checkTripdate(query.tripdate, context.now, context.bookLaterDays)

/** The latest time of a booking for later, ms [design/moves-86]. */
export const latestTripdate = (now: number, bookLaterDays: number): number => now + bookLaterDays * 24 * 3_600_000

/**
 * The time of a booking for later, ms: chosen [booking-24], at least 15 minutes after `now` [booking-25], and at most
 * `bookLaterDays` after it [design/moves-86].
 */
export const checkTripdate = (
  tripdate: number | null | undefined,
  now: number,
  bookLaterDays: number = Number.POSITIVE_INFINITY,
): Fault | null => {
  if (tripdate === null || tripdate === undefined) return { key: 'select_proper', field: 'tripdate' }
  if (tripdate < now + bookLaterLeadMinutes * 60_000) return { key: 'past_booking_error', field: 'tripdate' }
  return tripdate > latestTripdate(now, bookLaterDays) ? { key: 'too_far_ahead', field: 'tripdate' } : null
}

/** Like `checkTripdate`, but accepts the time of a valid quote while it is in the future [design/moves-109]. */
export const checkQuotedTripdate = (
  tripdate: number | null | undefined,
  quoted: number | null,
  now: number,
  bookLaterDays: number,
): Fault | null =>
  quoted !== null && tripdate === quoted && tripdate > now ? null : checkTripdate(tripdate, now, bookLaterDays)

/**
 * Digits, spaces and dashes, 7 or more, and an optional extension at the end [delivery-8]. A leading plus and brackets
 * are accepted too: numbers are pasted with them. Digits of other scripts count; they are stored as Latin ones.
 */
const phonePattern = /^\+?[\d\s()-]{7,}(?:\s*(?:ext\.?|x|#)\s*\d{1,6})?$/i

/** The phone of the delivery person [delivery-8], and on the office's screen the name as well [delivery-9]. */
export const checkDelivery = (
  details: {
    readonly deliveryPerson?: string | null | undefined
    readonly deliveryPersonPhone?: string | null | undefined
  },
  screen: BookingScreen,
): Fault | null => {
  const phone = latinDigits(details.deliveryPersonPhone?.trim() ?? '')
  if (phone.length <= 6 || !phonePattern.test(phone) || !/\d/.test(phone))
    return { key: 'deliveryDetailMissing', field: 'deliveryPersonPhone' }
  return screen === 'admin' && !/\S/.test(details.deliveryPerson ?? '')
    ? { key: 'deliveryDetailMissing', field: 'deliveryPerson' }
    : null
}

/** Recent bookings and cancels of a rider, times in ms, newest first. */
export interface RiderPace {
  /** own bookings; those that an admin made or that succeed a cancelled one do not count */
  readonly made: readonly number[]
  /** the rider's own cancels, except of successors */
  readonly cancelled: readonly number[]
}

export interface PaceLimits {
  /** bookings within the window */
  readonly most: number
  readonly windowMs: number
  /** after the second cancel; doubles with each further one, up to `mostPauseMs` */
  readonly pauseMs: number
  readonly mostPauseMs: number
  /** older cancels do not count */
  readonly cancelsWithinMs: number
}

/**
 * From when on a rider may book, ms; in the past or 0: now [design/moves-85]. A limit of bookings in the window, and a
 * pause after cancels that grows: none after the first.
 */
export const mayBookFrom = ({ made, cancelled }: RiderPace, limits: PaceLimits, now: number): number => {
  const last = made[limits.most - 1]
  const afterBookings = last === undefined ? 0 : last + limits.windowMs
  const lately = cancelled.filter((at) => at > now - limits.cancelsWithinMs)
  const [latest] = lately
  if (latest === undefined || lately.length < 2) return afterBookings
  return Math.max(afterBookings, latest + Math.min(limits.mostPauseMs, limits.pauseMs * 2 ** (lately.length - 2)))
}
