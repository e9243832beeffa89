/**
 * Car types that are archived instead of removed, versions of rows that two admins may edit at once, and indexes for
 * the paid trips and the drivers of a car type [design/catalogue-5], [design/catalogue-6], [design/catalogue-8].
 */
export const name = '032-catalogue'

export const up = `
alter table car_types
  add column version integer not null default 0,
  add column deleted_at timestamptz,
  add check (deleted_at is null or not active),
  drop constraint car_types_name_key;
-- names that differ in letter case only get a number
update car_types c set name = c.name || ' (' || d.nth || ')'
  from (select id, row_number() over (partition by lower(name) order by position, id) as nth from car_types) d
  where d.id = c.id and d.nth > 1;
create unique index car_types_name on car_types (lower(name)) where deleted_at is null;
alter table cancel_reasons add column version integer not null default 0;
alter table promos add column version integer not null default 0;
create index bookings_paid_by_car_type on bookings (car_type_id, end_time, id) where status in ('PAID', 'COMPLETE');
create index users_by_car_type on users (car_type_id) where car_type_id is not null;
`
