import type { Minor } from '../../kit/money.ts'
import type { Booking } from '../booking.ts'
import { noShowFee, noShowFrom, riderCancellationFee } from '../cancellation-fee.ts'
import type { Actor, Outcome, Refusal } from '../move.ts'
import { incompleteBooking } from '../system-reason.ts'
import { endUnpaid } from './end-unpaid.ts'
import { guard, refuse } from './guard.ts'
import { majorAmount, notifyCustomer, notifyDriver } from './notify.ts'

export interface CancelFacts {
  /** null only for PAYMENT_PENDING, which has a fixed one */
  readonly reason: { readonly id: string; readonly label: string } | null
  /** the driver reports that the rider did not come; allowed from `noShowMinutes` after the arrival */
  readonly noShow: boolean
  readonly noShowMinutes: number
  /** the fee that the rider was shown, minor units; a higher one is refused until it was shown too */
  readonly agreedFee?: Minor | null
}

/**
 * → CANCELLED, with a reason [design/moves-34]: by rider or admin from PAYMENT_PENDING, NEW and ACCEPTED, by the driver
 * from ACCEPTED and ARRIVED. Only a rider's cancel after acceptance and a no-show cost a fee [design/money-17].
 */
export const cancel = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'cancel') ?? (facts.noShow ? guardNoShow(booking, actor, facts, now) : null)
  if (refusal !== null) return refusal
  const incomplete = booking.status === 'PAYMENT_PENDING'
  if (facts.reason === null && !incomplete)
    return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const fee = feeFor(booking, actor, facts, now)
  if (facts.agreedFee !== undefined && facts.agreedFee !== null && fee > facts.agreedFee)
    return refuse(409, 'cancellation_fee_changed', { extra: { fee: majorAmount(booking, fee) } })
  const reason = incomplete ? { id: null, label: incompleteBooking } : facts.reason
  const label = reason?.label ?? incompleteBooking
  const end = endUnpaid(booking, fee, now)
  return {
    ...end,
    move: 'cancel',
    from: booking.status,
    patch: {
      ...end.patch,
      reason: label,
      reasonId: reason?.id ?? null,
      cancelledBy: actor.kind === 'rider' || actor.kind === 'driver' ? actor.kind : 'admin',
    },
    notices: noticesOf(booking, actor, label, fee),
    data: { reason: label, fee, ...(facts.noShow ? { noShow: true } : {}) },
  }
}

/** Only the driver at the pickup reports a no-show, and only after the waiting time [design/moves-35]. */
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

/** Notifies the side that did not cancel (both when an admin did), with the fee if there is one. */
const noticesOf = (booking: Booking, actor: Actor, reason: string, fee: Minor) => {
  const amount = { fee: majorAmount(booking, fee) }
  if (actor.kind === 'rider')
    return fee > 0
      ? notifyDriver(booking, 'notice_cancelled_driver_fee', { reason, ...amount })
      : notifyDriver(booking, 'notice_cancelled_driver', { reason })
  if (actor.kind === 'driver')
    return fee > 0
      ? [notifyCustomer(booking, 'notice_no_show', amount)]
      : [notifyCustomer(booking, 'notice_cancelled_rider', { reason })]
  return [
    notifyCustomer(booking, 'notice_cancelled_office', { reason }),
    ...notifyDriver(booking, 'notice_cancelled_office', { reason }),
  ]
}
