import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { quotesApi, type QuoteView } from '@remis/domain/fare/quotes-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { addCarType } from '@remis/server/fare/add-car-type'
import type { Database } from '@remis/server/platform/database/database'
import { makePerson } from '@remis/server/testing/make-person'
import { drop, pickup, requestOn } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { openClient, type Acknowledged, type Client } from '../api-client.ts'

/** One ride with a car type of its own, so that no other driver is asked and stories do not meet. */
export interface Ride {
  readonly rider: Client
  readonly driver: Client
  readonly id: string
}

/** People and rides on a server that may be killed at any time. */
export interface CrashCity {
  readonly db: Database
  readonly base: string
  readonly acknowledged: Acknowledged
  person(role: Role): Promise<Client>
  /** On the road beside the pickup, with a car of the type. */
  driver(carType: string): Promise<Client>
  carType(): Promise<string>
  quote(rider: Client, carType: string): Promise<QuoteView>
  /** As far as the status; each step by whom it takes. */
  ride(status: 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED' | 'PAID'): Promise<Ride>
  view(client: Client, id: string): Promise<BookingView>
  /** minor units */
  balance(client: Client): Promise<number>
}

const tariff = {
  rate_per_unit_distance: 28,
  rate_per_hour: 240,
  base_fare: 60,
  min_fare: 120,
  convenience_fees: 15,
  convenience_fee_type: 'percentage',
  seats: 4,
  extra_info: '',
  image: 'hatchback',
  cancelSlab: [{ minsDelayed: 5, amount: 80 }],
} as const

const order = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID'] as const

export const openCrashCity = (db: Database, base: string): CrashCity => {
  const acknowledged: Acknowledged = []
  let count = 0

  const person: CrashCity['person'] = async (role) => {
    const made = await makePerson(db, role)
    count++
    await db.request
      .updateTable('users')
      .set({
        first_name: role,
        last_name: `No ${count}`,
        mobile: `+5989${String(made.id).replace(/\D/g, '').slice(-7)}`,
      })
      .where('id', '=', made.id)
      .execute()
    return openClient(base, made, acknowledged)
  }
  const carType = (): Promise<string> =>
    db.transact((tx) => addCarType(tx, { ...tariff, name: `Car ${Date.now()} ${count++}` }))

  const driver: CrashCity['driver'] = async (type) => {
    const made = await person('driver')
    await db.request
      .updateTable('users')
      .set({
        car_type_id: type,
        driver_active_status: true,
        vehicle_make: 'Test',
        vehicle_model: 'Car',
        vehicle_number: `STU ${count}`,
      })
      .where('id', '=', made.id)
      .execute()
    // Of a driver without a trip a kill loses the last second of positions, as it may: one is down already.
    const at = { lat: pickup.lat + 0.003, lng: pickup.lng }
    await db.request
      .insertInto('driver_positions')
      .values({ driver_id: made.id, ...at, at: new Date(Date.now() - 5000), seq: 0 })
      .execute()
    const fix = { seq: 1, at: Date.now(), ...at }
    await made.call(trackingApi.send, { body: { fixes: [fix] } })
    return made
  }
  const quote: CrashCity['quote'] = async (rider, type) =>
    (await rider.call(quotesApi.create, { body: { pickup, drop, carType: type } })).quote
  const view: CrashCity['view'] = async (client, id) => (await client.call(bookingsApi.get, { params: { id } })).booking

  const ride: CrashCity['ride'] = async (status) => {
    const type = await carType()
    const [rider, ours] = [await person('rider'), await driver(type)]
    const body = requestOn(await quote(rider, type))
    const { id } = (await rider.call(bookingsApi.create, { body })).booking
    const params = { id }
    const steps = [
      () => ours.call(bookingsApi.accept, { params, body: {} }),
      () => ours.call(bookingsApi.arrive, { params, body: {} }),
      async () => {
        const { otp } = await view(rider, id)
        return ours.call(bookingsApi.start, { params, body: otp === null || otp === undefined ? {} : { otp } })
      },
      () => ours.call(bookingsApi.reach, { params, body: {} }),
      () => ours.call(bookingsApi.pay, { params, body: { payment_mode: 'cash' } }),
    ]
    for (const step of steps.slice(0, order.indexOf(status))) await step()
    return { rider, driver: ours, id }
  }

  return {
    db,
    base,
    acknowledged,
    person,
    driver,
    carType,
    quote,
    ride,
    view,
    balance: async ({ id }) =>
      (
        await sql<{
          balance: number
        }>`select coalesce((select balance from wallets where user_id = ${id}), 0)::bigint as balance`.execute(
          db.request,
        )
      ).rows[0]?.balance ?? 0,
  }
}
