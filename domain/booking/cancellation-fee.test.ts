import { describe, expect, test } from 'vitest'
import { nextCancellationFee, riderCancellation } from './cancellation-fee.ts'
import { accepted, atPickup, exampleTariff, made, minute, t0 } from './example-booking.ts'

describe('the fee of a rider’s cancel [design/money-18]', () => {
  const at = (minutes: number) => t0 + 1000 + minutes * minute
  test('charges at most what the ride costs, G − D: a promo lowers the cap', () => {
    const booking = { ...accepted(), tariff: { ...exampleTariff, cancelSlab: [{ minsDelayed: 0, amount: 9999 }] } }
    const fee = (discount_amount: number) =>
      riderCancellation({ ...booking, discount_amount }, atPickup(at(1)), at(1)).fee
    expect(fee(0)).toBe(276_00)
    expect(fee(40_00)).toBe(236_00)
  })
  test('nextCancellationFee announces the next fee', () => {
    const feeAt = (now: number) => riderCancellation(accepted(), atPickup(now), now).fee
    expect(nextCancellationFee(made(), t0)).toBe(null)
    expect(nextCancellationFee(accepted(), at(0))).toEqual({ at: at(5), fee: 60_00 })
    expect(nextCancellationFee(accepted(), at(5))).toBe(null)
    for (const minutes of [0, 4.99]) expect(feeAt(at(minutes))).toBe(20_00)
    expect(feeAt(nextCancellationFee(accepted(), at(1))!.at)).toBe(60_00)
  })
})
