/**
 * Refunds that fail after they were done [design/payments-100], and those about which a gateway says nothing for two
 * weeks [design/payments-101].
 */
export const name = '067-refunds-that-fail'

export const up = `
alter table refunds
  add column failed_at timestamptz check (failed_at is null or status = 'credited'),
  add column silent_since timestamptz,
  add column office_told_at timestamptz,
  add check (office_told_at is null or (silent_since is not null and status in ('asked', 'pending')));
update refunds set silent_since = created_at where status = 'asked' and tries = 0;
create index refunds_for_office on refunds (office_told_at) where office_told_at is not null;
`
