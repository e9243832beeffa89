import type { PromoView } from '@remis/domain/promos/promos-api'
import type { PromoRow } from './promo-store.ts'

/** A promo as a rider sees it, without limit and uses. */
export const riderPromo = (row: PromoRow) =>
  ({
    id: row.id,
    promo_name: row.promo_name,
    promo_description: row.promo_description,
    promo_discount_type: row.promo_discount_type,
    promo_discount_value: row.promo_discount_value,
    max_promo_discount_value: row.max_promo_discount_value,
    min_order: row.min_order,
    promo_validity: row.promo_validity,
  }) satisfies PromoView
