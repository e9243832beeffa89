/** Delays after wrong passwords, browsers a person signs in with, the second step, and sessions that end for good. */
export const name = '019-sign-in'

export const up = `
create table guess_delays (
  guard text not null, subject text not null,
  failures integer not null,
  last_at timestamptz not null,
  primary key (guard, subject)
);
create index guess_delays_by_time on guess_delays (last_at);

create table known_devices (
  user_id uuid not null references users,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, token_hash)
);
create index known_devices_by_time on known_devices (seen_at);

create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Signed tokens that may be used once; each row is kept until its token has expired.
create table used_tokens (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_tokens_by_time on used_tokens (expires_at);

alter table sessions
  add column net text not null default '',
  add column ends_at timestamptz not null default clock_timestamp() + interval '90 days';
update sessions s set
  net = case when s.address ~ '^(::ffff:)?[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+$'
    then regexp_replace(replace(s.address, '::ffff:', ''), '[.][0-9]+$', '.0/24') else '' end,
  ends_at = s.created_at + case when u.usertype in ('fleetadmin', 'admin') then interval '12 hours' else interval '90 days' end
  from users u where u.id = s.user_id;
update sessions set expires_at = least(expires_at, ends_at) where expires_at > ends_at;
create index sessions_by_net on sessions (user_id, net);

alter table notices drop constraint notices_screen_check;
alter table notices add constraint notices_screen_check
  check (screen in ('BookingCab', 'BookedCab', 'onlineChat', 'wallet', 'DriverTrips', 'security'));

-- New production installations get this at their set-up.
update settings set data = data || '{"adminTwoFactor": true}'
  where exists (select from installation_marks where name = 'production') and not data ? 'adminTwoFactor';
`
