/**
 * The kind of device a move came from [design/web-91], and an index for the trips a driver ended today
 * [design/dispatch-71].
 */
export const name = '034-booking-page'

export const up = `
alter table booking_events add column device text check (device in ('phone', 'tablet', 'computer'));
create index bookings_ended_by_driver on bookings (driver, end_time) where end_time is not null;
`
