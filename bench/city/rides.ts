import { fareOf } from '@remis/domain/fare/fare'
import type pg from 'pg'
import { tariff } from '../../server/testing/large-city/trip-shapes.ts'

/** Booking `i` of a rider waits for driver `i`, online and signed in, with an offer open for an hour. */
export const bookingOf = (i: number): string => `BK${String(i).padStart(8, '0')}`
export const driverOf = (i: number): string => `01900000-0000-7000-8002-${i.toString(16).padStart(12, '0')}`
export const tokenOf = (i: number): string => `bench-driver-${i}`.padEnd(43, '-')
export const riderToken = 'bench-rider'.padEnd(43, '-')

const RIDER = '01900000-0000-7000-8001-000000000001'
const CAR = '01900000-0000-7000-8009-000000000001'

const fare = fareOf(tariff, { distanceKm: 3.1, seconds: 480, parcel: 0, option: 0 })
const { tripCost, convenienceFees, driverShare } = fare
const json = (value: unknown): string => `'${JSON.stringify(value)}'::jsonb`

const sql = (from: number, until: number): readonly string[] => [
  `create or replace function bench_driver(i int) returns uuid language sql immutable as
    $$ select ('01900000-0000-7000-8002-' || lpad(to_hex(i), 12, '0'))::uuid $$`,
  `create or replace function bench_booking(i int) returns text language sql immutable as
    $$ select 'BK' || lpad(i::text, 8, '0') $$`,
  `insert into car_types (id, name, image, rate_per_unit_distance, rate_per_hour, convenience_fee_type)
    values ('${CAR}', 'Economy', 'hatchback', 28, 240, 'percentage') on conflict do nothing`,
  `insert into users (id, first_name, last_name, email, usertype, referral_id, approved)
    values ('${RIDER}', 'Rider', 'One', 'rider@example.org', 'rider', 'rider1', true) on conflict do nothing`,
  `insert into sessions (id, user_id, token_hash, expires_at)
    values ('${RIDER}', '${RIDER}', sha256('${riderToken}'), now() + interval '1 day') on conflict do nothing`,
  `insert into users (id, first_name, last_name, email, usertype, referral_id, approved, car_type_id,
      driver_active_status, vehicle_make, vehicle_model, vehicle_number)
    select bench_driver(i), 'Driver', i::text, 'driver' || i || '@example.org', 'driver', 'd' || i, true, '${CAR}', true,
      'Test', 'Car', 'STU ' || i from generate_series(${from}, ${until - 1}) i`,
  `insert into sessions (id, user_id, token_hash, expires_at)
    select bench_driver(i), bench_driver(i), sha256(convert_to(rpad('bench-driver-' || i, 43, '-'), 'UTF8')),
      now() + interval '1 day' from generate_series(${from}, ${until - 1}) i`,
  `insert into driver_positions (driver_id, lat, lng, at)
    select bench_driver(i), -34.9 + (i % 100) * 0.0001, -56.19, now() from generate_series(${from}, ${until - 1}) i`,
  `insert into quotes (id, rider_id, made_by, car_type_id, pickup, "drop", distance, duration, polyline, tariff, fare,
      estimate, discount, expires_at, used_at)
    select bench_driver(i), '${RIDER}', '${RIDER}', '${CAR}', '{"lat": -34.9, "lng": -56.19, "add": "18 de Julio 1234"}',
      '{"lat": -34.89, "lng": -56.16, "add": "Terminal Tres Cruces"}', 3.1, 480, repeat('a', 240), ${json(tariff)}, ${json(fare)}, ${tripCost}, 0,
      now() + interval '5 minutes', now() from generate_series(${from}, ${until - 1}) i`,
  `insert into bookings (id, status, customer, customer_name, customer_contact, created_by, car_type_id, car_type,
      car_image, pickup_lat, pickup_lng, pickup_add, drop_lat, drop_lng, drop_add, quote_id, tariff, fare, estimate,
      estimate_distance, estimate_time, distance, coords, tripdate, release_at, released_at, otp, trip_cost,
      convenience_fees, driver_share, customer_paid, payable_amount, cash_payment_amount, payment_mode, currency,
      search_started_at, search_until)
    select bench_booking(i), 'NEW', '${RIDER}', 'Rider One', '+59899000000', '${RIDER}', '${CAR}', 'Economy', 'hatchback',
      -34.9, -56.19, '18 de Julio 1234', -34.89, -56.16, 'Terminal Tres Cruces', bench_driver(i),
      ${json(tariff)}, ${json({ quoted: fare, final: null, charged: null })}, ${tripCost}, 3.1, 480, null, repeat('a', 240),
      now(), now(), now(),
      '12345', ${tripCost}, ${convenienceFees}, ${driverShare}, ${tripCost}, ${tripCost}, 0, 'cash', 'UYU', now(), now() + interval '1 hour'
    from generate_series(${from}, ${until - 1}) i`,
  `insert into booking_events (booking_id, version, move, to_status, actor_kind, actor_id, at)
    select bench_booking(i), 0, 'create', 'NEW', 'rider', '${RIDER}', now() from generate_series(${from}, ${until - 1}) i`,
  `insert into offers (id, booking_id, driver_id, offered_at, expires_at, pickup_distance)
    select bench_driver(i), bench_booking(i), bench_driver(i), now(), now() + interval '1 hour', 1
    from generate_series(${from}, ${until - 1}) i`,
]

/** Makes rides `from` to `until`, the last not included; then updates PostgreSQL's statistics. */
export const addRides = async (client: pg.Client, from: number, until: number): Promise<void> => {
  for (const statement of sql(from, until)) await client.query(statement)
  await client.query('vacuum analyze')
}

/** The bookings do not wait for a search; the search for drivers, which every server runs, is not measured here. */
export const endSearches = async (client: pg.Client): Promise<void> => {
  await client.query('delete from offers')
  await client.query(`update bookings set status = 'CANCELLED', cancelled_at = now()`)
}
