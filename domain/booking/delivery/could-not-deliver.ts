import type { Minor } from '../../kit/money.ts'
import { chargeRider } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import { correctionParts, type CorrectionData } from '../final-fare/correct-fare.ts'
import { isFarFromDrop } from '../final-fare/final-fare.ts'
import { fareTrack, type TrackedPoint } from '../final-fare/trip-points.ts'
import { isDelivery, type UndeliveredReason } from './parcel.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn, refuse } from '../moves/guard.ts'
import { majorAmount, notifyCustomer, notifyOffice } from '../moves/notify.ts'

export interface CouldNotDeliverFacts {
  readonly reason: UndeliveredReason
  /** the courier's words; needed for the reason `other` */
  readonly note: string | null
  /** address of the uploaded picture */
  readonly photo: string | null
  /** the setting `AllowFinalDeliveryImageCapture` */
  readonly photoNeeded: boolean
  /** the setting `returnPercent`: of the quote */
  readonly returnPercent: number
  /** of the sender's wallet, read under its lock, minor units */
  readonly balance: Minor
  /** the setting `guaranteeCancelFee`: the courier's part is paid at once, also what the sender owes */
  readonly guaranteed: boolean
  /** the stored points of the booking */
  readonly points: readonly TrackedPoint[]
  /** ids of the admins, who are notified */
  readonly admins: readonly string[]
}

/**
 * Whether a point that counts for the trip is at the drop, within the distance at which a trip may end there
 * [design/delivery-35].
 */
export const cameToDrop = (
  { startTime, drop }: Pick<Booking, 'startTime' | 'drop'>,
  points: readonly TrackedPoint[],
): boolean => fareTrack(points, { startTime, endTime: null }).some((point) => !isFarFromDrop(point, drop))

/**
 * The return fee of the sender, minor units: a percentage of the quote's G, rounded half up to the tariff's decimals.
 */
export const returnFee = ({ fare: { quoted }, tariff }: Pick<Booking, 'fare' | 'tariff'>, percent: number): Minor => {
  const step = 10 ** (tariff.exponent - tariff.decimal)
  return Math.round((quoted.tripCost * percent) / 100 / step) * step
}

/**
 * The parcel could not be delivered and goes back: the pickup becomes the drop, once, and the sender owes the return
 * fee [design/delivery-30]. It is divided between courier and platform like the fare. The trip ends with `reach` at the
 * pickup. Without a position at the drop the return is free [design/delivery-35].
 */
export const couldNotDeliver = (booking: Booking, actor: Actor, facts: CouldNotDeliverFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'could-not-deliver')
  if (refusal !== null) return refusal
  if (!isDelivery(booking) || booking.undelivered !== null) return movedOn()
  const { reason, photo, balance, guaranteed } = facts
  const note = facts.note?.trim() || null
  if (reason === 'other' && note === null)
    return refuse(422, 'undelivered_note_needed', { fields: { note: 'missing' } })
  if (facts.photoNeeded && photo === null) return refuse(422, 'return_photo_needed', { fields: { photo: 'missing' } })
  if (booking.driver === null) throw new RangeError(`booking ${booking.id} was started without a driver`)
  const atDrop = cameToDrop(booking, facts.points)
  const amount = atDrop ? returnFee(booking, facts.returnPercent) : 0
  const { share, fee } = correctionParts(booking, amount, true)
  const postings = chargeRider({
    kind: 'correction',
    bookingId: booking.id,
    rider: booking.customer,
    driver: booking.driver,
    toDriver: share,
    toRevenue: fee,
    fromPrepayments: 0,
    balance,
    guaranteed,
  })
  const data: CorrectionData = { amount, share, reason }
  return {
    move: 'could-not-deliver',
    from: booking.status,
    to: booking.status,
    patch: {
      drop: booking.pickup,
      undelivered: { at: now, reason, note, image: photo, drop: booking.drop, fee: amount },
    },
    ...(postings.length > 0 ? { postings } : {}),
    notices: [
      amount > 0
        ? notifyCustomer(booking, 'notice_could_not_deliver', { fee: majorAmount(booking, amount) })
        : notifyCustomer(booking, 'notice_could_not_deliver_free'),
      ...notifyOffice(booking, facts.admins, atDrop ? 'notice_parcel_returns' : 'notice_parcel_returns_free'),
    ],
    data: { ...data, atDrop },
  }
}
