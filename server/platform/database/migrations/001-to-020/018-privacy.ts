/**
 * Deletion of accounts, trips that wait for the office, and indexes of what is deleted after a time [design/privacy-1].
 */
export const name = '018-privacy'

export const up = `
-- The row stays as a tombstone without personal fields.
alter table users add column erased_at timestamptz;

create table account_deletions (
  id uuid primary key,
  user_id uuid not null references users,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  cancelled_at timestamptz,
  done_at timestamptz,
  check (cancelled_at is null or done_at is null)
);
create unique index account_deletions_one_open on account_deletions (user_id) where cancelled_at is null and done_at is null;
create index account_deletions_due on account_deletions (due_at) where cancelled_at is null and done_at is null;

create table trip_reviews (
  booking_id text primary key references bookings,
  driver_id uuid not null references users,
  reasons text[] not null check (cardinality(reasons) > 0),
  found_at timestamptz not null default clock_timestamp(),
  released_at timestamptz,
  released_by uuid references users,
  check ((released_at is null) = (released_by is null))
);
create index trip_reviews_open_of_driver on trip_reviews (driver_id) where released_at is null;

create index sessions_by_end on sessions (coalesce(revoked_at, expires_at));
create index one_time_codes_by_expiry on one_time_codes (expires_at);
create index payments_with_address on payments (created_at) where address <> '';
`
