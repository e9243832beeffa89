import { bySql, query, type Survey } from './invariant.ts'

/** Limits of wallets, debts, withdrawals and bonuses. */
export const walletSurveys: readonly Survey[] = [
  bySql(
    'M10',
    "a rider's wallet is never below zero, and empty while the rider owes; no wallet goes below zero to pay or to be paid out",
    query`select distinct x.holder as id from (
        select id, holder, amount, transaction_id, sum(amount) over (partition by holder order by id) as balance
        from ledger_entries where account = 'wallet'
      ) x join ledger_transactions t on t.id = x.transaction_id join users u on u.id::text = x.holder
      where x.balance < 0 and x.amount < 0 and (t.kind in ('hold', 'withdrawal') or (u.usertype = 'rider'
        -- of a trip that the rider drove as a driver
        and not exists (select 1 from bookings b where b.id = t.booking_id and b.driver::text = x.holder)
        -- a wallet that was below zero before there were debts
        and not exists (select 1 from ledger_entries d join ledger_transactions dt on dt.id = d.transaction_id
          where d.account = 'wallet' and d.holder = x.holder and d.id > x.id and dt.kind = 'debt')))
      union select w.user_id::text from wallets w join users u on u.id = w.user_id
      where u.usertype = 'rider' and (w.balance < 0 or (w.owed > 0 and w.balance > 0))`,
  ),
  bySql(
    'M17',
    'what a rider owes and what was written off equal the receivables, debt by debt; a pending fee is as high as the debt it waits for',
    query`select coalesce(d.id::text, t.debt) as id from debts d
      full join (
        select case when t.kind = 'debt' then t.id::text else t.reference end as debt,
          coalesce(-sum(e.amount) filter (where e.account = 'receivable'), 0) as owed,
          coalesce(sum(e.amount) filter (where e.account = 'pending-fees'), 0) as pending,
          coalesce(sum(e.amount) filter (where e.account = 'receivable' and t.kind = 'debt-written-off'), 0) as given_up,
          min(e.holder) filter (where e.account = 'receivable') as rider,
          min(e.holder) filter (where e.account = 'pending-fees') as driver
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account in ('receivable', 'pending-fees') group by 1
      ) t on t.debt = d.id::text
      where d.id is null or t.debt is null or t.rider <> d.rider_id::text or t.owed <> d.rest or t.given_up <> d.written_off
        or t.driver is distinct from d.driver_id::text or t.pending <> case when d.driver_id is null then 0 else d.rest end
      union all
      select coalesce(w.user_id::text, e.holder) from wallets w
      full join (select holder, -sum(amount) as owed from ledger_entries where account = 'receivable' group by holder) e
        on e.holder = w.user_id::text
      where coalesce(w.owed, 0) <> coalesce(e.owed, 0)`,
  ),
  bySql(
    'M19',
    'the cash that a driver got for debts of a rider is posted once, from the driver to the rider; what the office recorded later paid the debt that it names',
    query`select coalesce(b.id, t.booking_id) as id from (select * from bookings where debt_due > 0 and debt_paid > 0) b
      full join (
        select t.booking_id, sum(e.amount) filter (where e.amount > 0) as got,
          min(e.holder) filter (where e.amount > 0) as rider, min(e.holder) filter (where e.amount < 0) as driver
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.kind = 'debt-cash' and t.reference is null and e.account = 'wallet' group by t.booking_id
      ) t on t.booking_id = b.id
      where t.booking_id is null or b.id is null or t.got <> b.debt_paid or t.rider <> b.customer::text
        or t.driver <> b.driver::text
      union all
      select t.id::text from ledger_transactions t
      left join bookings b on b.id = t.booking_id
      left join debts d on d.id::text = t.reference
      left join ledger_entries e on e.transaction_id = t.id and e.amount < 0
      where t.kind = 'debt-cash' and t.reference is not null
        and (d.rider_id is distinct from b.customer or e.holder is distinct from b.driver::text
          or not exists (select 1 from ledger_transactions c join ledger_entries r on r.transaction_id = c.id
            where c.kind = 'debt-collected' and c.reference = t.reference and r.account = 'receivable'
              and r.amount = -e.amount))`,
  ),
  bySql(
    'M11',
    'a withdrawal leaves the wallet when it is asked for and ends once; open ones equal the entries of withdrawals payable',
    query`select coalesce(w.id::text, t.reference) as id from withdrawals w
      full join (
        select t.reference, count(*) filter (where t.kind = 'withdrawal') as asked,
          count(*) filter (where t.kind = 'withdrawal-paid') as paid,
          count(*) filter (where t.kind = 'withdrawal-rejected') as rejected,
          coalesce(sum(e.amount) filter (where e.account = 'withdrawals-payable'), 0) as owed,
          coalesce(-sum(e.amount) filter (where e.account = 'wallet'), 0) as kept
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          and e.account in ('withdrawals-payable', 'wallet')
        where t.kind in ('withdrawal', 'withdrawal-paid', 'withdrawal-rejected') group by t.reference
      ) t on t.reference = w.id::text
      where w.id is null or t.reference is null
        or (w.processed_at is null) <> (t.paid = 0) or (w.rejected_at is null) <> (t.rejected = 0)
        or t.owed <> case when w.processed_at is null and w.rejected_at is null then w.amount else 0 end
        or t.kept <> case when w.rejected_at is null then w.amount else 0 end`,
  ),
  bySql(
    'M12',
    'a referral bonus is paid once per referred rider, to their own referrer, never to themselves',
    query`select t.reference as id from ledger_transactions t
      left join users u on u.id::text = t.reference
      left join ledger_entries e on e.transaction_id = t.id and e.account = 'wallet'
      where t.kind = 'referral'
      group by t.reference, u.id
      having count(distinct t.id) > 1 or u.id is null or count(*) <> 1
        or max(e.holder) is distinct from u.signup_via_referral::text or max(e.holder) = t.reference
        or not exists (select 1 from bookings b where b.customer = u.id and b.paid_at is not null)`,
  ),
]
