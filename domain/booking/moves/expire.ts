import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { giveBack } from './give-back.ts'
import { guard, movedOn } from './guard.ts'
import { closed, over } from './over.ts'
import { tellCustomer } from './tell.ts'

export interface ExpireFacts {
  readonly paymentPendingMinutes: number
  /** after the end of its search */
  readonly newMinutes: number
}

/**
 * When a booking that nobody pays or takes ends by itself, ms; null: never. A NEW one counts from the end of its search,
 * without a search (waiting for an admin or its release) from the time it is wanted.
 */
export const expiresAt = (
  booking: Pick<Booking, 'status' | 'bookingDate' | 'searchUntil' | 'tripdate'>,
  facts: ExpireFacts,
): number | null => {
  if (booking.status === 'PAYMENT_PENDING') return booking.bookingDate + facts.paymentPendingMinutes * 60_000
  return booking.status === 'NEW' ? (booking.searchUntil ?? booking.tripdate) + facts.newMinutes * 60_000 : null
}

/** design §6 "expire": as cancel, no fee. */
export const expire = (booking: Booking, actor: Actor, facts: ExpireFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'expire')
  if (refusal !== null) return refusal
  const due = expiresAt(booking, facts)
  if (due === null || now < due) return movedOn()
  const money = giveBack(booking, 0)
  return {
    ...money,
    ...over(booking),
    move: 'expire',
    from: booking.status,
    to: 'CANCELLED',
    patch: { ...money.patch, ...closed(now), reason: 'expired', cancelledBy: 'system' },
    notices: booking.status === 'NEW' ? [tellCustomer(booking, 'notice_expired')] : [],
  }
}
