/** Alerts of riders and drivers with their timelines, and the questions to riders on trips that look unusual. */
export const name = '048-safety'

export const up = `
create table safety_alerts (
  id uuid primary key,
  booking_id text not null references bookings (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('rider', 'driver')),
  kind text not null check (kind in ('panic', 'help', 'unanswered')),
  hint text check (hint in ('long-stop', 'off-route', 'phone-gone')),
  pressed_at timestamptz not null,
  presses int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  lat float8,
  lng float8,
  accuracy float8,
  located_at timestamptz,
  car_lat float8,
  car_lng float8,
  car_accuracy float8,
  car_at timestamptz,
  taken_by uuid references users (id),
  taken_at timestamptz,
  closed_by uuid references users (id),
  closed_at timestamptz,
  outcome text check (outcome in ('false-alarm', 'helped', 'emergency-services', 'not-reached')),
  check ((lat is null) = (lng is null) and (lat is null) = (located_at is null)),
  check ((car_lat is null) = (car_lng is null) and (car_lat is null) = (car_at is null)),
  check ((taken_by is null) = (taken_at is null)),
  check ((closed_by is null) = (closed_at is null) and (closed_by is null) = (outcome is null)),
  check (closed_at is null or taken_at is not null)
);
create unique index safety_alerts_open on safety_alerts (booking_id, user_id) where closed_at is null;
create index safety_alerts_waiting on safety_alerts (created_at) where closed_at is null and taken_at is null;
create index safety_alerts_order on safety_alerts (created_at, id);
create index safety_alerts_booking on safety_alerts (booking_id);

create table safety_events (
  id uuid primary key,
  alert_id uuid not null references safety_alerts (id) on delete cascade,
  what text not null check (what in
    ('pressed', 'sent', 'again', 'position', 'unanswered', 'fine', 'taken', 'note', 'closed')),
  at timestamptz not null default clock_timestamp(),
  by_id uuid references users (id),
  text text
);
create index safety_events_alert on safety_events (alert_id, at, id);

create table safety_questions (
  id uuid primary key,
  booking_id text not null references bookings (id),
  user_id uuid not null references users (id),
  hint text not null check (hint in ('long-stop', 'off-route', 'phone-gone')),
  asked_at timestamptz not null default clock_timestamp(),
  answer text check (answer in ('fine', 'help', 'none', 'over')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create unique index safety_questions_open on safety_questions (booking_id) where answer is null;
create index safety_questions_booking on safety_questions (booking_id, asked_at);
create index safety_questions_age on safety_questions (asked_at);
`
