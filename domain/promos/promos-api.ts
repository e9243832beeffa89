import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { amount, file, freeText, lineText, nothing, uuid } from '../kit/schema.ts'
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

/** A promo as an admin sees it. */
const managedPromo = promoView.required()
export type ManagedPromo = z.output<typeof managedPromo>

/** What an admin enters. `checkPromoEntry` judges the content. */
const promoEntry = z.strictObject({
  promo_name: lineText(40),
  promo_description: freeText(300).optional(),
  promo_discount_type: z.enum(['flat', 'percentage']),
  promo_discount_value: amount,
  max_promo_discount_value: amount,
  min_order: amount,
  promo_validity: z.iso.date(),
  promo_usage_limit: z.int().min(1).max(1_000_000_000),
})

/** `valid` counts today as the operator's zone has it. */
const promoFilters = { show: z.enum(['valid', 'ended']).optional() }

const params = z.strictObject({ id: uuid })
const changed = z.object({ promo: managedPromo })

export const promosApi = {
  list: endpoint(promosRoutes.list, {
    summary: 'The promos a rider may still use',
    relation: 'self',
    rate: 'read',
    reply: page(promoView),
  }),
  listAll: endpoint(promosRoutes.listAll, {
    summary: 'All promos, for the table of the office',
    relation: 'none',
    rate: 'read',
    query: listQuery(promoSorts, promoFilters),
    reply: page(managedPromo),
  }),
  export: endpoint(promosRoutes.export, {
    summary: 'All promos of a list as a file',
    relation: 'none',
    rate: 'read',
    refusedInDemo: true,
    query: exportQuery(promoSorts, promoFilters),
    reply: file,
    file: exportTypes,
  }),
  /** Not gated by demo mode [promos-5]. */
  create: endpoint(promosRoutes.create, {
    summary: 'Adds a promo',
    relation: 'none',
    rate: 'write',
    body: promoEntry,
    reply: changed,
  }),
  update: endpoint(promosRoutes.update, {
    summary: 'Changes a promo; a field that is not sent keeps its value',
    relation: { object: 'promo', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: promoEntry.partial(),
    reply: changed,
  }),
  remove: endpoint(promosRoutes.remove, {
    summary: 'Deletes a promo; bookings that use it keep their discount',
    relation: { object: 'promo', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    reply: nothing,
  }),
}
