/**
 * When admins were last alerted that a booking needs a driver [design/dispatch-72]. An admin who switched the notice
 * off has none, so notices do not say it.
 */
export const name = '068-unassigned-alerts'

export const up = `
create table unassigned_alerts (
  booking_id text primary key references bookings,
  at timestamptz not null
);
insert into unassigned_alerts (booking_id, at)
  select b.id, max(n.created_at) from bookings b join notices n on n.booking_id = b.id
  where b.status = 'NEW' and n.message = 'notice_needs_driver' group by b.id;
`
