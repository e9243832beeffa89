import { minorAmount } from '../fare/round-amount.ts'
import type { Tariff } from '../fare/tariff.ts'
import type { Minor } from '../kit/money.ts'
import type { Booking } from './booking.ts'

type Slab = Tariff['cancelSlab'][number]

const minuteMs = 60_000

const amountOf = ({ tariff, fare }: Booking, slab: Slab | null): Minor =>
  slab === null ? 0 : Math.min(minorAmount(slab.amount, tariff), fare.quoted.tripCost)

/** The highest slab whose minutes have passed since `fromMs`; its fee is at most the quote's G. */
const slabFee = (booking: Booking, fromMs: number, now: number): Minor => {
  const minutes = (now - fromMs) / minuteMs
  const passed = booking.tariff.cancelSlab.filter(({ minsDelayed }) => minsDelayed <= minutes)
  return amountOf(
    booking,
    passed.reduce<Slab | null>((best, slab) => (best && best.minsDelayed > slab.minsDelayed ? best : slab), null),
  )
}

/**
 * What it costs the rider to cancel now, minor units (design §7 "Cancellation fee"): after acceptance the slab with the
 * highest minsDelayed that has passed, at most the quote's G. Screens say it before they ask.
 */
export const riderCancellationFee = (booking: Booking, now: number): Minor =>
  booking.status === 'ACCEPTED' && booking.acceptedAt !== null ? slabFee(booking, booking.acceptedAt, now) : 0

/** When the rider's fee next becomes another one, and which; null: it stays as it is. */
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

/** From when the driver may say that the rider did not come; null while the driver is not at the pickup. */
export const noShowFrom = (booking: Booking, waitMinutes: number): number | null =>
  booking.status === 'ARRIVED' && booking.driver_arrive_time !== null
    ? booking.driver_arrive_time + waitMinutes * minuteMs
    : null

/** The rider did not come: the driver cancels from ARRIVED after `waitMinutes`; the same slabs counted from there. */
export const noShowFee = (booking: Booking, waitMinutes: number, now: number): Minor => {
  const from = noShowFrom(booking, waitMinutes)
  return from !== null && now >= from && booking.driver_arrive_time !== null
    ? slabFee(booking, booking.driver_arrive_time, now)
    : 0
}
