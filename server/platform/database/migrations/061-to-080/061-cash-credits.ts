/** Cash that a rider or driver paid at the office is booked to the office's cash instead of an adjustment. */
export const name = '061-cash-credits'

export const up = `
alter table wallet_credits add column cash boolean not null default false;
`
