/**
 * People, sign-in, settings, bookings, offers, tracks, ledger, events: all of PostgreSQL 15 and later, no extension.
 */
export const name = '001-first-tables'

export const up = `
create table users (
  id uuid primary key,
  first_name text not null, last_name text not null,
  email text, mobile text,
  usertype text not null check (usertype in ('rider', 'driver', 'admin', 'fleetadmin')),
  referral_id text not null,
  signup_via_referral uuid references users,
  approved boolean not null,
  login_type text not null default 'email' check (login_type in ('email', 'mobile', 'facebook', 'apple', 'other')),
  created_at timestamptz not null default now(),
  created_by_admin boolean not null default false,
  user_platform text,
  profile_image text,
  queue boolean not null default false,
  driver_active_status boolean not null default false,
  rating_average numeric(2, 1), rating_sum integer not null default 0, rating_count integer not null default 0,
  car_type_id uuid, vehicle_make text, vehicle_model text, vehicle_number text, other_info text,
  fleetadmin uuid references users,
  bank_name text, bank_code text, bank_account text,
  license_image text,
  email_verified_at timestamptz, mobile_verified_at timestamptz,
  language text,
  deleted_at timestamptz
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create unique index users_mobile on users (mobile) where deleted_at is null;
create unique index users_referral_id on users (referral_id);
create index users_by_type on users (usertype, created_at desc, id) where deleted_at is null;
create index users_by_fleet on users (fleetadmin) where fleetadmin is not null;

create table identities (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('password', 'phone', 'facebook', 'apple', 'passkey', 'totp')),
  subject text not null,
  secret text,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (kind, subject)
);
create index identities_by_user on identities (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text not null default '', user_agent text not null default ''
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;

create table one_time_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('sign-in', 'verify-email', 'verify-mobile', 'reset-password', 'set-up')),
  subject text not null,
  user_id uuid references users,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_by_subject on one_time_codes (purpose, subject, created_at desc);

create table settings (
  id integer primary key check (id = 1),
  version integer not null,
  data jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users
);
create table settings_history (
  version integer primary key, data jsonb not null, updated_at timestamptz not null default now(), updated_by uuid references users
);

create table languages (
  id uuid primary key,
  lang_name text not null, lang_locale text not null unique, date_locale text not null,
  key_value_pairs jsonb not null default '{}',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index languages_one_default on languages (is_default) where is_default;

create table cancel_reasons (
  id uuid primary key, position integer not null unique deferrable initially deferred check (position >= 0), label text not null
);

create table car_types (
  id uuid primary key,
  name text not null unique,
  image text not null,
  seats integer not null default 4 check (seats between 1 and 60),
  position integer not null default 0,
  base_fare numeric(16, 4) not null default 0 check (base_fare >= 0),
  rate_per_unit_distance numeric(16, 4) not null check (rate_per_unit_distance >= 0),
  rate_per_hour numeric(16, 4) not null check (rate_per_hour >= 0),
  min_fare numeric(16, 4) not null default 0 check (min_fare >= 0),
  convenience_fees numeric(16, 4) not null default 0 check (convenience_fees >= 0),
  convenience_fee_type text not null check (convenience_fee_type in ('flat', 'percentage')),
  extra_info text not null default '',
  parcel_types jsonb not null default '[]', options jsonb not null default '[]', cancel_slab jsonb not null default '[]',
  active boolean not null default true,
  created_at timestamptz not null default now()
);
alter table users add foreign key (car_type_id) references car_types;

create table quotes (
  id uuid primary key,
  rider_id uuid not null references users,
  made_by uuid not null references users,
  car_type_id uuid not null references car_types,
  pickup jsonb not null, "drop" jsonb not null,
  distance double precision not null, duration integer not null, polyline text not null,
  instruction jsonb,
  tariff jsonb not null,
  fare jsonb not null,
  estimate bigint not null check (estimate >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz, booking_id text
);
create index quotes_by_expiry on quotes (expires_at) where used_at is null;

create table bookings (
  id text primary key,
  version integer not null default 0,
  status text not null check (status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED')),
  customer uuid not null references users,
  customer_name text not null, customer_email text, customer_contact text, customer_image text,
  created_by uuid not null references users,
  booking_type_admin boolean not null default false,
  car_type_id uuid not null references car_types, car_type text not null, car_image text not null,
  pickup_lat double precision not null, pickup_lng double precision not null, pickup_add text not null,
  drop_lat double precision not null, drop_lng double precision not null, drop_add text not null,
  quote_id uuid not null unique references quotes,
  tariff jsonb not null, fare jsonb not null,
  estimate bigint not null, estimate_distance double precision not null, estimate_time integer not null,
  distance double precision, coords text not null,
  book_later boolean not null default false,
  tripdate timestamptz not null, booking_date timestamptz not null default now(),
  otp text, code_tries integer not null default 0 check (code_tries between 0 and 5), code_renewals integer not null default 0 check (code_renewals between 0 and 3),
  trip_cost bigint not null, convenience_fees bigint not null, driver_share bigint not null,
  discount_amount bigint not null default 0, customer_paid bigint not null, payable_amount bigint not null,
  cash_payment_amount bigint not null default 0, card_payment_amount bigint not null default 0, used_wallet_money bigint not null default 0,
  written_off bigint not null default 0,
  payment_mode text not null check (payment_mode in ('cash', 'wallet', 'card')), gateway text, prepaid boolean not null default false,
  promo_applied boolean not null default false, promo_details jsonb,
  driver uuid references users, driver_name text, driver_contact text, driver_image text, driver_rating numeric(2, 1),
  vehicle_number text, vehicle_make text, vehicle_model text, fleetadmin uuid references users,
  driver_arrive_time timestamptz, trip_start_time text, start_time timestamptz, trip_end_time text, end_time timestamptz, total_trip_time integer,
  reason text, reason_id uuid, cancelled_by text check (cancelled_by in ('rider', 'driver', 'admin', 'system')),
  rating integer check (rating between 1 and 5), feedback text,
  pickup_image text, deliver_image text,
  delivery_person text, delivery_person_phone text, pick_up_instructions text, delivery_instructions text,
  parcel_type_selected jsonb, option_selected jsonb,
  search_started_at timestamptz, search_until timestamptz, searches integer not null default 0,
  accepted_at timestamptz, reached_at timestamptz, paid_at timestamptz, completed_at timestamptz, cancelled_at timestamptz,
  fare_flag text,
  currency text not null,
  check (driver_share + convenience_fees = trip_cost),
  check (trip_cost >= 0 and driver_share >= 0 and convenience_fees >= 0 and discount_amount between 0 and trip_cost),
  check (status in ('PAYMENT_PENDING', 'NEW', 'CANCELLED') or driver is not null)
);
create unique index bookings_one_trip_per_driver on bookings (driver) where status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
create index bookings_by_date on bookings (booking_date desc, id desc);
create index bookings_by_customer on bookings (customer, booking_date desc, id desc);
create index bookings_by_driver on bookings (driver, booking_date desc, id desc) where driver is not null;
create index bookings_by_fleet on bookings (fleetadmin, booking_date desc, id desc) where fleetadmin is not null;
create index bookings_by_status on bookings (status, booking_date desc, id desc);
create index bookings_searching on bookings (search_until) where status = 'NEW';
create index bookings_to_complete on bookings (paid_at) where status = 'PAID';
alter table quotes add foreign key (booking_id) references bookings deferrable initially deferred;

create table booking_events (
  booking_id text not null references bookings,
  version integer not null,
  move text not null,
  from_status text, to_status text not null,
  actor_kind text not null check (actor_kind in ('rider', 'driver', 'admin', 'fleetadmin', 'system')),
  actor_id uuid,
  at timestamptz not null,
  data jsonb not null default '{}',
  primary key (booking_id, version)
);

create table offers (
  id uuid primary key,
  booking_id text not null references bookings,
  driver_id uuid not null references users,
  kind text not null default 'dispatch' check (kind in ('dispatch', 'assign')),
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  shown integer not null default 1,
  outcome text check (outcome in ('accepted', 'declined', 'closed')),
  closed_at timestamptz,
  pickup_distance double precision not null, pickup_time integer,
  unique (booking_id, driver_id)
);
create index offers_open_by_driver on offers (driver_id, expires_at) where outcome is null;

create table dispatch_records (
  booking_id text not null references bookings, sweep integer not null, at timestamptz not null default now(),
  considered jsonb not null, offered integer not null,
  primary key (booking_id, sweep)
);

create table driver_positions (
  driver_id uuid primary key references users,
  lat double precision not null, lng double precision not null,
  accuracy real, heading real, speed real,
  at timestamptz not null, seq bigint not null default 0
);

create table track_points (
  booking_id text not null references bookings,
  seq bigint not null,
  status text not null check (status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')),
  lat double precision not null, lng double precision not null, accuracy real,
  at timestamptz not null,
  primary key (booking_id, seq)
);

create table saved_addresses (
  id uuid primary key, user_id uuid not null references users,
  description text not null, lat double precision not null, lng double precision not null,
  count integer not null default 1, used_at timestamptz not null default now()
);
create index saved_addresses_by_user on saved_addresses (user_id, count desc);

create table ratings (
  booking_id text not null references bookings, from_user uuid not null references users, to_user uuid not null references users,
  rate integer not null check (rate between 1 and 5), tags text[] not null default '{}', comment text, at timestamptz not null default now(),
  primary key (booking_id, from_user)
);
create index ratings_by_target on ratings (to_user, at desc);

create table ledger_transactions (
  id uuid primary key,
  kind text not null check (kind in ('settlement', 'hold', 'hold-release', 'capture', 'refund', 'top-up', 'withdrawal', 'withdrawal-paid', 'withdrawal-rejected', 'cancellation-fee', 'referral', 'admin-credit', 'reversal', 'opening')),
  booking_id text references bookings,
  reference text,
  actor_id uuid references users,
  at timestamptz not null default clock_timestamp()
);
create unique index ledger_one_settlement on ledger_transactions (booking_id) where kind = 'settlement';
create index ledger_transactions_by_booking on ledger_transactions (booking_id) where booking_id is not null;

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions,
  account text not null check (account in ('wallet', 'prepayments', 'revenue', 'promo-expense', 'referral-expense', 'bad-debt', 'gateway-clearing', 'bank', 'withdrawals-payable', 'admin-adjustments')),
  holder text,
  amount bigint not null check (amount <> 0 and abs(amount) <= 9007199254740991),
  currency text not null,
  check ((account in ('wallet', 'gateway-clearing', 'prepayments')) = (holder is not null))
);
create index ledger_entries_by_transaction on ledger_entries (transaction_id);
create index ledger_entries_by_holder on ledger_entries (holder, id desc) where account = 'wallet';
create index ledger_entries_prepayments on ledger_entries (holder) where account = 'prepayments';

create function ledger_transaction_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0
     or (select count(distinct currency) from ledger_entries where transaction_id = new.transaction_id) <> 1 then
    raise exception 'ledger transaction % does not sum to zero in one currency', new.transaction_id using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balances after insert on ledger_entries deferrable initially deferred for each row execute function ledger_transaction_balances();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'insufficient_privilege', constraint = 'ledger_is_append_only';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries for each statement execute function ledger_is_append_only();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each statement execute function ledger_is_append_only();

create table wallets (user_id uuid primary key references users, balance bigint not null default 0, updated_at timestamptz not null default now());

create table notices (
  id uuid primary key, user_id uuid not null references users,
  message text not null, params jsonb not null default '{}',
  screen text not null check (screen in ('BookingCab', 'BookedCab', 'onlineChat', 'wallet', 'DriverTrips')),
  booking_id text references bookings,
  created_at timestamptz not null default now(), seen_at timestamptz
);
create index notices_by_user on notices (user_id, created_at desc, id desc);

create table outbox (
  id bigint generated always as identity primary key,
  seq bigint unique,
  kind text not null, subject text not null, version integer,
  audience text[] not null,
  at timestamptz not null default clock_timestamp()
);
create index outbox_fresh on outbox (id) where seq is null;
create index outbox_by_time on outbox (at);

create table idempotency_keys (
  owner text not null, endpoint text not null, key text not null,
  body_hash bytea not null, reply jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, endpoint, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

create table rate_counters (class text not null, subject text not null, window_start timestamptz not null, count integer not null, primary key (class, subject));
create table nodes (id uuid primary key, job_pool text, started_at timestamptz not null default now(), seen_at timestamptz not null default now());
create table live_epoch (id integer primary key check (id = 1), epoch uuid not null);
create table server_secrets (name text primary key, value bytea not null, created_at timestamptz not null default now());

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid references users, actor_role text, address text not null default '',
  action text not null, subject text not null, data jsonb not null default '{}'
);
create index audit_log_by_subject on audit_log (subject, id desc);
create trigger audit_log_append_only before update or delete on audit_log for each statement execute function ledger_is_append_only();
`
