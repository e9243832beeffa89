/** What the bank file of a payout says stays the same [design/money-52]: its payer, and the names of its payees. */
export const name = '073-payers-of-payouts'

export const up = `
alter table payouts add column payer jsonb;
alter table withdrawals add column payee_name text;
`
