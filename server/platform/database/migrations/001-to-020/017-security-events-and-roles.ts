/** What the installation is for, security events, seals of the audit, and tables that cannot be emptied either. */
export const name = '017-security-events-and-roles'

export const up = `
create table installation_marks (
  name text primary key check (name in ('trial', 'production')),
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);
-- Trial data of an older version has no mark yet.
insert into installation_marks (name, data)
  select 'trial', jsonb_build_object('officeHash', i.secret, 'shown', true)
  from users u join identities i on i.user_id = u.id and i.kind = 'password' where u.email = 'admin.one@remis.example';

create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  user_id uuid references users,
  address text not null, user_agent text not null default '',
  message_key text not null default '', route text not null default '',
  count integer not null default 1 check (count > 0)
);
create index security_events_by_time on security_events (at);
create index security_events_by_user on security_events (user_id, id desc) where user_id is not null;
create index security_events_by_address on security_events (address, id desc);

create index sessions_by_agent on sessions (user_id, user_agent);

create table audit_seals (
  id bigint generated always as identity primary key,
  upto bigint not null unique,
  sealed integer not null check (sealed > 0),
  hash bytea not null,
  at timestamptz not null default clock_timestamp()
);
create trigger audit_seals_append_only before update or delete on audit_seals for each statement execute function ledger_is_append_only();

-- A seal covers all rows up to an id, so it waits for open transactions that have already taken one.
create function audit_waits_for_seal() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7000041);
  return null;
end $$;
create trigger audit_log_waits_for_seal before insert on audit_log for each statement execute function audit_waits_for_seal();

create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function ledger_is_append_only();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions for each statement execute function ledger_is_append_only();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function ledger_is_append_only();
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function ledger_is_append_only();
`
