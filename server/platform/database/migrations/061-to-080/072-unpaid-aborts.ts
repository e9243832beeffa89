/** Unpaid trips that the office ended at the pickup get the time from which reminders count [design/money-49]. */
export const name = '072-unpaid-aborts'

export const up = `
update bookings set reached_at = end_time where status = 'PENDING' and reached_at is null;
`
