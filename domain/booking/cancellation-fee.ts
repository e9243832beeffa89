import { minuteMs } from '../kit/durations.ts'
import { minorAmount } from '../fare/round-amount.ts'
import type { Tariff } from '../fare/tariff.ts'
import type { Minor } from '../kit/money.ts'
import type { Booking } from './booking.ts'
import { isConfirmedArrival } from './booking-status.ts'
import { cameNearer, comesNow, waitsSince, type Presence } from '../tracking/pickup-presence.ts'

type Slab = Tariff['cancelSlab'][number]

/** At most what the ride costs the rider, G − D of the quote [design/money-18]. */
const amountOf = ({ tariff, fare, discount_amount }: Booking, slab: Slab | null): Minor =>
  slab === null ? 0 : Math.min(minorAmount(slab.amount, tariff), fare.quoted.tripCost - discount_amount)

/** The fee of the highest slab with its minutes passed since `fromMs`. */
const slabFee = (booking: Booking, fromMs: number, now: number): Minor => {
  const minutes = (now - fromMs) / minuteMs
  const passed = booking.tariff.cancelSlab.filter(({ minsDelayed }) => minsDelayed <= minutes)
  return amountOf(
    booking,
    passed.reduce<Slab | null>((best, slab) => (best && best.minsDelayed > slab.minsDelayed ? best : slab), null),
  )
}

/** The fee by the minutes since the acceptance alone, minor units [design/money-18]. */
const feeByMinutes = (booking: Booking, now: number): Minor =>
  booking.acceptedAt === null ? 0 : slabFee(booking, booking.acceptedAt, now)

/** Why a rider's cancel is free although the minutes would cost a fee [design/moves-72], [design/moves-73]. */
export type FreeBecause = 'arrival-unconfirmed' | 'left-pickup' | 'not-nearer' | 'not-coming'

export interface CancellationFee {
  /** what the rider pays for cancelling now, minor units */
  readonly fee: Minor
  /** null: nothing lowers the fee */
  readonly free: { readonly because: FreeBecause; readonly otherwise: Minor } | null
}

/**
 * The fee of the rider's cancel now [design/money-18], and why it is free although the minutes would cost one: the
 * driver has not come nearer since the acceptance or is not coming, the arrival is not confirmed, or the driver has
 * left again. After a confirmed arrival the rider may cancel only in the last case. Screens show it first
 * [design/money-21].
 */
export const riderCancellation = (booking: Booking, presence: Presence, now: number): CancellationFee => {
  const fee = feeByMinutes(booking, now)
  if (booking.status === 'ARRIVED') {
    const because = isConfirmedArrival(booking) ? 'left-pickup' : 'arrival-unconfirmed'
    return { fee: 0, free: { because, otherwise: fee } }
  }
  if (booking.status !== 'ACCEPTED' || fee === 0) return { fee: 0, free: null }
  if (!cameNearer(booking, presence)) return { fee: 0, free: { because: 'not-nearer', otherwise: fee } }
  if (!comesNow(booking, presence, now)) return { fee: 0, free: { because: 'not-coming', otherwise: fee } }
  return { fee, free: null }
}

/** When the fee by minutes changes next (ms) and the fee from then on; null when it no longer changes. */
export const nextCancellationFee = (booking: Booking, now: number): { at: number; fee: Minor } | null => {
  const from = booking.acceptedAt
  if (booking.status !== 'ACCEPTED' || from === null) return null
  const fee = feeByMinutes(booking, now)
  return (
    booking.tariff.cancelSlab
      .map((slab) => ({ at: Math.ceil(from + slab.minsDelayed * minuteMs), fee: amountOf(booking, slab) }))
      .filter((step) => step.at > now && step.fee !== fee)
      .toSorted((a, b) => a.at - b.at)[0] ?? null
  )
}

/**
 * From when the driver may report a no-show, ms [design/moves-35]; null while the arrival is not confirmed. The wait
 * starts again when the driver leaves the pickup.
 */
export const noShowFrom = (booking: Booking, presence: Presence, waitMinutes: number): number | null => {
  const since = waitsSince(booking, presence)
  return since === null ? null : since + waitMinutes * minuteMs
}

/** The fee of a no-show, minor units: the same slabs, counted from the confirmed arrival [design/money-19]. */
export const noShowFee = (booking: Booking, presence: Presence, waitMinutes: number, now: number): Minor => {
  const since = waitsSince(booking, presence)
  return since !== null && now >= since + waitMinutes * minuteMs ? slabFee(booking, since, now) : 0
}
