/** The sweep of reminders reads what is due; most unpaid bookings wait for a week or have had their last one. */
export const name = '060-due-reminders'

export const up = `
create index payment_reminders_due on payment_reminders (next_at) where next_at is not null;
`
