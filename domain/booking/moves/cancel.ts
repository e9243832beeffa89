import { noShowReason } from '../../backoffice/cancel-reason.ts'
import type { Minor } from '../../kit/money.ts'
import type { NoticeDraft } from '../../notices/notice.ts'
import type { Booking } from '../booking.ts'
import { isConfirmedArrival } from '../booking-status.ts'
import { noShowFee, noShowFrom, riderCancellation } from '../cancellation-fee.ts'
import type { Actor, Outcome, Refusal } from '../move.ts'
import { confirmsArrival, type Presence } from '../../tracking/pickup-presence.ts'
import { endUnpaid } from './end-unpaid.ts'
import { guard, movedOn, refuse } from './guard.ts'
import { majorAmount, notifyCustomer, notifyDriver } from './notify.ts'

export interface CancelFacts {
  /**
   * One of the operator's reasons, or a text in the caller's words (`id` null) where there are none for this role. null
   * only where the reason is fixed: PAYMENT_PENDING and a no-show.
   */
  readonly reason: { readonly id: string | null; readonly label: string } | null
  /** the driver reports that the rider did not come; allowed from `noShowMinutes` after the confirmed arrival */
  readonly noShow: boolean
  readonly noShowMinutes: number
  /** what is known of the driver's way to the pickup */
  readonly presence: Presence
  /** the fee that the rider was shown, minor units; a higher one is refused until it was shown too */
  readonly agreedFee?: Minor | null
}

/** The fixed reason for a cancel of PAYMENT_PENDING [booking-44]. */
export const incompleteBooking = 'Incomplete booking'

/**
 * → CANCELLED, with a reason [design/moves-34]: by the rider from PAYMENT_PENDING, NEW, ACCEPTED and an unconfirmed
 * ARRIVED, by an admin from the first three, by the driver from ACCEPTED and ARRIVED. Only a rider's cancel after
 * acceptance and a no-show cost a fee [design/money-17].
 */
export const cancel = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): Outcome => {
  const refusal = guardCancel(booking, actor) ?? (facts.noShow ? guardNoShow(booking, actor, facts, now) : null)
  if (refusal !== null) return refusal
  const reason = fixedReason(booking, facts) ?? facts.reason
  if (reason === null) return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const fee = feeFor(booking, actor, facts, now)
  if (facts.agreedFee !== undefined && facts.agreedFee !== null && fee > facts.agreedFee)
    return refuse(409, 'cancellation_fee_changed', { extra: { fee: majorAmount(booking, fee) } })
  const end = endUnpaid(booking, fee, now)
  return {
    ...end,
    move: 'cancel',
    from: booking.status,
    patch: {
      ...end.patch,
      reason: reason.label,
      reasonId: reason.id,
      cancelledBy: actor.kind === 'rider' || actor.kind === 'driver' ? actor.kind : 'admin',
    },
    notices: noticesOf(booking, actor, reason.label, fee, facts.noShow),
    data: { reason: reason.label, fee, ...(facts.noShow ? { noShow: true } : {}) },
  }
}

/** From the confirmed arrival on the rider may not cancel any more [design/moves-72]. */
const guardCancel = (booking: Booking, actor: Actor): Refusal | null =>
  guard(booking, actor, 'cancel') ?? (actor.kind === 'rider' && isConfirmedArrival(booking) ? movedOn() : null)

const fixedReason = (booking: Booking, { noShow }: CancelFacts) => {
  if (booking.status === 'PAYMENT_PENDING') return { id: null, label: incompleteBooking }
  return noShow ? { id: null, label: noShowReason } : null
}

/** Only a driver who waits at the pickup reports a no-show, and only after the waiting time [design/moves-35]. */
const guardNoShow = (
  booking: Booking,
  actor: Actor,
  { noShowMinutes, presence }: CancelFacts,
  now: number,
): Refusal | null => {
  if (actor.kind !== 'driver') return refuse(403, 'forbidden')
  if (booking.status !== 'ARRIVED') return refuse(422, 'no_show_too_early')
  const from = noShowFrom(booking, presence, noShowMinutes)
  if (from === null) return refuse(422, 'no_show_unconfirmed')
  if (!confirmsArrival(booking.pickup, presence.last, now)) return refuse(422, 'no_show_not_there')
  return now >= from ? null : refuse(422, 'no_show_too_early', { extra: { from } })
}

const feeFor = (
  booking: Booking,
  actor: Actor,
  { presence, noShow, noShowMinutes }: CancelFacts,
  now: number,
): Minor => {
  if (actor.kind === 'rider') return riderCancellation(booking, presence, now).fee
  return actor.kind === 'driver' && noShow ? noShowFee(booking, presence, noShowMinutes, now) : 0
}

/** Notifies both sides, with the fee if there is one [notices-4]. */
const noticesOf = (booking: Booking, actor: Actor, reason: string, fee: Minor, noShow: boolean): NoticeDraft[] => {
  const amount = { fee: majorAmount(booking, fee) }
  const charged = fee > 0
  if (actor.kind === 'rider')
    return [
      notifyCustomer(booking, charged ? 'notice_you_cancelled_fee' : 'notice_you_cancelled', charged ? amount : {}),
      ...notifyDriver(
        booking,
        charged ? 'notice_cancelled_driver_fee' : 'notice_cancelled_driver',
        charged ? { reason, ...amount } : { reason },
      ),
    ]
  if (actor.kind !== 'driver')
    return [
      notifyCustomer(booking, 'notice_cancelled_office', { reason }),
      ...notifyDriver(booking, 'notice_cancelled_office', { reason }),
    ]
  if (!noShow)
    return [
      notifyCustomer(booking, 'notice_cancelled_rider', { reason }),
      ...notifyDriver(booking, 'notice_you_cancelled_trip'),
    ]
  return [
    notifyCustomer(booking, charged ? 'notice_no_show' : 'notice_no_show_free', charged ? amount : {}),
    ...notifyDriver(booking, charged ? 'notice_no_show_driver' : 'notice_no_show_driver_free', charged ? amount : {}),
  ]
}
