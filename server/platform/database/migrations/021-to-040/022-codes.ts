/** Resets of passwords: a link and a code, and the requests that wait for their mail [design/accounts-80]. */
export const name = '022-codes'

export const up = `
-- A code of a mail comes with a link; either uses the row up.
alter table one_time_codes
  add column link_hash bytea unique,
  -- the address it was sent to
  add column sent_to text;
create index one_time_codes_by_user on one_time_codes (user_id) where user_id is not null;

create table reset_requests (
  id uuid primary key,
  -- hash of what the browser that asked keeps
  request_hash bytea not null,
  email text not null,
  -- of the browser that asked, if it has signed in to some account
  device_hash bytea,
  created_at timestamptz not null default clock_timestamp()
);
create index reset_requests_by_time on reset_requests (created_at);
`
