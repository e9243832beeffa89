import type { Minor } from '../../kit/money.ts'
import type { Booking } from '../booking.ts'
import { noShowFee, noShowFrom, riderCancellationFee } from '../cancellation-fee.ts'
import type { Actor, Outcome, Refusal } from '../move.ts'
import { giveBack } from './give-back.ts'
import { guard, refuse } from './guard.ts'
import { closed, over } from './over.ts'
import { shown, tellCustomer, tellDriver } from './tell.ts'

export interface CancelFacts {
  /** null only for PAYMENT_PENDING, which has a fixed one */
  readonly reason: { readonly id: string; readonly label: string } | null
  /** the driver says that the rider did not come; counts from `noShowMinutes` after the arrival */
  readonly noShow: boolean
  readonly noShowMinutes: number
  /** the fee that the rider was shown, minor units; a higher one is not charged before it was shown too */
  readonly agreedFee?: Minor | null
}

/** spec 1 §4: PAYMENT_PENDING is cancelled with a fixed reason. */
export const incompleteBooking = 'Incomplete booking'

/**
 * spec 1 §4 CANCELLED: by rider or admin from PAYMENT_PENDING, NEW, ACCEPTED, by the driver from ACCEPTED, ARRIVED. Only
 * a rider's cancel after acceptance and a driver's no-show cost a fee. Never back to NEW.
 */
export const cancel = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'cancel') ?? (facts.noShow ? guardNoShow(booking, actor, facts, now) : null)
  if (refusal !== null) return refusal
  const incomplete = booking.status === 'PAYMENT_PENDING'
  if (facts.reason === null && !incomplete)
    return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const fee = feeFor(booking, actor, facts, now)
  if (facts.agreedFee !== undefined && facts.agreedFee !== null && fee > facts.agreedFee)
    return refuse(409, 'cancellation_fee_changed', { extra: { fee: shown(booking, fee) } })
  const reason = incomplete ? { id: null, label: incompleteBooking } : facts.reason
  const label = reason?.label ?? incompleteBooking
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
      reasonId: reason?.id ?? null,
      cancelledBy: actor.kind === 'rider' || actor.kind === 'driver' ? actor.kind : 'admin',
    },
    notices: noticesOf(booking, actor, label, fee),
    data: { reason: label, fee, ...(facts.noShow ? { noShow: true } : {}) },
  }
}

/** Only the driver at the pickup can say it, and only after the time that the rider is given. */
const guardNoShow = (booking: Booking, actor: Actor, { noShowMinutes }: CancelFacts, now: number): Refusal | null => {
  if (actor.kind !== 'driver') return refuse(403, 'forbidden')
  const from = noShowFrom(booking, noShowMinutes)
  if (from !== null && now >= from) return null
  return refuse(422, 'no_show_too_early', from === null ? {} : { extra: { from } })
}

const feeFor = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): Minor => {
  if (actor.kind === 'rider') return riderCancellationFee(booking, now)
  return actor.kind === 'driver' && facts.noShow ? noShowFee(booking, facts.noShowMinutes, now) : 0
}

/** Each side hears of what it did not do itself, and of money that moved. */
const noticesOf = (booking: Booking, actor: Actor, reason: string, fee: Minor) => {
  const amount = { fee: shown(booking, fee) }
  if (actor.kind === 'rider')
    return fee > 0
      ? tellDriver(booking, 'notice_cancelled_driver_fee', { reason, ...amount })
      : tellDriver(booking, 'notice_cancelled_driver', { reason })
  if (actor.kind === 'driver')
    return fee > 0
      ? [tellCustomer(booking, 'notice_no_show', amount)]
      : [tellCustomer(booking, 'notice_cancelled_rider', { reason })]
  return [
    tellCustomer(booking, 'notice_cancelled_office', { reason }),
    ...tellDriver(booking, 'notice_cancelled_office', { reason }),
  ]
}
