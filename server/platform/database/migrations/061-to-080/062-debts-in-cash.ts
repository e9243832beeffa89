/** Debts of a rider that the driver of a later ride gets in cash [design/money-70]. */
export const name = '062-debts-in-cash'

export const up = `
alter table bookings
  add column debt_due bigint not null default 0 check (debt_due >= 0),
  add column debt_paid bigint not null default 0 check (debt_paid in (0, debt_due));
create index bookings_with_debts on bookings (customer, booking_date) where debt_due > 0;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('settlement', 'hold', 'hold-release', 'capture', 'refund', 'top-up', 'withdrawal', 'withdrawal-paid',
  'withdrawal-rejected', 'cancellation-fee', 'referral', 'admin-credit', 'reversal', 'opening', 'correction', 'debt',
  'debt-cash', 'debt-collected', 'debt-written-off', 'carry-over')) not valid;
alter table ledger_transactions validate constraint ledger_transactions_kind_check;
`
