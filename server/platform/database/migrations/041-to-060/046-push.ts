/**
 * Devices, queued push messages, notifications of the office, and the messages that a trial lists instead of sending.
 */
export const name = '046-push'

export const up = `
create table push_tokens (
  id bigint generated always as identity unique,
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('web', 'fcm')),
  platform text not null check (platform in ('ANDROID', 'IOS', 'WEB')),
  sealed text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_tokens_user on push_tokens (user_id);
create index push_tokens_session on push_tokens (session_id);

create table notifications (
  id uuid primary key,
  devicetype text not null check (devicetype in ('All', 'ANDROID', 'IOS')),
  usertype text not null check (usertype in ('rider', 'driver')),
  title text not null,
  body text not null,
  version int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent')),
  sent_at timestamptz,
  sent_title text,
  sent_body text,
  sent_usertype text check (sent_usertype in ('rider', 'driver', 'All')),
  sent_devicetype text check (sent_devicetype in ('All', 'ANDROID', 'IOS')),
  queued_through bigint,
  matched int not null default 0,
  sent int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  deleted_at timestamptz
);
create index notifications_order on notifications (created_at, id);
create index notifications_sending on notifications (id) where state = 'sending';

create table pushes (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null,
  notice_id uuid,
  notification_id uuid references notifications (id),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries int not null default 0,
  next_try_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  shown_at timestamptz,
  detail text not null default '',
  check ((notice_id is null) <> (notification_id is null)),
  check ((state = 'waiting') = (next_try_at is not null))
);
create unique index pushes_notice on pushes (notice_id, token_hash) where notice_id is not null;
create unique index pushes_notification on pushes (notification_id, token_hash) where notification_id is not null;
create index pushes_notices_due on pushes (next_try_at) where state = 'waiting' and notice_id is not null;
create index pushes_notifications_due on pushes (next_try_at) where state = 'waiting' and notification_id is not null;
create index pushes_user on pushes (user_id);
create index pushes_age on pushes (created_at) where notice_id is not null;

create table trial_pushes (
  id bigint generated always as identity primary key,
  push_id uuid not null unique,
  kind text not null,
  platform text not null,
  person text not null,
  title text not null,
  body text not null,
  path text not null,
  payload text not null,
  at timestamptz not null default clock_timestamp()
);
`
