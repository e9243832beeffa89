/** Names of saved addresses, home and work, and the kinds of notices that a person switched off. */
export const name = '027-profile'

export const up = `
alter table saved_addresses
  add column name text,
  add column place text check (place in ('home', 'work'));
create unique index saved_addresses_one_place on saved_addresses (user_id, place) where place is not null;

alter table users add column muted_notices text[] not null default '{}';
`
