import { sql } from 'kysely'
import { reading, sending, someone, type MakeRequest } from './request.ts'

/** The calls of promos. */
export const promoRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/promos': reading,
  'POST /api/promos': () => ({
    body: {
      promo_name: someone(),
      promo_discount_type: 'percentage',
      promo_discount_value: 10,
      max_promo_discount_value: 50,
      min_order: 0,
      promo_validity: '2099-12-31',
      promo_usage_limit: 5,
    },
  }),
  'GET /api/promos/all': reading,
  'GET /api/promos/export': () => ({ query: 'format=csv' }),
  'GET /api/promos/:id/redemptions': async ({ actors }, _caller, target) => {
    const used = actors.city.database.db.request.selectFrom('promos').select('id').where('user_avail', '>', 0)
    return { id: target?.name === 'a promo' ? (await used.executeTakeFirstOrThrow()).id : (target?.id ?? '') }
  },
  'PATCH /api/promos/:id': sending({ promo_description: 'Changed' }),
  'DELETE /api/promos/:id': reading,
  'POST /api/promos/:id/restoration': async ({ actors }, _caller, target, real) => {
    const id = target?.id ?? ''
    if (real)
      await sql`update promos set deleted_at = clock_timestamp() where id = ${id}`.execute(
        actors.city.database.db.request,
      )
    return { id }
  },
}
