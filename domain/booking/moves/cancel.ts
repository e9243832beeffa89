import type { Minor } from '../../kit/money.ts'
import type { Posting } from '../../wallet/ledger-entry.ts'
import type { Booking } from '../booking.ts'
import { noShowFee, noShowFrom, riderCancellationFee } from '../cancellation-fee.ts'
import type { Actor, Outcome, Refusal } from '../move.ts'
import { endUnpaid, type FeeCollection } from './end-unpaid.ts'
import { guard, refuse } from './guard.ts'
import { majorAmount, notifyCustomer, notifyDriver } from './notify.ts'
import { isSucceeded, succeed, type SuccessorFacts } from './succeed.ts'

export interface CancelFacts {
  /** null only for PAYMENT_PENDING, which has a fixed one */
  readonly reason: { readonly id: string; readonly label: string } | null
  /** the driver reports that the rider did not come; allowed from `noShowMinutes` after the arrival */
  readonly noShow: boolean
  readonly noShowMinutes: number
  /** the fee that the rider was shown, minor units; a higher one is refused until it was shown too */
  readonly agreedFee?: Minor | null
  /** absent: the rider's wallet is empty */
  readonly collection?: FeeCollection
  /** what a successor of the booking needs; absent: none is made */
  readonly successor?: SuccessorFacts
}

/** The fixed reason for a cancel of PAYMENT_PENDING [booking-44]. */
export const incompleteBooking = 'Incomplete booking'

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
  const successor = successorOf(booking, actor, facts, now)
  // Money that moves to the successor is neither given back nor refunded here.
  const left = successor === null ? booking : { ...booking, usedWalletMoney: 0, cardPaymentAmount: 0 }
  const end = endUnpaid(left, fee, now, facts.collection)
  return {
    ...end,
    move: 'cancel',
    from: booking.status,
    patch: {
      ...end.patch,
      reason: label,
      reasonId: reason?.id ?? null,
      cancelledBy: actor.kind === 'rider' || actor.kind === 'driver' ? actor.kind : 'admin',
      ...(successor === null ? {} : { successor: successor.booking.id }),
    },
    // The customer of a succeeded booking is notified by its successor.
    notices: successor === null ? noticesOf(booking, actor, label, fee, pendingOf(end.postings)) : [],
    data: {
      reason: label,
      fee,
      ...(facts.noShow ? { noShow: true } : {}),
      ...(successor === null ? {} : { successor: successor.booking.id }),
    },
    ...(successor === null ? {} : { successor }),
  }
}

const successorOf = (booking: Booking, actor: Actor, { successor: facts, noShow }: CancelFacts, now: number) =>
  facts !== undefined && isSucceeded(booking, actor, noShow, facts.settings) ? succeed(booking, facts, now) : null

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

const pendingOf = (postings: readonly Posting[] = []): Minor =>
  postings
    .flatMap(({ entries }) => entries)
    .reduce((sum, { account, amount }) => sum + (account === 'pending-fees' ? amount : 0), 0)

/** Notifies the side that did not cancel (both when an admin did), with the fee if there is one. */
const noticesOf = (booking: Booking, actor: Actor, reason: string, fee: Minor, pending: Minor) => {
  const amount = { fee: majorAmount(booking, fee) }
  if (actor.kind === 'rider' && pending > 0)
    return notifyDriver(booking, 'notice_cancelled_driver_fee_pending', {
      reason,
      ...amount,
      pending: majorAmount(booking, pending),
    })
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
