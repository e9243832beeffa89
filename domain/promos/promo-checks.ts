import type { PromoSnapshot } from '../booking/booking.ts'
import type { Fault } from '../kit/check.ts'
import { toMajor, type Minor } from '../kit/money.ts'

/** A promo as it stands, amounts in major units. */
export interface Promo extends PromoSnapshot {
  readonly promo_description: string
  readonly min_order: number
  /** YYYY-MM-DD, a day of the operator's zone; it ends with that day (design §7) */
  readonly promo_validity: string
  readonly promo_usage_limit: number
  /** redemptions that count */
  readonly user_avail: number
}

export interface PromoUse {
  /** today in the operator's zone, YYYY-MM-DD */
  readonly today: string
  /** the rider has a booking with it that was not cancelled */
  readonly usedByRider: boolean
  /** G of the quote and the exponent of its currency */
  readonly total: Minor
  readonly exponent: number
}

/**
 * May this rider use this promo on a price of `total` (design §7 "Promo")? Asked for the quote, and again under the
 * promo's lock when the booking is made; never later. Null: yes.
 */
export const checkPromo = (promo: Promo, { today, usedByRider, total, exponent }: PromoUse): Fault | null => {
  if (today > promo.promo_validity) return { key: 'promo_expired', field: 'promo' }
  if (usedByRider) return { key: 'promo_used_before', field: 'promo' }
  if (promo.user_avail >= promo.promo_usage_limit) return { key: 'promo_used_up', field: 'promo' }
  if (toMajor(total, exponent) < promo.min_order) return { key: 'promo_min_order', field: 'promo' }
  return null
}

/** What a booking keeps of it (design §5 "tariff snapshot … promo"). */
export const promoSnapshot = (promo: Promo): PromoSnapshot => ({
  id: promo.id,
  promo_name: promo.promo_name,
  promo_discount_type: promo.promo_discount_type,
  promo_discount_value: promo.promo_discount_value,
  max_promo_discount_value: promo.max_promo_discount_value,
})

const amounts = ['promo_discount_value', 'max_promo_discount_value', 'min_order'] as const

/** Values of promos are stored with four decimals: 0.00001 would become 0, a discount of nothing. */
const isKeptExactly = (value: number): boolean => Number(value.toFixed(4)) === value

/** What is wrong with a promo that an admin adds; null: nothing. */
export const checkNewPromo = (
  promo: Pick<
    Promo,
    'promo_name' | 'promo_discount_type' | 'promo_discount_value' | 'max_promo_discount_value' | 'min_order'
  >,
): Fault | null => {
  if (!/\S/.test(promo.promo_name)) return { key: 'promo_invalid', field: 'promo_name' }
  const rounded = amounts.find((field) => !isKeptExactly(promo[field]))
  if (rounded) return { key: 'promo_invalid', field: rounded }
  if (!(promo.promo_discount_value > 0)) return { key: 'promo_invalid', field: 'promo_discount_value' }
  if (promo.promo_discount_type === 'percentage' && promo.promo_discount_value > 100)
    return { key: 'promo_invalid', field: 'promo_discount_value' }
  if (!(promo.max_promo_discount_value > 0)) return { key: 'promo_invalid', field: 'max_promo_discount_value' }
  return promo.min_order >= 0 ? null : { key: 'promo_invalid', field: 'min_order' }
}
