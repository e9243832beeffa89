import { bySql, query, type Invariant } from './invariant.ts'

/** Promos are used within their limits, and only by bookings that came to something. */
export const promoInvariants: readonly Invariant[] = [
  bySql(
    'P1',
    'a promo is used at most as often as its limit allows, once per rider, and its count is that of its uses',
    query`select p.id::text as id from promos p
        left join promo_redemptions r on r.promo_id = p.id and r.released_at is null
        group by p.id having count(r.booking_id) > p.promo_usage_limit or count(r.booking_id) <> p.user_avail
      union select promo_id::text from promo_redemptions where released_at is null
        group by promo_id, rider_id having count(*) > 1`,
  ),
  bySql(
    'P2',
    'a booking uses its promo exactly while it is not cancelled',
    query`select coalesce(b.id, r.booking_id) as id from bookings b
      full join promo_redemptions r on r.booking_id = b.id
      where (b.promo_applied and (r.booking_id is null or r.rider_id <> b.customer
          or r.promo_id::text is distinct from b.promo_details->>'id'
          or (r.released_at is null) <> (b.status <> 'CANCELLED')))
        or (r.booking_id is not null and b.promo_applied is not true)`,
  ),
]
