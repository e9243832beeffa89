import type { CitySize } from './people-sql.ts'

/** Lengths of the trips. */
export const LENGTHS = 61

/** Days that the bookings are spread over. */
export const DAYS = 730

/**
 * The temporary table `trip`: one row per booking, oldest first. Kinds: cash (60 %, some with a promo), wallet (6 %),
 * card (5 %: owed, then paid), pending (0.5 %), cancelled (28.5 %).
 */
export const tripSql = ({ bookings, riders, drivers }: CitySize): readonly string[] => [
  `create temp table trip as
    select n.i, n.kind, n.promo, case when n.promo then 1000 else 0 end::bigint as d,
      upper(lpad(to_hex(n.i * 618970019643 % 1099511627776), 10, '0')) as id, s.place, s.km, s.seconds, s.g, s.f, s.s,
      -- no rider uses two promos
      case when n.promo then n.i / 200 * 5 + n.i % 200 else pg_temp.mix(n.i, 1) end % ${riders} as r,
      case when n.kind <> 'cancelled' then pg_temp.mix(n.i, 2) % ${drivers} end as n,
      now() - interval '${DAYS} days 2 hours' + n.i * (interval '${DAYS} days' / ${bookings}) as at,
      n.kind not in ('cancelled', 'pending') and n.i % 3 = 0 as rated
    from (select i, i % 200 < 5 as promo, case when i % 200 < 120 then 'cash' when i % 200 < 132 then 'wallet'
        when i % 200 < 142 then 'card' when i % 200 = 142 then 'pending' else 'cancelled' end as kind
      from generate_series(1, ${bookings}::bigint) i) n
    join shape s on s.place = n.i % ${LENGTHS}`,
  `create index on trip (i)`,
  `analyze trip`,
  `insert into promos (id, promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, promo_validity,
      promo_usage_limit, user_avail, created_at)
    select pg_temp.uid(4, p), 'PROMO' || p, 'flat', 10, 10, current_date + (p % 400 - 200)::int, 100000000,
      coalesce(used, 0), now() - p * interval '1 hour'
    from generate_series(0, 299) p
    left join (select i % 300 as p, count(*) as used from trip where promo group by 1) uses using (p)`,
  `insert into promo_redemptions select id, pg_temp.uid(4, i % 300), pg_temp.uid(1, r), at, null from trip where promo`,
  `insert into quotes (id, rider_id, made_by, car_type_id, pickup, "drop", distance, duration, polyline, tariff, fare,
      estimate, discount, expires_at, used_at)
    select pg_temp.uid(3, i), pg_temp.uid(1, r), pg_temp.uid(1, r), pg_temp.uid(7, 1 + coalesce(n, i) % 3), '{}', '{}', t.km,
      t.seconds, '', '{}', s.quoted, t.g, d, at + interval '5 minutes', at from trip t join shape s using (place)`,
  `insert into bookings (id, version, status, customer, customer_name, customer_email, customer_contact, created_by,
      car_type_id, car_type, car_image, pickup_lat, pickup_lng, pickup_add, drop_lat, drop_lng, drop_add, quote_id, tariff,
      fare, estimate, estimate_distance, estimate_time, distance, coords, tripdate, booking_date, release_at, released_at,
      trip_cost, convenience_fees, driver_share, discount_amount, customer_paid, payable_amount, cash_payment_amount,
      used_wallet_money, card_payment_amount, payment_mode, promo_applied, promo_details, driver, driver_name,
      driver_contact, vehicle_number, fleetadmin, accepted_at, driver_arrive_time, start_time, reached_at, end_time, paid_at,
      completed_at, cancelled_at, total_trip_time, rating, reason, cancelled_by, fare_flags, currency)
    select t.id, case kind when 'cancelled' then 1 when 'pending' then 4 when 'card' then 7 else 6 end,
      case kind when 'cancelled' then 'CANCELLED' when 'pending' then 'PENDING' else 'COMPLETE' end,
      c.id, c.first_name || ' ' || c.last_name, c.email, c.mobile, c.id,
      pg_temp.uid(7, 1 + coalesce(n, i) % 3), (array['Economy', 'Comfort', 'Van'])[1 + coalesce(n, i) % 3], 'hatchback',
      -34.9, -56.19, pg_temp.place(pg_temp.mix(i, 3)), -34.89, -56.16, pg_temp.place(pg_temp.mix(i, 4)), pg_temp.uid(3, i),
      s.tariff, case when kind = 'cancelled' then jsonb_build_object('quoted', s.quoted, 'final', null, 'charged', null) else s.fare end,
      t.g, t.km, t.seconds, t.km, repeat(md5(i::text), 8), at, at, at, at, t.g, t.f, t.s, d, t.g - d,
      case when kind in ('cancelled', 'pending') then t.g else 0 end, case when kind = 'cash' then t.g - d else 0 end,
      case when kind = 'wallet' then t.g else 0 end, case when kind = 'card' then t.g else 0 end,
      case when kind = 'wallet' then 'wallet' when kind in ('card', 'pending') then 'card' else 'cash' end, promo,
      case when promo then jsonb_build_object('id', pg_temp.uid(4, i % 300), 'promo_name', 'PROMO' || i % 300,
        'promo_discount_type', 'flat', 'promo_discount_value', 10, 'max_promo_discount_value', 10, 'min_order', 0) end,
      v.id, v.first_name || ' ' || v.last_name, v.mobile, v.vehicle_number, v.fleetadmin,
      case when n is not null then at + interval '20 seconds' end, case when n is not null then at + interval '5 minutes' end,
      case when n is not null then at + interval '7 minutes' end, case when n is not null then at + interval '20 minutes' end,
      case when n is not null then at + interval '20 minutes' end,
      case when kind in ('cash', 'wallet', 'card') then at + interval '21 minutes' end,
      case when kind in ('cash', 'wallet', 'card') then at + interval '25 minutes' end,
      case when kind = 'cancelled' then at + interval '1 minute' end, case when n is not null then t.seconds end,
      case when rated then (i % 5 + 1)::int end, case when kind = 'cancelled' then 'Changed my mind' end,
      case when kind = 'cancelled' then 'rider' end,
      case when n is null then '{}' when i % 11 = 3 then '{far-from-drop}' when i % 11 = 4 then '{no-track}' else '{}' end::text[],
      'UYU'
    from trip t join shape s using (place) join users c on c.id = pg_temp.uid(1, r) left join users v on v.id = pg_temp.uid(2, n)
    order by i`,
]

const steps: readonly (readonly [
  kinds: string,
  version: number,
  move: string,
  from: string,
  to: string,
  who: string,
  after: string,
])[] = [
  ['cash wallet card pending cancelled', 0, 'create', '', 'NEW', 'rider', '0 s'],
  ['cancelled', 1, 'cancel', 'NEW', 'CANCELLED', 'rider', '1 min'],
  ['cash wallet card pending', 1, 'accept', 'NEW', 'ACCEPTED', 'driver', '20 s'],
  ['cash wallet card pending', 2, 'arrive', 'ACCEPTED', 'ARRIVED', 'driver', '5 min'],
  ['cash wallet card pending', 3, 'start', 'ARRIVED', 'STARTED', 'driver', '7 min'],
  ['cash', 4, 'reach', 'STARTED', 'REACHED', 'driver', '20 min'],
  ['cash', 5, 'pay', 'REACHED', 'PAID', 'driver', '21 min'],
  ['cash', 6, 'complete', 'PAID', 'COMPLETE', 'system', '25 min'],
  ['wallet', 4, 'reach', 'STARTED', 'PAID', 'driver', '20 min'],
  ['wallet', 5, 'rate', 'PAID', 'COMPLETE', 'rider', '25 min'],
  ['wallet', 6, 'rate', 'COMPLETE', 'COMPLETE', 'rider', '26 min'],
  ['card pending', 4, 'reach', 'STARTED', 'PENDING', 'driver', '20 min'],
  ['card', 5, 'pay-by-card', 'PENDING', 'PENDING', 'rider', '20 min'],
  ['card', 6, 'pay', 'PENDING', 'PAID', 'system', '21 min'],
  ['card', 7, 'complete', 'PAID', 'COMPLETE', 'system', '25 min'],
]

/**
 * What waits for the office: trips with withheld money and alerts of riders, of which all but a few are closed. Fares
 * with flags are in `tripSql`.
 */
export const attentionSql: readonly string[] = [
  `insert into trip_reviews (booking_id, driver_id, reasons, found_at)
    select id, pg_temp.uid(2, n), '{same-pair}', at + interval '20 minutes' from trip where n is not null and i % 11 = 5
    order by pg_temp.mix(i, 13)`,
  `insert into safety_alerts (id, booking_id, user_id, role, kind, pressed_at, created_at, taken_by, taken_at, closed_by,
      closed_at, outcome)
    select pg_temp.uid(13, i), id, pg_temp.uid(1, r), 'rider', case when i % 7 = 0 then 'panic' else 'unanswered' end, at, at,
      office, closed_at, office, closed_at, case when office is not null then 'false-alarm' end
    from (select *, case when i % 500 <> 6 then pg_temp.uid(9, 1000) end as office,
        case when i % 500 <> 6 then at + interval '1 hour' end as closed_at
      from trip where n is not null and i % 110 = 6) alert
    order by pg_temp.mix(i, 14)`,
  `insert into safety_events (id, alert_id, what, at, by_id)
    select gen_random_uuid(), a.id, what, coalesce(a.closed_at, a.created_at), a.closed_by
    from safety_alerts a cross join unnest(array[case when a.kind = 'panic' then 'sent' else 'unanswered' end]
      || case when a.closed_at is null then '{}' else '{taken,closed}'::text[] end) what`,
]

/** Events, offers, notices and track points of the newest bookings, ratings of all, and the words of all. */
export const tracesSql = ({ bookings, drivers, traced }: CitySize): readonly string[] => [
  `create temp table step (kinds text[], version int, move text, from_status text, to_status text, who text, after interval)`,
  `insert into step values ${steps
    .map(
      ([kinds, version, move, from, to, who, after]) =>
        `(string_to_array('${kinds}', ' '), ${version}, '${move}', nullif('${from}', ''), '${to}', '${who}', '${after}')`,
    )
    .join(',')}`,
  `insert into booking_events
    select t.id, s.version, s.move, s.from_status, s.to_status, s.who,
      case s.who when 'rider' then pg_temp.uid(1, t.r) when 'driver' then pg_temp.uid(2, t.n) end, t.at + s.after, '{}'
    from trip t join step s on t.kind = any(s.kinds) where t.i > ${bookings - traced} order by t.i, s.version`,
  // What the server keeps of them [design/data-24].
  `insert into outbox (seq, kind, subject, version, audience, at)
    select row_number() over (order by at, booking_id, version), 'booking', booking_id, version, '{admins}', at
    from booking_events where at > now() - interval '24 hours' order by at, booking_id, version`,
  `insert into offers (id, booking_id, driver_id, offered_at, expires_at, outcome, closed_at, pickup_distance)
    select pg_temp.uid(5, t.i * 2 + o), t.id, pg_temp.uid(2, (t.n + o) % ${drivers}), t.at, t.at + interval '60 seconds',
      case o when 0 then 'accepted' else 'closed' end, t.at + interval '20 seconds', 1
    from trip t cross join generate_series(0, 1) o where t.n is not null and t.i > ${bookings - traced}`,
  `insert into notices (id, user_id, message, screen, booking_id, created_at)
    select pg_temp.uid(12, t.i * 2 + o), case o when 0 then pg_temp.uid(1, t.r) else pg_temp.uid(2, t.n) end,
      'notice_trip_started', case o when 0 then 'BookedCab' else 'DriverTrips' end, t.id, t.at
    from trip t cross join generate_series(0, 1) o
    where t.n is not null and t.i > ${bookings - traced} and t.at > now() - interval '89 days'`,
  // What is kept of them lies in any order, as in pages that are used again.
  `insert into track_points (booking_id, seq, status, lat, lng, at, received_at)
    select t.id, p, 'STARTED', -34.9, -56.19, t.at + p * interval '30 seconds', t.at + p * interval '30 seconds'
    from trip t cross join generate_series(1, 20) p
    where t.n is not null and t.i > ${bookings - traced} and t.at > now() - interval '29 days'
    order by pg_temp.mix(t.i * 20 + p, 12)`,
  `insert into ratings (booking_id, from_user, to_user, rate, at)
    select id, pg_temp.uid(1, r), pg_temp.uid(2, n), i % 5 + 1, at + interval '25 minutes' from trip where rated`,
  `update users u set rating_sum = r.total, rating_count = r.n, rating_average = round(r.total::numeric / r.n, 1)
    from (select to_user, sum(rate) as total, count(*) as n from ratings group by to_user) r where r.to_user = u.id`,
]
