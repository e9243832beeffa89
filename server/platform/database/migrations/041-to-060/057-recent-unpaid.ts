/** The dashboard lists what was not paid in the last days; unpaid bookings of years stay in the table. */
export const name = '057-recent-unpaid'

export const up = `
create index bookings_unpaid_by_time on bookings (reached_at) where status = 'PENDING';
`
