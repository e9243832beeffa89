import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { amount, freeText, lineText, uuid } from '../kit/schema.ts'
import { restorationOf, tableEndpoints } from '../kit/table-endpoints.ts'
import { promoSorts, promosRoutes } from './promos-routes.ts'

/**
 * A promo [promos-1], amounts in major units. `promo_validity` is a calendar day of the operator's zone, the day itself
 * included [design/money-24]. Limit, uses and creation time are for admins only.
 */
export const promoView = z.object({
  id: z.string(),
  /** what a rider enters in the estimate dialog; letter case does not matter */
  promo_name: z.string(),
  promo_description: z.string(),
  promo_discount_type: z.enum(['flat', 'percentage']),
  promo_discount_value: z.number(),
  max_promo_discount_value: z.number(),
  min_order: z.number(),
  /** YYYY-MM-DD */
  promo_validity: z.string(),
  promo_usage_limit: z.int().optional(),
  /** bookings that use it and were not cancelled */
  user_avail: z.int().optional(),
  createdAt: z.number().optional(),
})
export type PromoView = z.output<typeof promoView>

/** A promo as an admin sees it; its version grows with each change of an admin. */
const managedPromo = promoView.required().extend({
  version: z.int(),
  /** set while it is archived; only the filter `deleted` lists such promos */
  deletedAt: z.number().nullable(),
})
export type ManagedPromo = z.output<typeof managedPromo>

/** A use of a promo whose booking was not cancelled [promos-10]. */
const redemptionView = z.object({
  bookingId: z.string(),
  /** id of the rider, and the name */
  rider: z.string(),
  riderName: z.string(),
  at: z.number(),
})

/** What an admin enters. `checkPromoEntry` judges the content. */
const promoEntry = z.strictObject({
  promo_name: lineText(40).trim(),
  promo_description: freeText(300).trim().optional(),
  promo_discount_type: z.enum(['flat', 'percentage']),
  promo_discount_value: amount,
  max_promo_discount_value: amount,
  min_order: amount,
  promo_validity: z.iso.date(),
  promo_usage_limit: z.int().min(1).max(1_000_000_000),
})

/** `valid` counts today as the operator's zone has it. Without a filter, all but the archived ones. */
const promoFilters = { show: z.enum(['valid', 'ended', 'deleted']).optional() }

export const promosApi = {
  list: endpoint(promosRoutes.list, {
    summary: 'The promos a rider may still use',
    relation: 'self',
    rate: 'read',
    reply: page(promoView),
  }),
  /** Adding is not gated by demo mode [promos-5]. Bookings that use a deleted promo keep their discount. */
  ...tableEndpoints(promosRoutes, {
    noun: 'promo',
    row: managedPromo,
    entry: promoEntry,
    sorts: promoSorts,
    filters: promoFilters,
    addsInDemo: true,
    versioned: true,
  }),
  redemptions: endpoint(promosRoutes.redemptions, {
    summary: 'The uses of a promo with rider, booking and time, newest first',
    relation: 'admins',
    rate: 'read',
    params: z.strictObject({ id: uuid }),
    query: pageQuery,
    reply: page(redemptionView),
  }),
  restore: restorationOf(promosRoutes.restore, { noun: 'promo', row: managedPromo }),
}
