import type { Role } from '@remis/domain/kit/endpoint'
import type { PromoView } from '@remis/domain/promos/promos-api'
import type { PromoRow } from './promo-store.ts'

/** A promo; its limit and uses are shown to the office only. */
export const viewPromo = (row: PromoRow, role: Role): PromoView => ({
  id: row.id,
  promo_name: row.promo_name,
  promo_description: row.promo_description,
  promo_discount_type: row.promo_discount_type,
  promo_discount_value: row.promo_discount_value,
  max_promo_discount_value: row.max_promo_discount_value,
  min_order: row.min_order,
  promo_validity: row.promo_validity,
  ...(role === 'admin'
    ? { promo_usage_limit: row.promo_usage_limit, user_avail: row.user_avail, createdAt: row.created_at }
    : {}),
})
