/**
 * Refunds that are left to the office wait until it ends them [design/payments-113]; before, a text in their failure
 * said so. A dispute is won or lost [design/payments-108].
 */
export const name = '085-refunds-left-to-the-office'

export const up = `
alter table refunds
  add column left_at timestamptz,
  add column settled_at timestamptz,
  add column failed_refund_id text,
  add column credit_asked_by uuid references users,
  add check ((left_at is null and settled_at is null) or status = 'done'),
  add check (left_at is null or settled_at is null),
  add check (credit_asked_by is null or left_at is not null or office_told_at is not null);
update refunds set failed_refund_id = provider_refund_id where failed_at is not null;
update refunds set left_at = coalesce(done_at, created_at),
    failed_refund_id = substring(failure from '^failed after it was done, left to the office: (.*)$'),
    failure = regexp_replace(failure, '^refused, left to the office: |, left to the office: .*$', '')
  where status = 'done' and failure like '%left to the office%';
create index refunds_left on refunds (left_at) where left_at is not null;
alter table payments add column chargeback_won boolean not null default false
  check (not chargeback_won or chargeback_closed_at is not null);
`
