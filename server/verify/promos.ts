import { bySql, query, type Survey } from './invariant.ts'

/** Promos stay within their limits. */
export const promoSurveys: readonly Survey[] = [
  bySql(
    'P1',
    'a promo is used at most as often as its limit allows, once per rider, and its count equals its redemptions',
    query`select p.id::text as id from promos p
        left join promo_redemptions r on r.promo_id = p.id and r.released_at is null
        group by p.id having count(r.booking_id) > p.promo_usage_limit or count(r.booking_id) <> p.user_avail
      union select promo_id::text from promo_redemptions where released_at is null
        group by promo_id, rider_id having count(*) > 1`,
  ),
]
