import { sql } from 'kysely'
import { bySql, query, surveyOf, type Fault, type Survey } from './invariant.ts'

/** Every posting of the ledger, once, beside the booking it settles. */
const settlementSurvey: Survey = surveyOf(
  {
    M1: 'every ledger transaction sums to zero in one currency',
    M2: 'the whole ledger sums to zero',
    M5: 'a paid booking is paid exactly: W + C + K + D + X = G, S + F = G, none below zero, as its settlement says',
    M6: 'a booking settles once, when it is paid and not before',
  },
  sql<Fault>`
    with settled as materialized (
      select t.id as transaction_id, b.id, b.status, b.driver::text as driver, b.driver <> b.customer as by_another,
        b.trip_cost, b.convenience_fees as fees, b.driver_share as share, b.payable_amount as payable,
        b.used_wallet_money as wallet, b.card_payment_amount as card, b.cash_payment_amount as cash,
        b.discount_amount as discount, b.written_off
      from bookings b left join ledger_transactions t on t.booking_id = b.id and t.kind = 'settlement'
    ), posted as materialized (
      select e.transaction_id, sum(e.amount) as total, min(e.currency) as currency, max(e.currency) as last_currency,
        coalesce(sum(e.amount) filter (where e.account = 'revenue'), 0) as revenue,
        coalesce(sum(e.amount) filter (where e.account = 'promo-expense'), 0) as promo,
        coalesce(sum(e.amount) filter (where e.account = 'bad-debt'), 0) as debt,
        coalesce(sum(e.amount) filter (where e.account = 'wallet'), 0) as wallet,
        min(e.holder) filter (where e.account = 'wallet') as holder,
        max(e.holder) filter (where e.account = 'wallet') as last_holder
      from ledger_entries e group by e.transaction_id
    ), checked as (
      -- What the driver got: all that went to wallets, unless something of a hold went back to the rider's.
      select s.*, p.revenue, p.promo, p.debt, case
          when p.holder = p.last_holder then case when p.holder = s.driver then p.wallet else 0 end
          else coalesce((select sum(e.amount) from ledger_entries e
            where e.transaction_id = s.transaction_id and e.account = 'wallet' and e.holder = s.driver), 0)
        end as got
      from settled s left join posted p on p.transaction_id = s.transaction_id
      where s.status in ('PAID', 'COMPLETE')
    )
    select 'M1' as invariant, transaction_id::text as row from posted where total <> 0 or currency <> last_currency
    union all
    select 'M1', t.id::text from ledger_transactions t
      where (select count(*) from ledger_transactions) <> (select count(*) from posted)
        and not exists (select 1 from posted p where p.transaction_id = t.id)
    union all
    select 'M2', currency from posted group by currency having sum(total) <> 0
    union all
    select 'M5', id from checked
      where wallet + card + cash + discount + written_off <> trip_cost
        or share + fees <> trip_cost
        or least(wallet, card, cash, discount, written_off, share, fees) < 0
        or payable <> 0
        or coalesce(revenue, 0) <> fees or coalesce(promo, 0) <> -discount or coalesce(debt, 0) <> -written_off
        or (by_another and got <> share - cash)
    union all
    select 'M6', id from settled
      where case when transaction_id is null then status in ('PAID', 'COMPLETE') and trip_cost > 0
        else status not in ('PAID', 'COMPLETE') end
    union all
    select 'M6', id from settled
      where (select count(*) from settled) <> (select count(*) from bookings) group by id having count(*) > 1`,
)

/** Money is made nowhere and lost nowhere. */
export const moneySurveys: readonly Survey[] = [
  settlementSurvey,
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
