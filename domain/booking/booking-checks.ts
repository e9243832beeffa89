import type { Fault } from '../kit/check.ts'
import type { LatLng } from '../kit/distance.ts'
import type { Role } from '../kit/endpoint.ts'

/** spec 1 §9 */
export const bookLaterLeadMinutes = 15

export interface BookingAsk {
  readonly pickup: LatLng | null
  readonly drop: LatLng | null
  readonly carType: string | null
  /** the rider chosen on the admin's screen */
  readonly rider?: string | null
  /** ms, for Book Later */
  readonly tripdate?: number | null
}

export interface BookingContext {
  readonly viewer: { readonly role: Role } | null
  /** `landing` is the rider's form; on `admin` (/addbookings) the user-type check does not apply and a rider is chosen */
  readonly screen: 'landing' | 'admin'
  readonly now: number
  /** the answer of `hasFreeDriver`; null: not asked (a screen before the quote) */
  readonly freeDriver: boolean | null
}

/** spec 1 §5 "Booking", in its order: must_login, user_issue_contact_admin, select_proper, then the driver near by. */
export const checkBookNow = (ask: BookingAsk, context: BookingContext): Fault | null =>
  checkAsk(ask, context) ?? (context.freeDriver === false ? { key: 'no_driver_found_alert_messege' } : null)

/** spec 1 §5: Book Later needs a date at least 15 minutes ahead; it skips the driver check. */
export const checkBookLater = (ask: BookingAsk, context: BookingContext): Fault | null => {
  return checkAsk(ask, context) ?? checkTripdate(ask.tripdate, context.now)
}

/** The time of a booking for later, ms: chosen, and at least 15 minutes after `now` (spec 1 §5, §9). */
export const checkTripdate = (tripdate: number | null | undefined, now: number): Fault | null => {
  if (tripdate === null || tripdate === undefined) return { key: 'select_proper', field: 'tripdate' }
  return tripdate < now + bookLaterLeadMinutes * 60_000 ? { key: 'past_booking_error', field: 'tripdate' } : null
}

const checkAsk = (ask: BookingAsk, { viewer, screen }: BookingContext): Fault | null => {
  if (viewer === null) return { key: 'must_login' }
  const allowed = screen === 'landing' ? viewer.role === 'rider' : viewer.role === 'admin'
  if (!allowed) return { key: 'user_issue_contact_admin' }
  if (ask.pickup === null) return { key: 'select_proper', field: 'pickup' }
  if (ask.drop === null) return { key: 'select_proper', field: 'drop' }
  if (!ask.carType) return { key: 'select_proper', field: 'carType' }
  return screen === 'admin' && !ask.rider ? { key: 'select_proper', field: 'rider' } : null
}
