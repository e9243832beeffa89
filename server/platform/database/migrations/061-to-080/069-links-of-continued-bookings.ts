/** Open links of a booking that another one continues belong to the last booking of its chain [design/access-100]. */
export const name = '069-links-of-continued-bookings'

export const up = `
with recursive chain as (
  select distinct b.id as first, b.successor as id
  from guest_links l join bookings b on b.id = l.booking_id
  where l.driver_id is null and l.ended_at is null and b.successor is not null
  union all
  select c.first, b.successor from chain c join bookings b on b.id = c.id where b.successor is not null
)
update guest_links l set booking_id = c.id
from chain c join bookings b on b.id = c.id
where b.successor is null and l.booking_id = c.first and l.driver_id is null and l.ended_at is null;
`
