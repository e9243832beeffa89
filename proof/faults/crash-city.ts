import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { quotesApi, type QuoteView } from '@remis/domain/fare/quotes-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { addCarType } from '@remis/server/fare/add-car-type'
import type { Database } from '@remis/server/platform/database/database'
import { makePerson, putOnRoad } from '@remis/server/testing/make-person'
import { drop, pickup, requestOn, tariff } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { openClient, type Acknowledged, type Client } from '../api-client.ts'

/** One ride with a separate car type, so that no other driver gets an offer and stories do not affect each other. */
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
  /** Online beside the pickup, with a car of the type. */
  driver(carType: string): Promise<Client>
  carType(): Promise<string>
  quote(rider: Client, carType: string): Promise<QuoteView>
  /** Moves the ride to the status; each step by the actor it belongs to. */
  ride(status: 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED' | 'PAID'): Promise<Ride>
  view(client: Client, id: string): Promise<BookingView>
  /** minor units */
  balance(client: Client): Promise<number>
}

const cancelSlab = [{ minsDelayed: 5, amount: 80 }]
const order = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID'] as const

/** Counts over all cities: several may share a database. */
let people = 0

export const openCrashCity = (db: Database, base: string): CrashCity => {
  const acknowledged: Acknowledged = []
  let count = 0

  const person: CrashCity['person'] = async (role) => {
    const mobile = `+5989${2_000_000 + people++}`
    return openClient(base, await makePerson(db, role, { mobile }), acknowledged)
  }
  const carType = (): Promise<string> =>
    db.transact((tx) =>
      addCarType(tx, { ...tariff, image: 'hatchback', cancelSlab, name: `Car ${Date.now()} ${count++}` }),
    )

  const driver: CrashCity['driver'] = async (type) => {
    const made = await person('driver')
    // A kill may lose the last second of positions of a driver without a trip: one position is stored before.
    const at = { lat: pickup.lat + 0.003, lng: pickup.lng }
    await putOnRoad(db, made.id, { carType: type, at, ageMs: 5000 })
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
