import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { amount, page, text } from '../kit/schema.ts'
import { promosRoutes } from './promos-routes.ts'

/**
 * spec 2 §3 "Promo", amounts in major units. `promo_validity` is a calendar day of the operator's zone and ends with it
 * (design §7). Limit and use are the admin's alone.
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
  user_avail: z.int().optional(),
  createdAt: z.number().optional(),
})
export type PromoView = z.output<typeof promoView>

/** a day that exists, YYYY-MM-DD */
const day = z.iso.date()

export const promosApi = {
  list: endpoint(promosRoutes.list, {
    summary: 'The promos a rider may still use',
    relation: 'self',
    rate: 'read',
    reply: page(promoView),
  }),
  /** spec 2 §5: promo add is not gated by demo mode */
  create: endpoint(promosRoutes.create, {
    summary: 'Adds a promo',
    relation: 'none',
    rate: 'write',
    body: z.strictObject({
      promo_name: text(40),
      promo_description: text(300).optional(),
      promo_discount_type: z.enum(['flat', 'percentage']),
      promo_discount_value: amount,
      max_promo_discount_value: amount,
      min_order: amount,
      promo_validity: day,
      promo_usage_limit: z.int().min(1).max(1_000_000_000),
    }),
    reply: z.object({ promo: promoView }),
  }),
}
