/**
 * What waits for the office can grow for years: trips with withheld money by the time they were found, and of the fares
 * with flags only those that are listed (the condition is that of `fareToCheck`). Of people who were suspended, a sweep
 * reads those whose suspension has not ended.
 */
export const name = '083-attention-in-order'

export const up = `
create index trip_reviews_open_by_time on trip_reviews (found_at) where released_at is null;
create index bookings_fare_listed on bookings (reached_at)
  where fare_checked_at is null and fare_flags <> '{}' and status in ('PENDING', 'PAID', 'COMPLETE')
    and fare_flags && array['match-failed', 'implausible-distance', 'too-fast', 'far-from-drop', 'above-quote', 'capped']::text[];
drop index bookings_fare_to_check;
create index users_suspended_until on users (coalesce(suspended_until, 'infinity'))
  where suspended_at is not null and deleted_at is null;
`
