/** The apps at Facebook and Apple that people sign in through [design/accounts-107]. */
export const name = '026-social'

export const up = `
create table social_apps (
  provider text primary key check (provider in ('facebook', 'apple')),
  config jsonb not null,
  -- sealed
  secret text not null,
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid not null references users
);
`
