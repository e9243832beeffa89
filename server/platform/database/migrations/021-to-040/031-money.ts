/** Payouts of withdrawals, credits by admins, and the sums of the earning reports [design/money-50]. */
export const name = '031-money'

/** The kinds of postings that count for earnings. */
const earningKinds = `('settlement', 'cancellation-fee', 'correction', 'debt', 'debt-collected')`

export const up = `
create table payouts (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  made_by uuid not null references users,
  file text not null check (file in ('csv', 'sepa')),
  withdrawals integer not null check (withdrawals > 0),
  total bigint not null check (total > 0),
  currency text not null
);
create index payouts_by_time on payouts (at desc, id desc);

alter table withdrawals add column payout_id uuid references payouts;
alter table withdrawals add constraint withdrawals_payout_is_paid check (payout_id is null or processed_at is not null);
create index withdrawals_of_payout on withdrawals (payout_id, id) where payout_id is not null;

create table wallet_credits (
  id uuid primary key,
  user_id uuid not null references users,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('waiting', 'credited', 'refused', 'reversed')),
  asked_by uuid not null references users,
  asked_at timestamptz not null default clock_timestamp(),
  decided_by uuid references users,
  decided_at timestamptz,
  transaction_id uuid unique references ledger_transactions,
  reversed_by uuid references users,
  reversed_at timestamptz,
  reversal_reason text,
  check ((state in ('credited', 'reversed')) = (transaction_id is not null)),
  check ((state = 'reversed') = (reversed_at is not null)),
  check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)),
  check ((decided_at is null) = (decided_by is null)),
  constraint wallet_credits_two_admins check (state = 'refused' or decided_by is null or decided_by <> asked_by)
);
create index wallet_credits_by_time on wallet_credits (asked_at desc, id desc);
create index wallet_credits_waiting on wallet_credits (asked_at desc, id desc) where state = 'waiting';
create unique index ledger_one_reversal on ledger_transactions (reference) where kind = 'reversal';

create table earning_sums (
  id bigint generated always as identity primary key,
  generation integer not null,
  span text not null check (span in ('day', 'month')),
  since date not null,
  driver_id uuid references users,
  fleet_id uuid references users,
  rides integer not null,
  ride_share bigint not null,
  cancel_share bigint not null,
  fees bigint not null,
  discounts bigint not null,
  check ((span = 'month') = (driver_id is not null))
);
create unique index earning_sums_key on earning_sums (generation, span, since, driver_id, fleet_id) nulls not distinct;
create index earning_sums_by_month on earning_sums (generation, since desc, id desc) where span = 'month';
create index earning_sums_of_fleet on earning_sums (generation, fleet_id, since desc, id desc) where span = 'month';

create table earning_state (id integer primary key check (id = 1), generation integer not null, timezone text not null);
insert into earning_state values (1, 0, '');

create table earning_queue (transaction_id uuid primary key references ledger_transactions);
create function ledger_queues_earnings() returns trigger language plpgsql as $$
begin
  insert into earning_queue select id from added where booking_id is not null and kind in ${earningKinds};
  return null;
end $$;
create trigger ledger_transactions_queue_earnings after insert on ledger_transactions
  referencing new table as added for each statement execute function ledger_queues_earnings();
`
