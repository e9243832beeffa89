import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PromoSnapshot } from '../booking/booking.ts'
import { discountOf } from './promo.ts'

const promo = (type: 'flat' | 'percentage', value: number, most = 1000): PromoSnapshot => ({
  id: 'promo-one',
  promo_name: 'TEN',
  promo_discount_type: type,
  promo_discount_value: value,
  max_promo_discount_value: most,
})
const cents = { decimal: 2, exponent: 2 }

test.each([
  ['none without a promo', null, 500_00, cents, 0],
  ['flat', promo('flat', 50), 500_00, cents, 50_00],
  ['percentage', promo('percentage', 10), 333_33, cents, 33_33],
  ['half up to the decimals', promo('percentage', 10), 335_00, { decimal: 0, exponent: 2 }, 34_00],
  ['at most max_promo_discount_value', promo('percentage', 50, 40), 500_00, cents, 40_00],
  ['the cap is never rounded up', promo('percentage', 50, 40.9), 500_00, { decimal: 0, exponent: 2 }, 40_00],
  ['at most the total', promo('flat', 600), 500_00, cents, 500_00],
  ['below nothing is nothing', promo('flat', -5), 500_00, cents, 0],
])('discount [design/money-23]: %s', (_, applied, total, precision, discount) => {
  expect(discountOf(applied, total, precision)).toBe(discount)
})

test('property: 0 ≤ D ≤ total and ≤ the cap', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 2 }),
      (flat, value, most, total, decimal) => {
        const discount = discountOf(promo(flat ? 'flat' : 'percentage', value, most), total, { decimal, exponent: 2 })
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(total)
        expect(discount / 100).toBeLessThanOrEqual(most)
      },
    ),
  )
})
