/** Traffic: samples of finished trips, and the factors in use. */
export const name = '050-traffic'

export const up = `
-- Finished trips that are not learned from yet.
create table traffic_queue (
  booking_id text primary key references bookings (id),
  tries integer not null default 0
);

-- At most 200 per class and hour, the newest ones.
create table traffic_samples (
  booking_id text not null references bookings (id),
  road_class text not null check (road_class in ('motorway', 'main', 'street')),
  at timestamptz not null,
  hour smallint not null check (hour between 0 and 167),
  ratio double precision not null check (ratio > 0),
  seconds double precision not null check (seconds > 0),
  primary key (booking_id, road_class, at)
);
create index traffic_samples_hour on traffic_samples (road_class, hour, at desc);

create table traffic_cells (
  road_class text not null check (road_class in ('motorway', 'main', 'street')),
  hour smallint not null check (hour between 0 and 167),
  ratio double precision not null,
  low double precision not null,
  high double precision not null,
  weight double precision not null,
  trips integer not null,
  drivers integer not null,
  seconds double precision not null,
  primary key (road_class, hour)
);

-- One row: the zone of the hours, and the factors in use.
create table traffic_state (
  id integer primary key check (id = 1),
  timezone text not null,
  factors jsonb,
  version integer not null default 0,
  changed_at timestamptz not null default clock_timestamp()
);
-- Universal time until the first trip is learned from.
insert into traffic_state (id, timezone) values (1, 'UTC');
`
