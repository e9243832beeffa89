import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn } from './guard.ts'

/** When an unrated PAID booking becomes COMPLETE, ms; null while it is not paid. */
export const completesAt = (booking: Pick<Booking, 'paidAt'>, afterHours: number): number | null =>
  booking.paidAt === null ? null : booking.paidAt + afterHours * 3_600_000

/** PAID → COMPLETE after `afterHours` without a rating [design/moves-33]. */
export const complete = (
  booking: Booking,
  actor: Actor,
  { afterHours }: { readonly afterHours: number },
  now: number,
): Outcome => {
  const refusal = guard(booking, actor, 'complete')
  if (refusal !== null) return refusal
  const due = completesAt(booking, afterHours)
  if (due === null || now < due) return movedOn()
  return { move: 'complete', from: booking.status, to: 'COMPLETE', patch: { completedAt: now } }
}
