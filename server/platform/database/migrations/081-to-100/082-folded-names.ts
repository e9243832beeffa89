/** Searches and the order of names ignore accents [design/data-110]. */
export const name = '082-folded-names'

/** The marks that `foldText` of the domain removes. */
const marks = String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]`

/** In a database with the locale C, lower() knows ASCII letters only. */
const capitals =
  'ÆÐØÞĐĦŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҖҚҢҮҰҲҺӘӨ' +
  'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ'
const small = Array.from(capitals, (letter) => letter.toLowerCase()).join('')
const ifLocaleC = (letters: string): string =>
  `case when lower('Я' collate "default") = 'я' then '' else '${letters}' end`

/** What is searched of a booking's rider, and of its driver. */
const riderSaid = (row: string): string =>
  `${row}.id || ' ' || ${row}.customer_name || ' ' || coalesce(${row}.customer_contact, '') || ' ' ||
      coalesce(${row}.customer_email, '') || ' ' || ${row}.car_type || ' ' || ${row}.pickup_add || ' ' || ${row}.drop_add`
const driverSaid = (row: string): string =>
  `coalesce(${row}.driver_name, '') || ' ' || coalesce(${row}.driver_contact, '') || ' ' ||
      coalesce(${row}.vehicle_number, '')`
const wordsOf = (said: string): string => `search_words(fold_text(${said}))`

/** The words of all bookings, for rows that no trigger has seen. */
export const fillBookingWords: readonly string[] = [
  `insert into booking_words select id, 'rider', ${wordsOf(riderSaid('b'))} from bookings b`,
  `insert into booking_words select id, 'driver', ${wordsOf(driverSaid('b'))} from bookings b where driver_name is not null`,
]

export const up = `
-- As \`foldText\` of the domain. The collation "default" makes the result independent of the argument's. It calls
-- functions of PostgreSQL only: a restored dump computes generated columns without a search path.
create function fold_text(said text) returns text language sql immutable parallel safe
  return case when octet_length(said) = length(said) then translate(lower(said collate "default"), 'ı', 'i')
    else translate(lower(regexp_replace(normalize(said, nfd), '${marks}', '', 'g') collate "default"),
      'ıς' || ${ifLocaleC(capitals)},
      'iσ' || ${ifLocaleC(small)}) end;

create or replace function search_pattern(said text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := search_words(fold_text(said));
begin
  if words ~ '^ *$' then return null; end if;
  return case when length(trim(words)) < 3 then '% ' || trim(words) || '%' else '%' || substr(words, 2) || '%' end;
end $$;

-- An email may have a domain with accents. The words of security events are network addresses.
alter table mail_queue drop column words,
  add column words text generated always as (search_words(fold_text(address || ' ' || template))) stored;
create index mail_queue_words on mail_queue using gin (words gin_trgm_ops) with (fastupdate = off);

drop index users_words, users_by_name, users_name_prefix, users_last_name_prefix;
alter table users
  drop column words,
  add column words text generated always as (search_words(fold_text(first_name || ' ' || last_name || ' ' ||
    coalesce(email, '') || ' ' || coalesce(mobile, '') || ' ' || coalesce(vehicle_number, '') || ' ' || referral_id))) stored,
  add column folded_name text collate "C" generated always as (fold_text(first_name || ' ' || last_name)) stored;
create index users_words on users using gin (words gin_trgm_ops) with (fastupdate = off);
alter table users alter column words set statistics 500;
create index users_by_name on users (folded_name, id);
create index users_name_prefix on users (folded_name text_pattern_ops);
create index users_last_name_prefix on users (fold_text(last_name) text_pattern_ops);

drop index bookings_by_customer_name, bookings_of_fleet_by_initials;
create index bookings_by_customer_name on bookings (fold_text(customer_name) collate "C", id);
create index bookings_of_fleet_by_initials on bookings (fleetadmin, fold_text(initials_of(customer_name)) collate "C", id)
  where fleetadmin is not null;

create or replace function bookings_keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.customer_name, new.customer_contact, new.customer_email, new.car_type, new.pickup_add, new.drop_add)
      is distinct from (old.customer_name, old.customer_contact, old.customer_email, old.car_type, old.pickup_add, old.drop_add) then
    insert into booking_words values (new.id, 'rider', ${wordsOf(riderSaid('new'))})
      on conflict (booking_id, side) do update set words = excluded.words;
  end if;
  if new.driver_name is not null or (tg_op = 'UPDATE' and old.driver_name is not null) then
    insert into booking_words values (new.id, 'driver', ${wordsOf(driverSaid('new'))})
      on conflict (booking_id, side) do update set words = excluded.words where booking_words.words <> excluded.words;
  end if;
  return null;
end $$;

-- Only rows with words that change. Many are written faster without the index.
create temporary table changed_words on commit drop as
  select id, side, ${wordsOf('said')} as words from (
    select id, 'rider' as side, ${riderSaid('b')} as said from bookings b
    union all select id, 'driver', ${driverSaid('b')} from bookings b where driver_name is not null
    offset 0) sides
  where fold_text(said) <> lower(said);
do $$ begin
  if (select count(*) from changed_words) > 50000 then drop index booking_words_find; end if;
end $$;
update booking_words w set words = c.words from changed_words c where w.booking_id = c.id and w.side = c.side;
create index if not exists booking_words_find on booking_words using gin (words gin_trgm_ops) with (fastupdate = off);

analyze users, bookings, booking_words, mail_queue;
`
