/** Exports of a person's own data [design/privacy-30]. */
export const name = '024-data-exports'

export const up = `
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users,
  language text not null default '',
  asked_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  tries integer not null default 0,
  lease_until timestamptz,
  expires_at timestamptz,
  size integer,
  file bytea,
  check ((state = 'ready') = (file is not null)),
  check ((state = 'ready') = (expires_at is not null))
);
create unique index data_exports_one_open on data_exports (user_id) where state in ('waiting', 'running');
create index data_exports_by_user on data_exports (user_id, asked_at desc);
create index data_exports_open on data_exports (asked_at) where state in ('waiting', 'running');
`
