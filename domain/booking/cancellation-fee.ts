import { minorAmount } from '../fare/round-amount.ts'
import type { Tariff } from '../fare/tariff.ts'
import type { Minor } from '../kit/money.ts'
import type { Booking } from './booking.ts'

type Slab = Tariff['cancelSlab'][number]

const minuteMs = 60_000

/** At most what the ride costs the rider, G − D of the quote [design/money-18]. */
const amountOf = ({ tariff, fare, discount_amount }: Booking, slab: Slab | null): Minor =>
  slab === null ? 0 : Math.min(minorAmount(slab.amount, tariff), fare.quoted.tripCost - discount_amount)

/** The fee of the highest slab whose minutes have passed since `fromMs`. */
const slabFee = (booking: Booking, fromMs: number, now: number): Minor => {
  const minutes = (now - fromMs) / minuteMs
  const passed = booking.tariff.cancelSlab.filter(({ minsDelayed }) => minsDelayed <= minutes)
  return amountOf(
    booking,
    passed.reduce<Slab | null>((best, slab) => (best && best.minsDelayed > slab.minsDelayed ? best : slab), null),
  )
}

/** What the rider pays for cancelling now, minor units [design/money-18]. Screens show it first [design/money-21]. */
export const riderCancellationFee = (booking: Booking, now: number): Minor =>
  booking.status === 'ACCEPTED' && booking.acceptedAt !== null ? slabFee(booking, booking.acceptedAt, now) : 0

/** When the rider's fee changes next (ms) and the fee from then on; null when it no longer changes. */
export const nextCancellationFee = (booking: Booking, now: number): { at: number; fee: Minor } | null => {
  const from = booking.acceptedAt
  if (booking.status !== 'ACCEPTED' || from === null) return null
  const fee = riderCancellationFee(booking, now)
  return (
    booking.tariff.cancelSlab
      .map((slab) => ({ at: Math.ceil(from + slab.minsDelayed * minuteMs), fee: amountOf(booking, slab) }))
      .filter((step) => step.at > now && step.fee !== fee)
      .toSorted((a, b) => a.at - b.at)[0] ?? null
  )
}

/** From when the driver may report a no-show, ms [design/moves-35]; null while the driver is not at the pickup. */
export const noShowFrom = (booking: Booking, waitMinutes: number): number | null =>
  booking.status === 'ARRIVED' && booking.driver_arrive_time !== null
    ? booking.driver_arrive_time + waitMinutes * minuteMs
    : null

/** The fee of a no-show, minor units: the same slabs, counted from the driver's arrival [design/money-19]. */
export const noShowFee = (booking: Booking, waitMinutes: number, now: number): Minor => {
  const from = noShowFrom(booking, waitMinutes)
  return from !== null && now >= from && booking.driver_arrive_time !== null
    ? slabFee(booking, booking.driver_arrive_time, now)
    : 0
}
