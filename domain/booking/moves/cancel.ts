import type { Minor } from '../../kit/money.ts'
import type { NoticeDraft } from '../../notices/notice.ts'
import { uncollected } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import { isConfirmedArrival } from '../booking-status.ts'
import { noShowFee, noShowFrom, riderCancellation } from '../cancellation-fee.ts'
import type { Actor, Outcome, Refusal } from '../move.ts'
import { incompleteBooking, noShowReason } from '../system-reason.ts'
import { confirmsArrival, hasLeftPickup, type Presence } from '../../tracking/pickup-presence.ts'
import { endUnpaid, type FeeCollection } from './end-unpaid.ts'
import { guard, movedOn, refuse } from './guard.ts'
import { majorAmount, notifyCustomer, notifyDriver } from './notify.ts'
import { isSucceeded, succeed, type SuccessorFacts } from './succeed.ts'

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
  /** absent: the rider's wallet is empty */
  readonly collection?: FeeCollection
  /** what a successor of the booking needs; absent: none is made */
  readonly successor?: SuccessorFacts
}

/**
 * → CANCELLED, with a reason [design/moves-34]: by the rider from PAYMENT_PENDING, NEW, ACCEPTED, and from ARRIVED
 * unless the driver waits there, by an admin from the first three, by the driver from ACCEPTED and ARRIVED. Only a
 * rider's cancel after acceptance and a no-show cost a fee [design/money-17].
 */
export const cancel = (booking: Booking, actor: Actor, facts: CancelFacts, now: number): Outcome => {
  const refusal =
    guardCancel(booking, actor, facts, now) ?? (facts.noShow ? guardNoShow(booking, actor, facts, now) : null)
  if (refusal !== null) return refusal
  const reason = fixedReason(booking, facts) ?? facts.reason
  if (reason === null) return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const fee = feeFor(booking, actor, facts, now)
  if (facts.agreedFee !== undefined && facts.agreedFee !== null && fee > facts.agreedFee)
    return refuse(409, 'cancellation_fee_changed', { extra: { fee: majorAmount(booking, fee) } })
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
      reason: reason.label,
      reasonId: reason.id,
      cancelledBy: actor.kind === 'rider' || actor.kind === 'driver' ? actor.kind : 'admin',
      ...(successor === null ? {} : { successor: successor.booking.id }),
    },
    // The customer of a succeeded booking is notified by its successor.
    notices:
      successor === null
        ? noticesOf(booking, actor, facts, { reason: reason.label, fee, ...uncollected(end.postings) })
        : actor.kind === 'driver'
          ? notifyDriver(booking, 'notice_you_cancelled_trip')
          : notifyDriver(booking, 'notice_cancelled_office', { reason: reason.label }),
    data: {
      reason: reason.label,
      fee,
      ...(facts.noShow ? { noShow: true } : {}),
      ...(successor === null ? {} : { successor: successor.booking.id }),
    },
    ...(successor === null ? {} : { successor }),
  }
}

const successorOf = (booking: Booking, actor: Actor, { successor: facts, noShow }: CancelFacts, now: number) =>
  facts !== undefined && isSucceeded(booking, actor, noShow, facts.settings) ? succeed(booking, facts, now) : null

/** From the confirmed arrival on the rider may not cancel while the driver waits [design/moves-72]. */
const guardCancel = (booking: Booking, actor: Actor, { presence }: CancelFacts, now: number): Refusal | null => {
  const waits = isConfirmedArrival(booking) && !hasLeftPickup(booking, presence, now)
  return guard(booking, actor, 'cancel') ?? (actor.kind === 'rider' && waits ? movedOn() : null)
}

const fixedReason = (booking: Booking, { noShow }: CancelFacts) => {
  if (booking.status === 'PAYMENT_PENDING') return { id: null, label: incompleteBooking }
  return noShow ? { id: null, label: noShowReason } : null
}

/** Only a driver waiting at the pickup reports a no-show, and only after the waiting time [design/moves-35]. */
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

/** Amounts in minor units. */
interface Charged {
  readonly reason: string
  readonly fee: Minor
  /** the part of the fee that the rider has not paid */
  readonly owed: Minor
  /** the part that the driver gets when the rider has paid it */
  readonly pending: Minor
}

const ofRidersCancel = (booking: Booking, { reason, fee, pending }: Charged): NoticeDraft[] => {
  const amount = { fee: majorAmount(booking, fee) }
  const driver = { reason, ...amount }
  return [
    fee > 0
      ? notifyCustomer(booking, 'notice_you_cancelled_fee', amount)
      : notifyCustomer(booking, 'notice_you_cancelled'),
    ...(fee === 0
      ? notifyDriver(booking, 'notice_cancelled_driver', { reason })
      : pending === 0
        ? notifyDriver(booking, 'notice_cancelled_driver_fee', driver)
        : notifyDriver(booking, 'notice_cancelled_driver_fee_pending', {
            ...driver,
            pending: majorAmount(booking, pending),
          })),
  ]
}

const ofNoShow = (booking: Booking, { fee, owed, pending }: Charged): NoticeDraft[] => {
  const amount = { fee: majorAmount(booking, fee) }
  if (fee === 0)
    return [notifyCustomer(booking, 'notice_no_show_free'), ...notifyDriver(booking, 'notice_no_show_driver_free')]
  return [
    owed === 0
      ? notifyCustomer(booking, 'notice_no_show', amount)
      : notifyCustomer(booking, 'notice_no_show_owed', { ...amount, owed: majorAmount(booking, owed) }),
    ...(pending === 0
      ? notifyDriver(booking, 'notice_no_show_driver', amount)
      : notifyDriver(booking, 'notice_no_show_driver_pending', { ...amount, pending: majorAmount(booking, pending) })),
  ]
}

/** Notifies both sides, with the fee and with what is not paid of it [notices-4] [design/money-92]. */
const noticesOf = (booking: Booking, actor: Actor, { noShow }: CancelFacts, charged: Charged): NoticeDraft[] => {
  const { reason } = charged
  if (actor.kind === 'rider') return ofRidersCancel(booking, charged)
  if (actor.kind !== 'driver')
    return [
      notifyCustomer(booking, 'notice_cancelled_office', { reason }),
      ...notifyDriver(booking, 'notice_cancelled_office', { reason }),
    ]
  if (noShow) return ofNoShow(booking, charged)
  return [
    notifyCustomer(booking, 'notice_cancelled_rider', { reason }),
    ...notifyDriver(booking, 'notice_you_cancelled_trip'),
  ]
}
