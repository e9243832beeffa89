/**
 * Debts of riders, cash kept by the office, reminders of unpaid bookings, passwords asked again and bank changes
 * [design/money-34].
 */
export const name = '015-debts'

export const up = `
create table debts (
  id uuid primary key,
  rider_id uuid not null references users,
  driver_id uuid references users,
  booking_id text references bookings,
  reason text not null check (reason in ('cancellation-fee', 'correction', 'refund')),
  amount bigint not null check (amount > 0),
  rest bigint not null,
  currency text not null,
  at timestamptz not null default clock_timestamp(),
  written_off_at timestamptz,
  written_off_by uuid references users,
  write_off_reason text,
  constraint debts_rest check (rest between 0 and amount),
  check ((written_off_at is null) = (write_off_reason is null)),
  check ((written_off_at is null) = (written_off_by is null))
);
create index debts_open_of_rider on debts (rider_id, at, id) where rest > 0;
create index debts_open_for_driver on debts (driver_id) where rest > 0;
create index debts_open on debts (at desc, id desc) where rest > 0;
create unique index debts_one_fee on debts (booking_id) where reason = 'cancellation-fee';

alter table wallets add column owed bigint not null default 0;

-- Wallets of riders below zero become debts. Their drivers were paid at the time, so nothing is pending for them.
insert into debts (id, rider_id, reason, amount, rest, currency)
  select gen_random_uuid(), w.user_id, 'cancellation-fee', -w.balance, -w.balance,
    (select e.currency from ledger_entries e where e.account = 'wallet' and e.holder = w.user_id::text limit 1)
  from wallets w join users u on u.id = w.user_id where u.usertype = 'rider' and w.balance < 0;
insert into ledger_transactions (id, kind, reference, at) select id, 'debt', reason, at from debts;
insert into ledger_entries (transaction_id, account, holder, amount, currency)
  select id, 'wallet', rider_id::text, amount, currency from debts
  union all select id, 'receivable', rider_id::text, -amount, currency from debts;
set constraints all immediate;
update wallets w set balance = 0, owed = d.amount from debts d where d.rider_id = w.user_id;

alter table bookings add column cash_taken_by text check (cash_taken_by in ('driver', 'office'));
update bookings set cash_taken_by = 'driver' where cash_payment_amount > 0 and status in ('PAID', 'COMPLETE');

create index bookings_unpaid on bookings (customer) where status = 'PENDING';

create table payment_reminders (
  booking_id text primary key references bookings,
  sent integer not null default 0,
  next_at timestamptz
);

alter table sessions add column confirmed_at timestamptz;
alter table users add column bank_changed_at timestamptz;
alter table withdrawals add column not_before timestamptz;
`
