import type pg from 'pg'
import { shapesJson, shapeSql } from '../server/testing/large-city/trip-shapes.ts'

/** A city with 90 days of bookings: the number of bookings that makes `entries` ledger entries (about 3.7 each). */
export const bookingsFor = (entries: number): number => Math.round(entries / 3.7)

/** Lengths of the trips. */
const LENGTHS = 40
const RIDERS = 2000
const DRIVERS = 500

/**
 * kind of booking i: 0-4 cash · 5 cash with a promo · 6, 7 from the wallet, topped up by card just before · 8 owed,
 * paid by card · 9 cancelled. The fourth group of an id names its table; bookings' ids are scattered like random ones.
 */
const sqlFor = (bookings: number): readonly string[] => [
  `create function pg_temp.uid(kind int, n bigint) returns uuid language sql immutable as
    $$ select ('01900000-0000-7000-' || to_char(8000 + kind, 'FM0000') || '-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
  `create temp table trip as
    select i, kind, upper(left(md5(i::text), 10)) as id, s.*,
      pg_temp.uid(1, case when kind = 5 then (i / 200) % ${RIDERS} else (i * 7 + i / 10) % ${RIDERS} end) as rider,
      case when kind <> 9 then pg_temp.uid(2, (i * 7) % ${DRIVERS}) end as driver,
      now() - interval '90 days 2 hours' + i * (interval '90 days' / ${bookings}) as at,
      case when kind = 5 then 1000 else 0 end as d,
      kind <> 9 and i % 3 <> 0 as rated
    from (select i, (i % 10)::int as kind from generate_series(1, ${bookings}::bigint) i) n
    join pg_temp.shape s on s.place = n.i % ${LENGTHS}`,
  `create unique index on trip (i)`,
  `analyze trip`,
  `insert into car_types (id, name, image, rate_per_unit_distance, rate_per_hour, convenience_fee_type)
    values (pg_temp.uid(9, 1), 'Economy', 'hatchback', 28, 240, 'percentage')`,
  `insert into users (id, first_name, last_name, email, usertype, referral_id, approved, signup_via_referral)
    select pg_temp.uid(1, n), 'Rider', n::text, 'rider' || n || '@example.org', 'rider', 'r' || n, true,
      case when n between 1000 and 1199 then pg_temp.uid(1, n - 1000) end
    from generate_series(0, ${RIDERS - 1}) n
    union all select pg_temp.uid(2, n), 'Driver', n::text, 'driver' || n || '@example.org', 'driver', 'd' || n, true, null
    from generate_series(0, ${DRIVERS - 1}) n`,
  `insert into quotes (id, rider_id, made_by, car_type_id, pickup, "drop", distance, duration, polyline, tariff, fare,
      estimate, discount, expires_at, used_at)
    select pg_temp.uid(3, i), rider, rider, pg_temp.uid(9, 1), '{"lat": -34.9, "lng": -56.19, "add": "18 de Julio 1234"}',
      '{"lat": -34.89, "lng": -56.16, "add": "Terminal Tres Cruces"}', km, seconds, repeat('a', 240), tariff, quoted, g, d,
      at + interval '5 minutes', at from trip`,
  `insert into promos (id, promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, promo_validity,
      promo_usage_limit, user_avail)
    select pg_temp.uid(4, p), 'PROMO' || p, 'flat', 10, 10, current_date + 30, 1000000,
      (select count(*) from trip where kind = 5 and (i / 10) % 20 = p) from generate_series(0, 19) p`,
  `insert into bookings (id, version, status, customer, customer_name, customer_contact, created_by, car_type_id, car_type,
      car_image, pickup_lat, pickup_lng, pickup_add, drop_lat, drop_lng, drop_add, quote_id, tariff, fare, estimate,
      estimate_distance, estimate_time, distance, coords, tripdate, booking_date, release_at, released_at, trip_cost,
      convenience_fees, driver_share, discount_amount, customer_paid, payable_amount, cash_payment_amount,
      used_wallet_money, card_payment_amount, payment_mode, promo_applied, promo_details, driver, driver_name,
      accepted_at, driver_arrive_time, start_time, reached_at, paid_at, completed_at, cancelled_at, total_trip_time,
      rating, reason, cancelled_by, currency)
    select id, case kind when 9 then 1 when 8 then 7 else 6 end, case when kind = 9 then 'CANCELLED' else 'COMPLETE' end,
      rider, 'Rider', '+59899000000', rider, pg_temp.uid(9, 1), 'Economy', 'hatchback', -34.9, -56.19, '18 de Julio 1234',
      -34.89, -56.16, 'Terminal Tres Cruces', pg_temp.uid(3, i), tariff,
      case when kind = 9 then jsonb_build_object('quoted', quoted, 'final', null, 'charged', null) else fare end,
      g, km, seconds, km, repeat('a', 240), at, at, at, at, g, f, s, d, g - d,
      case when kind = 9 then g else 0 end, case when kind < 6 then g - d else 0 end,
      case when kind in (6, 7) then g else 0 end, case when kind = 8 then g else 0 end,
      case when kind in (6, 7) then 'wallet' when kind = 8 then 'card' else 'cash' end, kind = 5,
      case when kind = 5 then jsonb_build_object('id', pg_temp.uid(4, (i / 10) % 20)) end, driver,
      case when kind <> 9 then 'Driver' end,
      case when kind <> 9 then at + interval '20 seconds' end, case when kind <> 9 then at + interval '5 minutes' end,
      case when kind <> 9 then at + interval '7 minutes' end, case when kind <> 9 then at + interval '20 minutes' end,
      case when kind <> 9 then at + interval '21 minutes' end, case when kind <> 9 then at + interval '25 minutes' end,
      case when kind = 9 then at + interval '1 minute' end, case when kind <> 9 then seconds end,
      case when rated then (i % 5 + 1)::int end, case when kind = 9 then 'Changed my mind' end,
      case when kind = 9 then 'rider' end, 'UYU' from trip`,
  `insert into promo_redemptions select id, pg_temp.uid(4, (i / 10) % 20), rider, at, null from trip where kind = 5`,
  // The events of each kind of booking, in order.
  `create temp table step (kinds int[], version int, move text, from_status text, to_status text, who text, after interval)`,
  `insert into step values
    ('{0,1,2,3,4,5,6,7,8,9}', 0, 'create', null, 'NEW', 'rider', '0 s'),
    ('{9}', 1, 'cancel', 'NEW', 'CANCELLED', 'rider', '1 min'),
    ('{0,1,2,3,4,5,6,7,8}', 1, 'accept', 'NEW', 'ACCEPTED', 'driver', '20 s'),
    ('{0,1,2,3,4,5,6,7,8}', 2, 'arrive', 'ACCEPTED', 'ARRIVED', 'driver', '5 min'),
    ('{0,1,2,3,4,5,6,7,8}', 3, 'start', 'ARRIVED', 'STARTED', 'driver', '7 min'),
    ('{0,1,2,3,4,5}', 4, 'reach', 'STARTED', 'REACHED', 'driver', '20 min'),
    ('{0,1,2,3,4,5}', 5, 'pay', 'REACHED', 'PAID', 'driver', '21 min'),
    ('{6,7}', 4, 'reach', 'STARTED', 'PAID', 'driver', '20 min'),
    ('{6,7}', 5, 'rate', 'PAID', 'COMPLETE', 'rider', '25 min'),
    ('{6,7}', 6, 'rate', 'COMPLETE', 'COMPLETE', 'rider', '26 min'),
    ('{8}', 4, 'reach', 'STARTED', 'PENDING', 'driver', '20 min'),
    ('{8}', 5, 'pay-by-card', 'PENDING', 'PENDING', 'rider', '20 min'),
    ('{8}', 6, 'pay', 'PENDING', 'PAID', 'system', '21 min'),
    ('{8}', 7, 'complete', 'PAID', 'COMPLETE', 'system', '25 min'),
    ('{0,1,2,3,4,5}', 6, 'complete', 'PAID', 'COMPLETE', 'system', '25 min')`,
  `insert into booking_events
    select t.id, s.version, s.move, s.from_status, s.to_status, s.who,
      case s.who when 'rider' then t.rider when 'driver' then t.driver end, t.at + s.after, '{}'
    from trip t join step s on t.kind = any(s.kinds) order by t.at + s.after, t.i, s.version`,
  `insert into outbox (seq, kind, subject, version, audience, at)
    select row_number() over (order by at, booking_id, version), 'booking', booking_id, version, '{admins}', at
    from booking_events where at > now() - interval '24 hours' order by at, booking_id, version`,
  `insert into offers (id, booking_id, driver_id, offered_at, expires_at, outcome, closed_at, pickup_distance)
    select pg_temp.uid(5, t.i * 3 + n), t.id, case n when 0 then t.driver else pg_temp.uid(2, (t.i * 7 + n) % ${DRIVERS}) end,
      t.at, t.at + interval '60 seconds', case n when 0 then 'accepted' else 'closed' end, t.at + interval '20 seconds', 1
    from trip t cross join generate_series(0, 2) n where t.kind <> 9`,
  `insert into ratings (booking_id, from_user, to_user, rate, at)
    select id, rider, driver, i % 5 + 1, at + interval '25 minutes' from trip where rated`,
  `update users u set rating_sum = r.total, rating_count = r.n, rating_average = round(r.total::numeric / r.n, 1)
    from (select to_user, sum(rate) as total, count(*) as n from ratings group by to_user) r where r.to_user = u.id`,
  // Card money: top-ups before wallet trips (each fiftieth was paid twice) and trips that were owed.
  `insert into top_ups select pg_temp.uid(6, i), rider, g, 'UYU', at, at from trip where kind in (6, 7)`,
  `insert into payments (id, purpose, booking_id, top_up_id, user_id, provider, amount, currency, description, status, use,
      return_key_hash, provider_payment_id, paid_at)
    select 'RP' || lpad(upper(to_hex(i)), 26, '0'), case when kind = 8 then 'booking' else 'wallet_topup' end,
      case when kind = 8 then id end, case when kind <> 8 then pg_temp.uid(6, i) end, rider, 'test', g, 'UYU', 'a trip',
      'PAID', 'applied', ''::bytea, 'money' || i, at from trip where kind in (6, 7, 8)
    union all select 'RPX' || lpad(upper(to_hex(i)), 25, '0'), 'wallet_topup', null, pg_temp.uid(6, i), rider, 'test', g,
      'UYU', 'twice', 'REFUNDED', 'unapplied', ''::bytea, 'again' || i, at from trip where kind in (6, 7) and i / 10 % 50 = 0`,
  `insert into payment_events (id, provider, event_key, payment_id, source, verdict, outcome)
    select gen_random_uuid(), 'test', way || ':' || p.id, p.id, way, case way when 'webhook' then 'paid' else 'again' end, '{}'
    from payments p cross join unnest(array['webhook', 'return']) way`,
  `insert into refunds (id, payment_id, key, amount, currency, reason, status, next_try_at, done_at)
    select pg_temp.uid(7, i), 'RPX' || lpad(upper(to_hex(i)), 25, '0'), 'unapplied', g, 'UYU', 'paid twice', 'done', null,
      at + interval '1 minute' from trip where kind in (6, 7) and i / 10 % 50 = 0`,
  // Withdrawals of drivers: each third is open, each fifth rejected.
  `insert into withdrawals (id, user_id, amount, currency, asked_at, processed_at, rejected_at, reason, settled_by)
    select pg_temp.uid(8, n), pg_temp.uid(2, n), 5000, 'UYU', now() - interval '1 day',
      case when n % 3 <> 0 and n % 5 <> 0 then now() end, case when n % 3 <> 0 and n % 5 = 0 then now() end,
      case when n % 3 <> 0 and n % 5 = 0 then 'no such account' end, case when n % 3 <> 0 then pg_temp.uid(1, 0) end
    from generate_series(0, ${DRIVERS - 1}) n`,
  // The ledger in the order in which it was written: which posting (tx) of which trip, then its entries.
  `create temp table line (n bigint, place int, kind text, booking_id text, reference text, at timestamptz,
      account text, holder text, amount bigint)`,
  `insert into line
    select i * 10, e.place, e.kind, e.booking_id, e.reference, at, e.account, e.holder, e.amount from trip t
    cross join lateral (values
      (1, 'top-up', null, 'RP' || lpad(upper(to_hex(i)), 26, '0'), 'gateway-clearing', 'test', -g, array[6, 7]),
      (1, 'top-up', null, 'RP' || lpad(upper(to_hex(i)), 26, '0'), 'wallet', rider::text, g, array[6, 7]),
      (2, 'hold', id, null, 'wallet', rider::text, -g, array[6, 7]),
      (2, 'hold', id, null, 'prepayments', id, g, array[6, 7]),
      (2, 'capture', id, 'RP' || lpad(upper(to_hex(i)), 26, '0'), 'gateway-clearing', 'test', -g, array[8]),
      (2, 'capture', id, 'RP' || lpad(upper(to_hex(i)), 26, '0'), 'prepayments', id, g, array[8]),
      (3, 'settlement', id, null, 'prepayments', id, -g, array[6, 7, 8]),
      (3, 'settlement', id, null, 'wallet', driver::text, -(g - d), array[0, 1, 2, 3, 4, 5]),
      (3, 'settlement', id, null, 'promo-expense', null, -d, array[5]),
      (3, 'settlement', id, null, 'wallet', driver::text, s, array[0, 1, 2, 3, 4, 5, 6, 7, 8]),
      (3, 'settlement', id, null, 'revenue', null, f, array[0, 1, 2, 3, 4, 5, 6, 7, 8]),
      (4, 'capture', null, 'RPX' || lpad(upper(to_hex(i)), 25, '0'), 'gateway-clearing', 'test', -g, array[60]),
      (4, 'capture', null, 'RPX' || lpad(upper(to_hex(i)), 25, '0'), 'prepayments', pg_temp.uid(6, i)::text, g, array[60]),
      (5, 'refund', null, pg_temp.uid(7, i)::text, 'prepayments', pg_temp.uid(6, i)::text, -g, array[60]),
      (5, 'refund', null, pg_temp.uid(7, i)::text, 'gateway-clearing', 'test', g, array[60])
    ) e (place, kind, booking_id, reference, account, holder, amount, kinds)
    where t.kind = any(kinds) or (kinds = '{60}' and t.kind in (6, 7) and i / 10 % 50 = 0)`,
  `insert into line
    select ${bookings + 1} * 10 + n, e.place, e.kind, null, e.reference, now(), e.account, e.holder, e.amount
    from generate_series(0, ${DRIVERS - 1}) n cross join lateral (values
      (1, 'admin-credit', 'AdminCredit', 'admin-adjustments', null, -1000000000::bigint, true),
      (1, 'admin-credit', 'AdminCredit', 'wallet', pg_temp.uid(2, n)::text, 1000000000, true),
      (2, 'withdrawal', pg_temp.uid(8, n)::text, 'wallet', pg_temp.uid(2, n)::text, -5000, true),
      (2, 'withdrawal', pg_temp.uid(8, n)::text, 'withdrawals-payable', null, 5000, true),
      (3, 'withdrawal-paid', pg_temp.uid(8, n)::text, 'withdrawals-payable', null, -5000, n % 3 <> 0 and n % 5 <> 0),
      (3, 'withdrawal-paid', pg_temp.uid(8, n)::text, 'bank', null, 5000, n % 3 <> 0 and n % 5 <> 0),
      (3, 'withdrawal-rejected', pg_temp.uid(8, n)::text, 'withdrawals-payable', null, -5000, n % 3 <> 0 and n % 5 = 0),
      (3, 'withdrawal-rejected', pg_temp.uid(8, n)::text, 'wallet', pg_temp.uid(2, n)::text, 5000, n % 3 <> 0 and n % 5 = 0),
      (4, 'referral', pg_temp.uid(1, 1000 + n)::text, 'referral-expense', null, -3000, n < 200),
      (4, 'referral', pg_temp.uid(1, 1000 + n)::text, 'wallet', pg_temp.uid(1, n)::text, 3000, n < 200)
    ) e (place, kind, reference, account, holder, amount, there) where there`,
  `insert into ledger_transactions (id, kind, booking_id, reference, at)
    select pg_temp.uid(100 + place, n), min(kind), min(booking_id), min(reference), min(at) from line group by n, place
    order by n, place`,
  `insert into ledger_entries (transaction_id, account, holder, amount, currency)
    select pg_temp.uid(100 + place, n), account, holder, amount, 'UYU' from line order by n, place, account, amount`,
  `insert into wallets (user_id, balance)
    select holder::uuid, sum(amount) from ledger_entries where account = 'wallet' group by holder`,
]

/** Fills an empty, migrated database, then gathers its statistics, as autovacuum would have. */
export const fillBusyCity = async (client: pg.Client, entries: number): Promise<void> => {
  await client.query('begin')
  // Disables constraint triggers, which would take minutes; `verify` checks all rows afterwards.
  await client.query(`set local session_replication_role = replica`)
  await client.query(shapeSql, [shapesJson(LENGTHS)])
  for (const statement of sqlFor(bookingsFor(entries))) await client.query(statement)
  await client.query('commit')
  await client.query('vacuum analyze')
}
