import { Decimal } from 'decimal.js'
import type { PromoSnapshot } from '../booking/booking.ts'
import type { Minor } from '../kit/money.ts'
import { asMajor, roundAmount, type Precision } from '../fare/round-amount.ts'

/**
 * D, the discount on a total, minor units: flat or a percentage, rounded half up to the installation's decimals, at
 * most `max_promo_discount_value` (rounded down to the same decimals) and at most the total [design/money-23]. 0
 * without a promo.
 */
export const discountOf = (promo: PromoSnapshot | null, total: Minor, precision: Precision): Minor => {
  if (promo === null) return 0
  const value = new Decimal(Math.max(0, promo.promo_discount_value))
  const wanted = promo.promo_discount_type === 'flat' ? value : asMajor(total, precision.exponent).times(value).div(100)
  const most = new Decimal(Math.max(0, promo.max_promo_discount_value)).toDecimalPlaces(
    Math.min(precision.decimal, precision.exponent),
    Decimal.ROUND_DOWN,
  )
  return Math.min(roundAmount(Decimal.min(wanted, most), precision), total)
}
