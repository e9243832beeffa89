import { paidStatuses } from '@remis/domain/booking/statuses'
import { sql } from 'kysely'
import { statusIn } from '../platform/database/schema/status-in.ts'
import { bySql, faultsIn, query, surveyOf, type Fault, type Survey } from './invariant.ts'

/**
 * The postings of one transaction per account, in one row. Ids grow with time, so the index follows the table's order,
 * and the groups need no sort.
 */
const postings = sql`select e.transaction_id, sum(e.amount) as total, min(e.currency) as currency, max(e.currency) as last_currency,
    sum(e.amount) filter (where e.account = 'revenue') as revenue,
    sum(e.amount) filter (where e.account = 'promo-expense') as promo,
    sum(e.amount) filter (where e.account = 'bad-debt') as debt,
    sum(e.amount) filter (where e.account = 'office-cash') as office,
    sum(e.amount) filter (where e.account = 'wallet') as wallet,
    min(e.holder) filter (where e.account = 'wallet') as holder,
    max(e.holder) filter (where e.account = 'wallet') as last_holder
  from (select * from ledger_entries order by transaction_id) e group by e.transaction_id`

/** Every wallet posting is the driver's, except what is released to the rider from a hold. */
const gotByDriver = sql`case
    when p.holder is null then 0
    when p.holder = p.last_holder then case when p.holder = b.driver::text then p.wallet else 0 end
    else coalesce((select sum(e.amount) from ledger_entries e
      where e.transaction_id = t.id and e.account = 'wallet' and e.holder = b.driver::text), 0) end`

const paid = statusIn('b.status', paidStatuses)

/** Ledger transactions joined with the booking they settle, and bookings without a settlement. */
const settlements = faultsIn(
  (invariant) => (invariant === 'M1' ? sql`t.id::text` : sql`coalesce(b.id, t.id::text)`),
  sql`ledger_transactions t
    left join (${postings}) p on p.transaction_id = t.id
    full join bookings b on b.id = case when t.kind = 'settlement' then t.booking_id end`,
  {
    M1: sql`t.id is not null and (p.transaction_id is null or p.total <> 0 or p.currency <> p.last_currency)`,
    M5: sql`${paid} and (
      b.used_wallet_money + b.card_payment_amount + b.cash_payment_amount + b.discount_amount + b.written_off <> b.trip_cost
      or b.driver_share + b.convenience_fees <> b.trip_cost
      or least(b.used_wallet_money, b.card_payment_amount, b.cash_payment_amount, b.discount_amount, b.written_off,
        b.driver_share, b.convenience_fees) < 0
      or b.payable_amount <> 0
      or coalesce(p.revenue, 0) <> b.convenience_fees or coalesce(p.promo, 0) <> -b.discount_amount
      or coalesce(p.debt, 0) <> -b.written_off
      or (b.driver <> b.customer and ${gotByDriver} <> b.driver_share - case when b.cash_taken_by = 'office' then 0 else b.cash_payment_amount end)
      or coalesce(p.office, 0) <> case when b.cash_taken_by = 'office' then -b.cash_payment_amount else 0 end)`,
    M6: sql`case when b.id is null then t.kind = 'settlement' when t.id is null then ${paid} and b.trip_cost > 0
      else not ${paid} end`,
  },
)

const ledgerSurvey: Survey = surveyOf(
  {
    M1: 'every ledger transaction sums to zero in one currency',
    M2: 'the whole ledger sums to zero',
    M5: 'a paid booking is paid exactly: W + C + K + D + X = G, S + F = G, none below zero, equal to its settlement',
    M6: 'a booking settles once, when it is paid and not before',
  },
  sql<Fault>`${settlements}
    union all
    select 'M2', currency from ledger_entries group by currency having sum(amount) <> 0
    union all
    select 'M6', booking_id from ledger_transactions where kind = 'settlement' group by booking_id having count(*) > 1`,
)

/** The ledger balances, and wallets equal the sums of their entries. */
export const moneySurveys: readonly Survey[] = [
  ledgerSurvey,
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
]
