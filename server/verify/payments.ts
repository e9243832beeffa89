import { settledStatuses } from '@remis/domain/booking/statuses'
import { statusIn } from '../platform/database/schema/status-in.ts'
import { bySql, query, type Survey } from './invariant.ts'

/** Card money is booked once, with the attempt's amount, and refunds do not exceed it. */
export const paymentSurveys: readonly Survey[] = [
  bySql(
    'M7',
    'a gateway event is applied once: one inbox row each, one attempt per captured money, one posting per reference',
    query`select provider || ' ' || event_key as id from payment_events group by provider, event_key having count(*) > 1
      union select provider || ' ' || provider_payment_id from payments where provider_payment_id is not null
        group by provider, provider_payment_id having count(*) > 1
      union select coalesce(booking_id, top_up_id::text) from payments where use = 'applied' group by 1 having count(*) > 1
      union select kind || ' ' || reference from ledger_transactions where kind in ('capture', 'top-up', 'refund')
        group by kind, reference having count(*) > 1`,
  ),
  bySql(
    'M9',
    'captured money is in the ledger with provider, amount and currency of its attempt, and only captured money is',
    query`select coalesce(p.id, c.reference) as id from payments p
      full join (
        select t.reference, bool_or(t.kind = 'capture') as captured, sum(e.amount) as total, max(e.currency) as currency,
          max(e.holder) as provider
        from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id and e.account = 'gateway-clearing'
        where t.kind in ('capture', 'top-up') group by t.reference) c on c.reference = p.id
      where case when p.id is null then c.captured when p.use is null then c.total is not null
        else c.total is distinct from -p.amount or c.currency <> p.currency or c.provider <> p.provider end`,
  ),
  bySql(
    'M13',
    'refunds of a payment are at most what was captured, each that has ended is posted once, in full, one paid twice is owed until it fails, and one that failed later is in the wallet',
    query`select p.id from payments p join refunds r on r.payment_id = p.id
        group by p.id having sum(r.amount) > case when p.use is null then 0 else p.amount end
      union select r.id::text from refunds r
        left join lateral (
          select sum(e.amount) as total from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id and e.account = 'prepayments'
          where t.kind = 'refund' and t.reference = r.id::text) l on true
        where case when r.status in ('done', 'credited') then l.total is distinct from -r.amount else l.total is not null end
      union select r.id::text from refunds r
        left join (
          select t.refund, sum(e.amount) as total
          from (
            select id, reference as refund from ledger_transactions where kind = 'debt'
            union all select f.id, d.reference from ledger_transactions d
              join ledger_transactions f on f.kind = 'refund' and f.reference = d.id || '-failed' where d.kind = 'debt') t
          join ledger_entries e on e.transaction_id = t.id and e.account = 'gateway-clearing' group by t.refund
        ) twice on twice.refund = r.id::text
        where coalesce(twice.total, 0) <> case when r.paid_twice_at is null then 0 else r.amount end
      union select r.id::text from refunds r
        left join lateral (
          select sum(e.amount) as total from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id and e.account = 'wallet'
          where t.kind = 'refund' and t.reference = r.id || '-failed') f on true
        where f.total is distinct from case when r.failed_at is null then null else r.amount end`,
  ),
  bySql(
    'M16',
    'the prepayments of an order that is paid or ended sum to its open refunds',
    query`select held.holder as id
      from (select holder, sum(amount) as total from ledger_entries where account = 'prepayments' group by holder) held
      left join bookings b on b.id = held.holder
      left join (select coalesce(p.booking_id, p.top_up_id::text) as holder, sum(r.amount) as total
        from refunds r join payments p on p.id = r.payment_id where r.status in ('asked', 'pending') group by 1) open
        on open.holder = held.holder
      where (b.id is null or ${statusIn('b.status', settledStatuses)}) and held.total <> coalesce(open.total, 0)`,
  ),
]
