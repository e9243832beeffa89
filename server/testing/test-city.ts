import type { Transport } from '@remis/domain/kit/call'
import type { Role } from '@remis/domain/kit/endpoint'
import type { LatLng } from '@remis/domain/kit/distance'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { quotesApi, type QuoteView } from '@remis/domain/fare/quotes-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { addCancelReasons } from '../backoffice/cancel-reasons.ts'
import { addCarType } from '../fare/add-car-type.ts'
import { actorOf, type Actor } from './actors.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { makePerson, putOnRoad } from './make-person.ts'
import { databaseFor, type TestDatabase } from './test-database.ts'

/** Two places in Montevideo, 2.6 km apart in a straight line. */
export const pickup = { lat: -34.9058, lng: -56.1913, add: '18 de Julio 1234' }
export const drop = { lat: -34.8938, lng: -56.1664, add: 'Terminal Tres Cruces' }

/** 440 m north of the pickup. */
const nearPickup = { lat: pickup.lat + 0.004, lng: pickup.lng }

export interface TestActor extends Actor {
  readonly id: string
  readonly name: string
}

export interface City {
  readonly server: TestApp
  readonly database: TestDatabase
  /** ids */
  readonly economy: string
  readonly comfort: string
  readonly reason: string
  person(role: Role, more?: { readonly fleetadmin?: string }): Promise<TestActor>
  /** By default approved, online and at the pickup 20 s ago. */
  driver(more?: { at?: LatLng; carType?: string; fleetadmin?: string; online?: boolean }): Promise<TestActor>
  quote(rider: TestActor, more?: { carType?: string; drop?: typeof drop }): Promise<QuoteView>
  book(rider: TestActor, quote?: QuoteView): Promise<BookingView>
}

/** Economy and Comfort of every test city, with a convenience fee in percent. */
export const tariff = {
  rate_per_unit_distance: 28,
  rate_per_hour: 240,
  base_fare: 60,
  min_fare: 120,
  convenience_fees: 15,
  convenience_fee_type: 'percentage',
  seats: 4,
  extra_info: '',
} as const

const makeOffice = async ({ app }: TestApp) => {
  // Every driver of a story gets an offer at once; tests of waves change the policy.
  const policy = { dispatchPolicy: 'all-at-once' } as const
  await app.settings.change({ code: 'UYU', symbol: '$U', decimal: 0, timezone: 'America/Montevideo', ...policy }, null)
  return app.db.transact(async (tx) => {
    const slab = [{ minsDelayed: 5, amount: 80 }]
    const economy = await addCarType(tx, { ...tariff, name: 'Economy', image: 'hatchback', cancelSlab: [] })
    const comfort = await addCarType(tx, {
      ...tariff,
      name: 'Comfort',
      image: 'sedan',
      cancelSlab: slab,
      base_fare: 90,
    })
    await addCancelReasons(tx, ['Changed my mind', 'The car is too far'])
    const reason = await tx.selectFrom('cancel_reasons').select('id').orderBy('position').executeTakeFirstOrThrow()
    return { economy, comfort, reason: reason.id }
  })
}

/** The body that books on a quote [design/api-9]. */
export const requestOn = (quote: Pick<QuoteView, 'id' | 'pickup' | 'drop' | 'carTypeId'>) => ({
  quote: quote.id,
  pickup: { coords: { lat: quote.pickup.lat, lng: quote.pickup.lng }, description: quote.pickup.add },
  drop: { coords: { lat: quote.drop.lat, lng: quote.drop.lng }, description: quote.drop.add },
  carDetails: { id: quote.carTypeId },
  paymentPacket: { payment_mode: 'cash' as const },
  bookLater: false,
})

export interface CityOptions extends TestAppOptions {
  /** Replaces fetch for the city's people. */
  readonly ask?: (server: TestApp) => Transport['fetch']
}

/** A small city on its own database: two car types, cancel reasons, people on request. */
export const openCity = async (database: TestDatabase, wishes: CityOptions = {}): Promise<City> => {
  const server = await startTestApp(database, { sweeps: false, ...wishes })
  const office = await makeOffice(server)
  const { db } = database

  let people = 0
  const person: City['person'] = async (role, more = {}) => {
    const { id, token, name } = await makePerson(db, role, { mobile: `+59899${100_000 + people++}`, ...more })
    return { ...actorOf(server.url, token, wishes.ask?.(server)), id, name }
  }

  const driver: City['driver'] = async ({ at = nearPickup, carType = office.economy, online = true, ...more } = {}) => {
    const made = await person('driver', more)
    await putOnRoad(db, made.id, { carType, at, ageMs: 20_000, online })
    server.app.drivers.put({ id: made.id, lat: at.lat, lng: at.lng, at: Date.now() - 20_000 }, { carType, busy: false })
    return made
  }

  const quote: City['quote'] = async (rider, more = {}) => {
    const body = { pickup, drop: more.drop ?? drop, carType: more.carType ?? office.economy }
    return (await rider.call(quotesApi.create, { body })).quote
  }

  return {
    ...office,
    server,
    database,
    person,
    driver,
    quote,
    book: async (rider, given) => {
      const body = requestOn(given ?? (await quote(rider)))
      return (await rider.call(bookingsApi.create, { body })).booking
    },
  }
}

/**
 * A city on a database of this test file. Call it at the top of the file: `const { city } = await
 * cityFor(import.meta.url)`.
 */
export const cityFor = async (file: string) => {
  const database = await databaseFor(file)
  return { database, db: database.db, city: await openCity(database) }
}

/** Does this in demo mode. */
export const inDemo = async ({ server: { app } }: City, work: () => Promise<void>): Promise<void> => {
  await app.settings.change({ AllowCriticalEditsAdmin: false }, null)
  try {
    await work()
  } finally {
    await app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  }
}

const none = {}

/** Sends a position of a driver on a trip, after the last one. */
export const comeTo = async (driver: Actor, at: LatLng, accuracy = 8): Promise<void> => {
  const { lastFixSeq } = await driver.call(dispatchApi.day, {})
  const fix = { seq: lastFixSeq + 1, at: Date.now(), lat: at.lat, lng: at.lng, accuracy }
  await driver.call(trackingApi.send, { body: { fixes: [fix] } })
}

/** The moves of a driver. */
export const drives = (driver: Actor, id: string) => {
  const params = { id }
  return {
    accept: () => driver.call(bookingsApi.accept, { params, body: none }),
    decline: () => driver.call(bookingsApi.decline, { params, body: none }),
    arrive: () => driver.call(bookingsApi.arrive, { params, body: none }),
    /** comes to the pickup first, so that the arrival is confirmed */
    arriveThere: async () => {
      await comeTo(driver, pickup)
      return driver.call(bookingsApi.arrive, { params, body: none })
    },
    start: (otp: string) => driver.call(bookingsApi.start, { params, body: { otp } }),
    reach: () => driver.call(bookingsApi.reach, { params, body: none }),
    receiveCash: () => driver.call(bookingsApi.pay, { params, body: { payment_mode: 'cash' } }),
    notPaid: () => driver.call(bookingsApi.notPaid, { params, body: none }),
  }
}

/** The rider's trip code. */
export const tripCodeOf = async (rider: TestActor, id: string): Promise<string> =>
  (await rider.call(bookingsApi.get, { params: { id } })).booking.otp ?? ''

/** 'ok' or the error key of a call. */
export const keyOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'ok',
    (error: unknown) => (error as { key?: string }).key ?? String(error),
  )
