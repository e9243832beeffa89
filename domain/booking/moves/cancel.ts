import type { Booking } from '../booking.ts'
import { noShowFee, riderCancellationFee } from '../cancellation-fee.ts'
import type { Actor, Outcome } from '../move.ts'
import { giveBack } from './give-back.ts'
import { guard, refuse } from './guard.ts'
import { closed, over } from './over.ts'
import { tellCustomer, tellDriver } from './tell.ts'

export interface CancelFacts {
  /** null only for PAYMENT_PENDING, which has a fixed one */
  readonly reason: { readonly id: string; readonly label: string } | null
  /** the driver says that the rider did not come; counts from `noShowMinutes` after the arrival */
  readonly noShow: boolean
  readonly noShowMinutes: number
}

/** spec 1 §4: PAYMENT_PENDING is cancelled with a fixed reason. */
export const incompleteBooking = 'Incomplete booking'

/**
 * spec 1 §4 CANCELLED: by rider or admin from PAYMENT_PENDING, NEW, ACCEPTED, by the driver from ACCEPTED, ARRIVED. Only
 * a rider's cancel after acceptance and a driver's no-show cost a fee. Never back to NEW.
 */
export const cancel = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'cancel')
  if (refusal !== null) return refusal
  if (facts.reason === null && booking.status !== 'PAYMENT_PENDING')
    return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const fee = feeFor(booking, actor, facts, now)
  const label = facts.reason?.label ?? incompleteBooking
  const money = giveBack(booking, fee)
  return {
    ...money,
    ...over(booking),
    move: 'cancel',
    from: booking.status,
    to: 'CANCELLED',
    patch: {
      ...money.patch,
      ...closed(now),
      reason: label,
      reasonId: facts.reason?.id ?? null,
      cancelledBy: actor.kind === 'rider' || actor.kind === 'driver' ? actor.kind : 'admin',
    },
    notices: noticesOf(booking, actor, label),
    data: { reason: label, fee },
  }
}

const feeFor = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): number => {
  if (actor.kind === 'rider') return riderCancellationFee(booking, now)
  return actor.kind === 'driver' && facts.noShow ? noShowFee(booking, facts.noShowMinutes, now) : 0
}

/** Each side hears of what it did not do itself. */
const noticesOf = (booking: Booking, actor: Actor, reason: string) => {
  if (actor.kind === 'rider') return tellDriver(booking, 'notice_cancelled_driver', { reason })
  if (actor.kind === 'driver') return [tellCustomer(booking, 'notice_cancelled_rider', { reason })]
  return [
    tellCustomer(booking, 'notice_cancelled_office', { reason }),
    ...tellDriver(booking, 'notice_cancelled_office', { reason }),
  ]
}
