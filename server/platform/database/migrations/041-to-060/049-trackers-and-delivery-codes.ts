/** The token with which a companion app of a driver posts positions, and new codes of receivers. */
export const name = '049-trackers-and-delivery-codes'

export const up = `
create table trackers (
  driver_id uuid primary key references users (id),
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);

alter table bookings add delivery_code_renewals integer not null default 0;
`
