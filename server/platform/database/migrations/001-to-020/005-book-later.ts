/** When a booking for later is due to be released and when it was; the time a quote is for. */
export const name = '005-book-later'

export const up = `
alter table bookings add release_at timestamptz not null default clock_timestamp(), add released_at timestamptz;
update bookings set release_at = booking_date,
  released_at = case when status = 'PAYMENT_PENDING' then null else booking_date end;
alter table bookings add check (released_at >= release_at);
create index bookings_to_release on bookings (release_at) where status = 'NEW' and released_at is null;
create index bookings_waiting on bookings (release_at) where status = 'NEW' and search_until is null;

alter table quotes add book_later boolean not null default false, add tripdate timestamptz,
  add check (book_later = (tripdate is not null));
`
