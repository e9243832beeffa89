/**
 * What people keep of the booking list, and the indexes of its filters: the list is ordered by the trip date, so that
 * each filter has an index that ends with it [design/web-83], [design/data-70].
 */
export const name = '033-booking-list'

const open = `('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID')`

export const up = `
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null check (name <> ''),
  address jsonb not null,
  columns text[],
  created_at timestamptz not null default clock_timestamp()
);
create unique index saved_views_name on saved_views (user_id, lower(name));
create table list_columns (
  user_id uuid not null references users,
  role text not null check (role in ('rider', 'driver', 'fleetadmin', 'admin')),
  columns text[] not null,
  primary key (user_id, role)
);

drop index bookings_by_customer, bookings_by_driver, bookings_by_fleet, bookings_by_status;
create index bookings_by_tripdate on bookings (tripdate desc, id desc);
create index bookings_by_status on bookings (status, tripdate desc, id desc);
create index bookings_by_customer on bookings (customer, tripdate desc, id desc);
create index bookings_by_driver on bookings (driver, tripdate desc, id desc) where driver is not null;
create index bookings_by_fleet on bookings (fleetadmin, tripdate desc, id desc) where fleetadmin is not null;
create index bookings_by_mode on bookings (payment_mode, tripdate desc, id desc);
create index bookings_by_cost on bookings (trip_cost desc, id desc);
create index bookings_written_off on bookings (tripdate desc, id desc) where written_off > 0;
create index bookings_open_of_driver on bookings (driver, status) where driver is not null and status in ${open};
create index bookings_open_of_fleet on bookings (fleetadmin, status) where fleetadmin is not null and status in ${open};
create index trip_reviews_open on trip_reviews (booking_id) where released_at is null;
`
