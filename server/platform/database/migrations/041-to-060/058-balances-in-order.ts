/** Many wallets have the same balance; the list of accounts orders them by person and reads a page of them. */
export const name = '058-balances-in-order'

export const up = `
drop index wallets_by_balance;
create index wallets_by_balance on wallets (balance, user_id);
`
