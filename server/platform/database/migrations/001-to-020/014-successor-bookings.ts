/** A driver's cancel makes a successor booking [design/moves-80]; recent cancels of a rider are found by their time. */
export const name = '014-successor-bookings'

export const up = `
alter table bookings
  add column predecessor text references bookings,
  add column successor text references bookings deferrable initially deferred,
  add column cancelled_drivers uuid[] not null default '{}',
  add check (predecessor is null or cardinality(cancelled_drivers) > 0);
create unique index bookings_one_successor on bookings (predecessor) where predecessor is not null;
create index bookings_cancelled_by_rider on bookings (customer, cancelled_at) where cancelled_by = 'rider';
`
