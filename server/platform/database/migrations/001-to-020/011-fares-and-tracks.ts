/**
 * Several flags per fare; when a track point was received; the charged track of each trip, which stays when its points
 * are deleted [design/tracking-12], [design/tracking-22].
 */
export const name = '011-fares-and-tracks'

export const up = `
alter table bookings add column fare_flags text[] not null default '{}';
update bookings set fare_flags = array[fare_flag] where fare_flag is not null;
alter table bookings drop column fare_flag;

alter table track_points add column received_at timestamptz;
update track_points set received_at = at;
alter table track_points alter column received_at set default clock_timestamp(), alter column received_at set not null;
create index track_points_by_receipt on track_points using brin (received_at) with (pages_per_range = 32);

create table driven_tracks (
  booking_id text primary key references bookings,
  points integer not null check (points >= 0),
  first_at timestamptz, last_at timestamptz,
  line text,
  check ((first_at is null) = (points = 0) and (last_at is null) = (points = 0))
);
`
