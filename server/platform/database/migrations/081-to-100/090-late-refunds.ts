/**
 * A refund that the gateway made after its end, and that fails: to a wallet that was credited [design/payments-115], or
 * after the office had settled it [design/payments-116]. `office_state` is what the office did with a refund.
 */
export const name = '090-late-refunds'

export const up = `
alter table refunds
  drop constraint refunds_check5,
  add column paid_twice_refund_id text,
  add column made_late_at timestamptz,
  add column office_state text generated always as (case when left_at is not null then 'left'
    when settled_at is not null and made_late_at is null then 'settled' end) stored,
  add check ((left_at is null and settled_at is null) or status = 'done' or paid_twice_at is not null),
  add check (paid_twice_refund_id is null or paid_twice_at is not null),
  add check (made_late_at is null or settled_at is not null);
update refunds r set paid_twice_refund_id = (select e.outcome->>'providerRefundId' from payment_events e
    where e.payment_id = r.payment_id and e.outcome->>'kind' = 'refund' and e.outcome->>'status' = 'done'
      and e.outcome->>'refundKey' = r.payment_id || '-' || r.key
      and e.outcome->>'providerRefundId' is distinct from r.failed_refund_id
    order by e.received_at limit 1)
  where r.paid_twice_at is not null;
`
