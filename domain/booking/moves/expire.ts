import { expiredBooking } from '../system-reason.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { endUnpaid } from './end-unpaid.ts'
import { guard, movedOn } from './guard.ts'
import { notifyCustomer } from './notify.ts'

export interface ExpireFacts {
  readonly paymentPendingMinutes: number
  /** counted from the end of the search */
  readonly newMinutes: number
}

/**
 * When an unpaid or unaccepted booking expires, ms; null: never. NEW counts from the end of its search; without a
 * search from the wanted time or the last request for one, whichever is later [design/moves-38].
 */
export const expiresAt = (
  booking: Pick<Booking, 'status' | 'bookingDate' | 'searchStartedAt' | 'searchUntil' | 'tripdate'>,
  facts: ExpireFacts,
): number | null => {
  if (booking.status === 'PAYMENT_PENDING') return booking.bookingDate + facts.paymentPendingMinutes * 60_000
  if (booking.status !== 'NEW') return null
  const waitsFrom = Math.max(booking.tripdate, booking.searchStartedAt ?? 0)
  return (booking.searchUntil ?? waitsFrom) + facts.newMinutes * 60_000
}

/**
 * Whether the booking is due to expire. No search starts for such a booking, in whatever order the sweeps run
 * [design/dispatch-74].
 */
export const isExpired = (booking: Parameters<typeof expiresAt>[0], facts: ExpireFacts, now: number): boolean => {
  const due = expiresAt(booking, facts)
  return due !== null && due <= now
}

/** `assigned`: a driver an admin assigned may still accept. */
interface Facts extends ExpireFacts {
  readonly assigned?: boolean
}

/** Like cancel, without a fee. */
export const expire = (booking: Booking, actor: Actor, facts: Facts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'expire')
  if (refusal !== null) return refusal
  if (facts.assigned === true || !isExpired(booking, facts, now)) return movedOn()
  const end = endUnpaid(booking, 0, now)
  return {
    ...end,
    move: 'expire',
    from: booking.status,
    patch: { ...end.patch, reason: expiredBooking, cancelledBy: 'system' },
    notices: booking.status === 'NEW' ? [notifyCustomer(booking, 'notice_expired')] : [],
  }
}
