/** Chargebacks that wait for the office [design/payments-108]. */
export const name = '075-chargebacks'

export const up = `
alter table payments
  add column charged_back_at timestamptz check (charged_back_at is null or use is not null),
  add column chargeback_closed_at timestamptz check (chargeback_closed_at is null or charged_back_at is not null);
create index payments_charged_back on payments (charged_back_at)
  where charged_back_at is not null and chargeback_closed_at is null;
`
