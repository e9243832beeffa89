import { minorAmount } from '../fare/round-amount.ts'
import type { Tariff } from '../fare/tariff.ts'
import type { Minor } from '../kit/money.ts'
import type { Booking } from './booking.ts'

/** G is the most a cancellation may cost; minutes are counted from ACCEPTED, or from the arrival for a no-show. */
const slabFee = (tariff: Tariff, most: Minor, fromMs: number, now: number): Minor => {
  const minutes = (now - fromMs) / 60_000
  const slab = tariff.cancelSlab
    .filter(({ minsDelayed }) => minsDelayed <= minutes)
    .reduce<Tariff['cancelSlab'][number] | null>(
      (best, s) => (best && best.minsDelayed > s.minsDelayed ? best : s),
      null,
    )
  return slab === null ? 0 : Math.min(minorAmount(slab.amount, tariff), most)
}

/**
 * What it costs the rider to cancel now, minor units (design §7 "Cancellation fee"): after acceptance the slab with the
 * highest minsDelayed that has passed, at most the quote's G. Screens say it before they ask.
 */
export const riderCancellationFee = (booking: Booking, now: number): Minor =>
  booking.status === 'ACCEPTED' && booking.acceptedAt !== null
    ? slabFee(booking.tariff, booking.fare.quoted.tripCost, booking.acceptedAt, now)
    : 0

/** The rider did not come: the driver cancels from ARRIVED after `waitMinutes`; the same slabs counted from there. */
export const noShowFee = (booking: Booking, waitMinutes: number, now: number): Minor =>
  booking.status === 'ARRIVED' &&
  booking.driver_arrive_time !== null &&
  now >= booking.driver_arrive_time + waitMinutes * 60_000
    ? slabFee(booking.tariff, booking.fare.quoted.tripCost, booking.driver_arrive_time, now)
    : 0
