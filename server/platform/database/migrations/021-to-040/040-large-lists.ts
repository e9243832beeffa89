/** Words that searches look up, and indexes for every order and filter of the large lists [design/data-80]. */
export const name = '040-large-lists'

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\t\n\r'
const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** The words of a booking that belong to its rider's side, as `search_words` of them. */
const riderWords = (row: string): string =>
  `search_words(${row}.id || ' ' || ${row}.customer_name || ' ' || coalesce(${row}.customer_contact, '') || ' ' ||
      coalesce(${row}.customer_email, '') || ' ' || ${row}.car_type || ' ' || ${row}.pickup_add || ' ' || ${row}.drop_add)`
const driverWords = (row: string): string =>
  `search_words(coalesce(${row}.driver_name, '') || ' ' || coalesce(${row}.driver_contact, '') || ' ' ||
      coalesce(${row}.vehicle_number, ''))`

/** The words of all bookings, for rows that no trigger has seen. */
export const fillBookingWords: readonly string[] = [
  `insert into booking_words select id, 'rider', ${riderWords('b')} from bookings b`,
  `insert into booking_words select id, 'driver', ${driverWords('b')} from bookings b where driver_name is not null`,
]

export const up = `
create extension if not exists pg_trgm;

-- In lower case after a blank, with blanks for punctuation. Trigrams of a database with the locale C know ASCII letters
-- only, so each other character becomes three letters or digits, made of its code point.
create function search_words(said text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := ' ' || translate(lower(said), $punctuation$${punctuation}$punctuation$, repeat(' ', ${punctuation.length}));
begin
  if octet_length(plain) = length(plain) then return plain; end if;
  return (
    select string_agg(case when ascii(letter) < 128 then letter
      else substr('${digits}', ascii(letter) / 1296 % 36 + 1, 1) || substr('${digits}', ascii(letter) / 36 % 36 + 1, 1)
        || substr('${digits}', ascii(letter) % 36 + 1, 1) end, '' order by place)
    from regexp_split_to_table(plain, '') with ordinality as letters (letter, place));
end $$;

-- The pattern for words: one or two letters or digits begin a word, more are anywhere. Null for a search without any.
create function search_pattern(said text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := search_words(said);
begin
  if words ~ '^ *$' then return null; end if;
  return case when length(trim(words)) < 3 then '% ' || trim(words) || '%' else '%' || substr(words, 2) || '%' end;
end $$;

-- Apart from the bookings: an index of words on a table whose rows change at each move would be written at each move.
create table booking_words (
  booking_id text not null references bookings on delete cascade,
  side text not null check (side in ('rider', 'driver')),
  words text not null,
  primary key (booking_id, side)
);
create function bookings_keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.customer_name, new.customer_contact, new.customer_email, new.car_type, new.pickup_add, new.drop_add)
      is distinct from (old.customer_name, old.customer_contact, old.customer_email, old.car_type, old.pickup_add, old.drop_add) then
    insert into booking_words values (new.id, 'rider', ${riderWords('new')})
      on conflict (booking_id, side) do update set words = excluded.words;
  end if;
  if new.driver_name is not null or (tg_op = 'UPDATE' and old.driver_name is not null) then
    insert into booking_words values (new.id, 'driver', ${driverWords('new')})
      on conflict (booking_id, side) do update set words = excluded.words where booking_words.words <> excluded.words;
  end if;
  return null;
end $$;
create trigger bookings_words_of_new after insert on bookings for each row execute function bookings_keep_words();
create trigger bookings_words_of_changed after update on bookings for each row when (
  (new.customer_name, new.customer_contact, new.customer_email, new.car_type, new.pickup_add, new.drop_add,
    new.driver_name, new.driver_contact, new.vehicle_number)
  is distinct from (old.customer_name, old.customer_contact, old.customer_email, old.car_type, old.pickup_add, old.drop_add,
    old.driver_name, old.driver_contact, old.vehicle_number)
) execute function bookings_keep_words();
${fillBookingWords.join(';\n')};
-- No list of pending entries: a search would read it, and a call would have to merge it.
create index booking_words_find on booking_words using gin (words gin_trgm_ops) with (fastupdate = off);
alter table booking_words alter column words set statistics 500;

create index if not exists bookings_by_tripdate on bookings (tripdate desc, id desc);
create index if not exists bookings_by_cost on bookings (trip_cost desc, id desc);
-- In one direction: read backwards, they serve the other one.
create index bookings_by_car_type on bookings (car_type, tripdate, id);
create index bookings_by_customer_name on bookings (customer_name, id);
drop index bookings_by_status;
create index bookings_by_status on bookings (status, tripdate, id);

alter table users add column words text generated always as (search_words(first_name || ' ' || last_name || ' ' ||
  coalesce(email, '') || ' ' || coalesce(mobile, '') || ' ' || coalesce(vehicle_number, '') || ' ' || referral_id)) stored;
create index users_words on users using gin (words gin_trgm_ops) with (fastupdate = off);
alter table users alter column words set statistics 500;
create index users_by_name on users (lower(first_name || ' ' || last_name), id);
drop index users_by_type;
create index users_by_type on users (usertype, created_at, id) where deleted_at is null;
create index users_online on users (fleetadmin) where driver_active_status and usertype = 'driver' and deleted_at is null;
create index users_unapproved on users (usertype, created_at, id) where not approved and deleted_at is null;

create index withdrawals_by_amount on withdrawals (amount, id);
create index withdrawals_by_end on withdrawals (coalesce(processed_at, 'epoch'::timestamptz), id);
create index withdrawals_processed on withdrawals (asked_at, id) where processed_at is not null;
create index withdrawals_rejected on withdrawals (asked_at, id) where rejected_at is not null;

create index mail_queue_by_channel on mail_queue (channel, created_at, id);
alter table mail_queue add column words text generated always as (search_words(address || ' ' || template)) stored;
create index mail_queue_words on mail_queue using gin (words gin_trgm_ops) with (fastupdate = off);
alter table security_events add column words text generated always as (search_words(address)) stored;
create index security_events_words on security_events using gin (words gin_trgm_ops) with (fastupdate = off);
create index security_events_by_kind on security_events (kind, at, id);

create index earning_sums_by_rides on earning_sums (generation, rides, id) where span = 'month';
create index earning_sums_by_share on earning_sums (generation, (ride_share + cancel_share), id) where span = 'month';
create index earning_sums_of_driver on earning_sums (driver_id, generation) where span = 'month';
-- The sum of all days of a fleet: the dashboard adds up no years.
alter table earning_sums drop constraint earning_sums_span_check;
alter table earning_sums add constraint earning_sums_span_check check (span in ('day', 'month', 'all'));
insert into earning_sums (generation, span, since, driver_id, fleet_id, rides, ride_share, cancel_share, fees, discounts)
  select generation, 'all', '-infinity', null, fleet_id, sum(rides), sum(ride_share), sum(cancel_share), sum(fees), sum(discounts)
  from earning_sums where span = 'day' group by generation, fleet_id;

analyze bookings, booking_words, users, withdrawals, mail_queue, security_events, earning_sums;
`
