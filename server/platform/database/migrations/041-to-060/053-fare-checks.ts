/**
 * The office's look at a fare with flags [design/moves-69], and the index of those that wait for it, by the end of
 * their trips. Trips that ended over 30 days before do not wait: they are taken as looked at.
 */
export const name = '053-fare-checks'

export const up = `
alter table bookings add column fare_checked_at timestamptz;
alter table bookings add column fare_checked_by uuid references users;
update bookings set fare_checked_at = clock_timestamp()
  where fare_flags <> '{}' and reached_at < clock_timestamp() - interval '30 days';
create index bookings_fare_to_check on bookings (reached_at)
  where fare_checked_at is null and fare_flags <> '{}' and status in ('PENDING', 'PAID', 'COMPLETE');
`
