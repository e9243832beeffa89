/**
 * Confirmed arrivals and the distance at the acceptance [design/moves-70], [design/moves-73]; roles of cancel reasons
 * [design/moves-75]. Earlier arrivals count as confirmed. Reasons that came with the trial city get their roles by
 * label, all others are for everyone.
 */
export const name = '012-presence-and-reasons'

export const up = `
alter table bookings add column arrival_confirmed_at timestamptz, add column accept_km double precision check (accept_km >= 0);
update bookings set arrival_confirmed_at = driver_arrive_time where driver_arrive_time is not null;

alter table cancel_reasons add column roles text[] not null default '{rider,driver,admin}'
  check (cardinality(roles) > 0 and roles <@ array['rider', 'driver', 'admin']);
update cancel_reasons set roles = '{rider}' where label in (
  'The wait is too long', 'Waiting took too long', 'My plans changed', 'Plans have changed', 'Wrong pickup',
  'The pickup was wrong', 'The driver asked me to cancel', 'The driver asked for it');
update cancel_reasons set roles = '{rider,admin}' where label = 'Booked by mistake';
update cancel_reasons set roles = '{admin}' where label in ('Rider no-show', 'The rider did not come');
update cancel_reasons set roles = '{driver,admin}' where label in ('Car trouble', 'Trouble with the car');
`
