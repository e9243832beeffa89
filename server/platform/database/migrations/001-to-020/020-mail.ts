/** The queue of mails and SMS, their providers, and the mailbox of a trial [design/mail-1]. */
export const name = '020-mail'

export const up = `
create table mail_queue (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  user_id uuid references users,
  address text not null,
  template text not null,
  params jsonb not null default '{}',
  -- sealed; erased when it is sent or has expired
  secrets text,
  language text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- refusals of the provider
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz,
  expires_at timestamptz,
  sent_at timestamptz,
  failure text check (failure in ('refused', 'no_answer', 'expired', 'broken')),
  -- what the provider said last
  detail text not null default '',
  -- the provider's id of what it accepted
  provider_ref text,
  created_at timestamptz not null default clock_timestamp(),
  -- when it was queued, the last time
  queued_at timestamptz not null default clock_timestamp(),
  check ((state = 'waiting') = (next_try_at is not null)),
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'sent' or secrets is null)
);
create index mail_queue_due on mail_queue (channel, next_try_at) where state = 'waiting';
create index mail_queue_by_time on mail_queue (created_at desc, id desc);
create index mail_queue_failed on mail_queue (created_at desc, id desc) where state = 'failed';
create index mail_queue_sent_to on mail_queue (channel, address, sent_at) where state = 'sent';
create index mail_queue_by_user on mail_queue (user_id) where user_id is not null;
create index mail_queue_secrets on mail_queue (expires_at) where secrets is not null;

create table mail_providers (
  channel text primary key check (channel in ('mail', 'sms')),
  config jsonb not null,
  -- sealed
  secret text,
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid not null references users
);

create table trial_mailbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  message_id text not null,
  address text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  at timestamptz not null default clock_timestamp(),
  unique (channel, message_id)
);
`
