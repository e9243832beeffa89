/** Card payments: top-ups, attempts, the inbox of gateway events, refunds; and the orders of the test gateway. */
export const name = '003-payments'

export const up = `
create table top_ups (
  id uuid primary key,
  user_id uuid not null references users,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz
);
create index top_ups_by_user on top_ups (user_id, created_at desc);

create table payments (
  id text primary key check (id ~ '^RP[0-9A-HJKMNP-TV-Z]{26}$'),
  purpose text not null check (purpose in ('booking', 'wallet_topup')),
  booking_id text references bookings,
  top_up_id uuid references top_ups,
  user_id uuid not null references users,
  provider text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  status text not null default 'CREATED' check (status in ('CREATED', 'REDIRECTED', 'SUBMITTING', 'PENDING', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED', 'REVIEW', 'PART_REFUNDED', 'REFUNDED')),
  use text check (use in ('applied', 'unapplied')),
  return_key_hash bytea not null,
  provider_ref text, provider_payment_id text,
  data jsonb not null default '{}',
  failure text,
  address text not null default '',
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  check ((purpose = 'booking') = (booking_id is not null)),
  check ((purpose = 'wallet_topup') = (top_up_id is not null)),
  check ((status in ('PAID', 'PART_REFUNDED', 'REFUNDED')) = (use is not null)),
  check (use is null or (provider_payment_id is not null and paid_at is not null))
);
create unique index payments_one_money on payments (provider, provider_payment_id);
create unique index payments_one_per_booking on payments (booking_id) where use = 'applied';
create unique index payments_one_per_top_up on payments (top_up_id) where use = 'applied';
create index payments_by_booking on payments (booking_id) where booking_id is not null;
create index payments_by_top_up on payments (top_up_id) where top_up_id is not null;
create index payments_by_ref on payments (provider, provider_ref) where provider_ref is not null;
create index payments_by_user on payments (user_id, created_at desc);
create index payments_due on payments (next_check_at) where next_check_at is not null;

create table payment_events (
  id uuid primary key,
  provider text not null,
  event_key text not null,
  payment_id text references payments,
  source text not null check (source in ('webhook', 'return', 'query', 'submit')),
  verdict text not null check (verdict in ('paid', 'again', 'review', 'pending', 'failed', 'refund', 'ignored', 'unknown')),
  outcome jsonb not null,
  received_at timestamptz not null default clock_timestamp()
);
create unique index payment_events_once on payment_events (provider, event_key);
create index payment_events_by_payment on payment_events (payment_id, received_at) where payment_id is not null;

create table refunds (
  id uuid primary key,
  payment_id text not null references payments,
  key text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null default 'asked' check (status in ('asked', 'pending', 'done', 'credited')),
  provider_refund_id text,
  tries integer not null default 0,
  next_try_at timestamptz default clock_timestamp(),
  failure text,
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  check ((status in ('asked', 'pending')) = (next_try_at is not null)),
  check ((status in ('done', 'credited')) = (done_at is not null))
);
create unique index refunds_once on refunds (payment_id, key);
create index refunds_due on refunds (next_try_at) where next_try_at is not null;

create function refunds_stay_within_payment() returns trigger language plpgsql as $$
declare captured bigint;
begin
  select amount into captured from payments where id = new.payment_id and use is not null for update;
  if captured is null or captured < (select sum(amount) from refunds where payment_id = new.payment_id) then
    raise exception 'refunds of payment % exceed what was captured', new.payment_id using errcode = 'check_violation', constraint = 'refunds_stay_within_payment';
  end if;
  return null;
end $$;
create trigger refunds_stay_within_payment after insert or update of amount, payment_id on refunds for each row execute function refunds_stay_within_payment();

create unique index ledger_one_per_reference on ledger_transactions (kind, reference) where kind in ('capture', 'top-up', 'refund');

create table test_gateway_orders (
  id text primary key,
  attempt_id text not null unique,
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('open', 'paid', 'declined', 'later', 'closed')),
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
`
