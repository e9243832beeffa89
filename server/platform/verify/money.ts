import { bySql, query, type Invariant } from './invariant.ts'

/** Money is made nowhere and lost nowhere. */
export const moneyInvariants: readonly Invariant[] = [
  bySql(
    'M1',
    'every ledger transaction sums to zero in one currency',
    query`select transaction_id::text as id from ledger_entries group by transaction_id
      having sum(amount) <> 0 or count(distinct currency) <> 1
      union select t.id::text from ledger_transactions t where not exists (select 1 from ledger_entries e where e.transaction_id = t.id)`,
  ),
  bySql(
    'M2',
    'the whole ledger sums to zero',
    query`select currency as id from ledger_entries group by currency having sum(amount) <> 0`,
  ),
  bySql(
    'M3',
    'a wallet holds the sum of its entries',
    query`select coalesce(w.user_id::text, e.holder) as id from wallets w
      full join (select holder, sum(amount) as total from ledger_entries where account = 'wallet' group by holder) e
        on e.holder = w.user_id::text
      where coalesce(w.balance, 0) <> coalesce(e.total, 0)`,
  ),
  bySql(
    'M4',
    'ledger rows are never changed or deleted',
    query`select wanted.id from (values ('ledger_entries_append_only'), ('ledger_transactions_append_only'),
        ('ledger_transaction_balances'), ('audit_log_append_only')) as wanted (id)
      where not exists (select 1 from pg_trigger t where t.tgname = wanted.id and t.tgenabled in ('O', 'A'))
      union select relname || ' was changed' from pg_stat_user_tables
      where relname in ('ledger_entries', 'ledger_transactions') and (n_tup_upd > 0 or n_tup_del > 0)`,
  ),
  bySql(
    'M5',
    'a paid booking is paid exactly: W + C + K + D + X = G, S + F = G, none below zero, as its settlement says',
    query`select b.id from bookings b
      left join lateral (
        select sum(e.amount) filter (where e.account = 'revenue') as revenue,
          sum(e.amount) filter (where e.account = 'promo-expense') as promo,
          sum(e.amount) filter (where e.account = 'bad-debt') as debt,
          sum(e.amount) filter (where e.account = 'wallet' and e.holder = b.driver::text) as driver
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.booking_id = b.id and t.kind = 'settlement') s on true
      where b.status in ('PAID', 'COMPLETE') and (
        b.used_wallet_money + b.card_payment_amount + b.cash_payment_amount + b.discount_amount + b.written_off <> b.trip_cost
        or b.driver_share + b.convenience_fees <> b.trip_cost
        or least(b.used_wallet_money, b.card_payment_amount, b.cash_payment_amount, b.discount_amount, b.written_off,
          b.driver_share, b.convenience_fees) < 0
        or b.payable_amount <> 0
        or coalesce(s.revenue, 0) <> b.convenience_fees
        or coalesce(s.promo, 0) <> -b.discount_amount
        or coalesce(s.debt, 0) <> -b.written_off
        or (b.driver <> b.customer and coalesce(s.driver, 0) <> b.driver_share - b.cash_payment_amount))`,
  ),
  bySql(
    'M6',
    'a booking settles once, when it is paid and not before',
    query`select b.id from bookings b
      left join ledger_transactions t on t.booking_id = b.id and t.kind = 'settlement'
      group by b.id
      having count(t.id) > 1
        or (count(t.id) = 0 and b.status in ('PAID', 'COMPLETE') and b.trip_cost > 0)
        or (count(t.id) > 0 and b.status not in ('PAID', 'COMPLETE'))`,
  ),
]
