/**
 * Accounts and posting kinds for debts of riders, cash in the office, corrections and carried-over payments
 * [design/money-10].
 */
export const name = '010-ledger-accounts'

export const up = `
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'settlement', 'hold', 'hold-release', 'capture', 'refund', 'top-up', 'withdrawal', 'withdrawal-paid', 'withdrawal-rejected',
  'cancellation-fee', 'referral', 'admin-credit', 'reversal', 'opening',
  'correction', 'debt', 'debt-collected', 'debt-written-off', 'carry-over'));

alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in (
  'wallet', 'prepayments', 'revenue', 'promo-expense', 'referral-expense', 'bad-debt', 'gateway-clearing', 'bank',
  'withdrawals-payable', 'admin-adjustments', 'receivable', 'pending-fees', 'office-cash'));

alter table ledger_entries drop constraint ledger_entries_check;
alter table ledger_entries add constraint ledger_entries_holder_check check (
  (account in ('wallet', 'gateway-clearing', 'prepayments', 'receivable', 'pending-fees')) = (holder is not null));
create index ledger_entries_debts on ledger_entries (holder, account) where account in ('receivable', 'pending-fees');
`
