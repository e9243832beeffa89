/**
 * Unpaid trips that the office ended at the pickup get the time from which reminders count [design/money-49]; an
 * admin's own credits to a wallet are found without reading all [design/money-125].
 */
export const name = '072-unpaid-aborts'

export const up = `
update bookings set reached_at = end_time where status = 'PENDING' and reached_at is null;
create index wallet_credits_by_asker on wallet_credits (user_id, asked_by, asked_at);
`
