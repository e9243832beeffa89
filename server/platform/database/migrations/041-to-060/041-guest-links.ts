/** Links by which people without an account follow one booking. */
export const name = '041-guest-links'

export const up = `
create table guest_links (
  id uuid primary key,
  booking_id text not null references bookings (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  opened_at timestamptz
);
create index guest_links_booking on guest_links (booking_id, created_at);
create index guest_links_age on guest_links (created_at);
`
