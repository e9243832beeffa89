/** Refunds that fail after they were done [design/payments-100]. */
export const name = '067-refunds-that-fail'

export const up = `
alter table refunds add column failed_at timestamptz check (failed_at is null or status = 'credited');
`
