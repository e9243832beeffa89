import type { PromoSnapshot } from '../booking/booking.ts'
import type { Fault } from '../kit/check.ts'
import { toMajor, type Minor } from '../kit/money.ts'

/** A promo as stored, amounts in major units. */
export interface Promo extends PromoSnapshot {
  readonly promo_description: string
  readonly min_order: number
  /** YYYY-MM-DD, a day of the operator's zone; valid until the end of that day [design/money-24] */
  readonly promo_validity: string
  readonly promo_usage_limit: number
  /** redemptions that count */
  readonly user_avail: number
}

export interface PromoUse {
  /** today in the operator's zone, YYYY-MM-DD */
  readonly today: string
  /** the rider has a booking with this promo that was not cancelled */
  readonly usedByRider: boolean
  /** G of the quote and the exponent of its currency */
  readonly total: Minor
  readonly exponent: number
}

/**
 * Why this rider cannot use this promo on a price of `total` [design/money-24]; null: they can. Checked for the quote
 * and again under the promo's lock when the booking is created, never later [design/money-26].
 */
export const checkPromo = (promo: Promo, { today, usedByRider, total, exponent }: PromoUse): Fault | null => {
  if (today > promo.promo_validity) return { key: 'promo_expired', field: 'promo' }
  if (usedByRider) return { key: 'promo_used_before', field: 'promo' }
  if (promo.user_avail >= promo.promo_usage_limit) return { key: 'promo_used_up', field: 'promo' }
  if (toMajor(total, exponent) < promo.min_order) return { key: 'promo_min_order', field: 'promo' }
  return null
}

/** The part of a promo that a booking keeps [design/data-7]. */
export const promoSnapshot = (promo: Promo): PromoSnapshot => ({
  id: promo.id,
  promo_name: promo.promo_name,
  promo_discount_type: promo.promo_discount_type,
  promo_discount_value: promo.promo_discount_value,
  max_promo_discount_value: promo.max_promo_discount_value,
})

const amounts = ['promo_discount_value', 'max_promo_discount_value', 'min_order'] as const

/** Amounts are stored with four decimals: 0.00001 would become 0, a promo without a discount [design/money-27]. */
const hasFourDecimals = (value: number): boolean => Number(value.toFixed(4)) === value

/** The fields an admin fills in; the description may be left out. */
export type PromoEntry = Omit<Promo, 'id' | 'user_avail' | 'promo_description'> & {
  readonly promo_description?: string | undefined
}

/** The first fault of a new promo; `today` in the operator's zone, YYYY-MM-DD. It is not over before it begins. */
export const checkNewPromo = (promo: PromoEntry, today: string): Fault | null =>
  checkPromoEntry(promo) ?? (promo.promo_validity < today ? { key: 'promo_invalid', field: 'promo_validity' } : null)

/** The first fault of a promo that an admin adds or edits, null when it is valid. `used`: its uses so far. */
export const checkPromoEntry = (promo: Omit<PromoEntry, 'promo_validity'>, used = 0): Fault | null => {
  const wrong = (field: keyof PromoEntry): Fault => ({ key: 'promo_invalid', field })
  if (!/\S/.test(promo.promo_name)) return wrong('promo_name')
  const rounded = amounts.find((field) => !hasFourDecimals(promo[field]))
  if (rounded) return wrong(rounded)
  if (!(promo.promo_discount_value > 0)) return wrong('promo_discount_value')
  if (promo.promo_discount_type === 'percentage' && promo.promo_discount_value > 100)
    return wrong('promo_discount_value')
  if (!(promo.max_promo_discount_value > 0)) return wrong('max_promo_discount_value')
  if (!(promo.min_order >= 0)) return wrong('min_order')
  const limit = promo.promo_usage_limit
  return Number.isInteger(limit) && limit >= Math.max(1, used) ? null : wrong('promo_usage_limit')
}
