import { fareOf } from '@remis/domain/fare/fare'
import type { Tariff } from '@remis/domain/fare/tariff'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import { drawBookingId } from '../booking/booking-codes.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { TestPerson } from './make-person.ts'

const tariff: Tariff = {
  rate_per_unit_distance: 30,
  rate_per_hour: 200,
  base_fare: 50,
  min_fare: 0,
  convenience_fees: 10,
  convenience_fee_type: 'percentage',
  cancelSlab: [],
  unit: 'km',
  decimal: 0,
  exponent: 2,
  currency: 'UYU',
}

export const addCarType = async (db: Kysely<Tables>): Promise<string> => {
  const id = newId()
  await db
    .insertInto('car_types')
    .values({
      id,
      name: id,
      image: 'car.svg',
      rate_per_unit_distance: 30,
      rate_per_hour: 200,
      convenience_fee_type: 'flat',
    })
    .execute()
  return id
}

export interface MadeBooking {
  readonly id: string
  readonly quoteId: string
  readonly settlementId: string
  readonly cost: number
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

/**
 * Inserts a taxi ride that was booked, driven and paid in cash (PAID), with all its rows: for tests that only read
 * rows. Tests of features book through the API.
 */
export const makePaidBooking = async (
  db: Kysely<Tables>,
  rider: TestPerson,
  driver: TestPerson,
): Promise<MadeBooking> => {
  const [id, quoteId, settlementId, carType] = [drawBookingId(), newId(), newId(), await addCarType(db)]
  const fare = fareOf(tariff, { distanceKm: 5, seconds: 900, parcel: 0, option: 0 })
  const place = { lat: -34.9, lng: -56.19, add: 'A place' }
  const amounts = {
    trip_cost: fare.tripCost,
    convenience_fees: fare.convenienceFees,
    driver_share: fare.driverShare,
    customer_paid: fare.tripCost,
  }
  await db
    .insertInto('quotes')
    .values({
      id: quoteId,
      rider_id: rider.id,
      made_by: rider.id,
      car_type_id: carType,
      pickup: JSON.stringify(place),
      drop: JSON.stringify(place),
      distance: 5,
      duration: 900,
      polyline: '',
      tariff: JSON.stringify(tariff),
      fare: JSON.stringify(fare),
      estimate: fare.tripCost,
      expires_at: minutesAgo(50),
      used_at: minutesAgo(60),
    })
    .execute()
  await db
    .insertInto('bookings')
    .values({
      ...amounts,
      id,
      version: 5,
      status: 'PAID',
      customer: rider.id,
      customer_name: 'Rider',
      created_by: rider.id,
      car_type_id: carType,
      car_type: 'Economy',
      car_image: 'car.svg',
      pickup_lat: place.lat,
      pickup_lng: place.lng,
      pickup_add: place.add,
      drop_lat: place.lat,
      drop_lng: place.lng,
      drop_add: place.add,
      quote_id: quoteId,
      tariff: JSON.stringify(tariff),
      fare: JSON.stringify({ quoted: fare, final: fare, charged: 'track', speed: 1 }),
      estimate: fare.tripCost,
      estimate_distance: 5,
      estimate_time: 900,
      distance: 5,
      coords: '',
      tripdate: minutesAgo(60),
      booking_date: minutesAgo(60),
      payable_amount: 0,
      cash_payment_amount: fare.tripCost,
      payment_mode: 'cash',
      driver: driver.id,
      accepted_at: minutesAgo(58),
      driver_arrive_time: minutesAgo(50),
      start_time: minutesAgo(48),
      end_time: minutesAgo(33),
      total_trip_time: 900,
      reached_at: minutesAgo(33),
      paid_at: minutesAgo(32),
      currency: 'UYU',
    })
    .execute()
  await db
    .insertInto('driven_tracks')
    .values({ booking_id: id, points: 40, first_at: minutesAgo(48), last_at: minutesAgo(33), line: null })
    .execute()
  await addWay(db, id, rider, driver)
  await settleInCash(db, { id, settlementId, driver, fare })
  return { id, quoteId, settlementId, cost: fare.tripCost }
}

const way = [
  ['create', null, 'NEW', 60],
  ['accept', 'NEW', 'ACCEPTED', 58],
  ['arrive', 'ACCEPTED', 'ARRIVED', 50],
  ['start', 'ARRIVED', 'STARTED', 48],
  ['reach', 'STARTED', 'REACHED', 33],
  ['pay', 'REACHED', 'PAID', 32],
] as const

const addWay = async (db: Kysely<Tables>, id: string, rider: TestPerson, driver: TestPerson): Promise<void> => {
  for (const [version, [move, from, to, ago]] of way.entries()) {
    const actor = move === 'create' ? rider : driver
    await db
      .insertInto('booking_events')
      .values({
        booking_id: id,
        version,
        move,
        from_status: from,
        to_status: to,
        actor_kind: actor.role,
        actor_id: actor.id,
        at: minutesAgo(ago),
      })
      .execute()
    await db
      .insertInto('outbox')
      .values({ kind: 'booking', subject: id, version, audience: [`user:${rider.id}`] })
      .execute()
  }
  await db
    .insertInto('offers')
    .values({
      id: newId(),
      booking_id: id,
      driver_id: driver.id,
      offered_at: minutesAgo(60),
      expires_at: minutesAgo(57),
      outcome: 'accepted',
      pickup_distance: 1,
    })
    .execute()
}

const settleInCash = async (
  db: Kysely<Tables>,
  {
    id,
    settlementId,
    driver,
    fare,
  }: { id: string; settlementId: string; driver: TestPerson; fare: ReturnType<typeof fareOf> },
): Promise<void> => {
  await db.insertInto('ledger_transactions').values({ id: settlementId, kind: 'settlement', booking_id: id }).execute()
  const entry = { transaction_id: settlementId, currency: 'UYU' }
  await db
    .insertInto('ledger_entries')
    .values([
      { ...entry, account: 'wallet', holder: driver.id, amount: -fare.tripCost },
      { ...entry, account: 'wallet', holder: driver.id, amount: fare.driverShare },
      { ...entry, account: 'revenue', amount: fare.convenienceFees },
    ])
    .execute()
  await sql`insert into wallets (user_id, balance) values (${driver.id}, ${-fare.convenienceFees})
    on conflict (user_id) do update set balance = wallets.balance + excluded.balance`.execute(db)
}
