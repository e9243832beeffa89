/**
 * Waves of a search, since when a driver is online, and indexes for deleting what searches leave behind
 * [design/dispatch-10].
 */
export const name = '013-dispatch-waves'

export const up = `
alter table offers add search integer not null default 0, add wave integer default 1 check (wave > 0),
  add asked_at timestamptz not null default clock_timestamp();
update offers set asked_at = offered_at, wave = case when kind = 'dispatch' then 1 end,
  search = coalesce((select searches from bookings where id = booking_id), 0);
alter table dispatch_records add search integer not null default 0, add wave integer;

alter table users add online_at timestamptz;
update users set online_at = clock_timestamp() where driver_active_status;

create index dispatch_records_by_time on dispatch_records (at);
create index offers_not_accepted on offers (expires_at) where outcome is distinct from 'accepted';
create index notices_of_requests on notices (created_at) where message = 'notice_new_booking';
`
