import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import type { Status } from '@remis/domain/booking/statuses'
import { chatApi } from '@remis/domain/chat/chat-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { drives, requestOn, type City } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { completeTrips } from '@remis/server/booking/sweeps/tidy-bookings'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import type { Actors, Person } from '../actors.ts'

/** A booking in one status, with the people involved. */
export interface Staged {
  readonly id: string
  readonly status: Status
  readonly customer: Person
  /** the driver; before ACCEPTED only offered */
  readonly driver: Person
  readonly taken: boolean
  /** another driver with an offer */
  readonly passed: Person
  readonly fleetAdmin: Person
  readonly carType: string
  /** trip code and exact drop: a driver must not get them too early */
  readonly otp: string
  readonly drop: { readonly lat: number; readonly lng: number; readonly add: string }
  /** the trip ended more than a day ago */
  readonly old: boolean
}

export interface StageOptions {
  readonly status: Status
  readonly customer: Person
  readonly fleetAdmin: Person
  readonly payment_mode?: 'cash' | 'wallet'
  readonly old?: boolean
  /** CANCELLED from NEW */
  readonly untaken?: boolean
  /** with a parcel, an option, instructions, and a promo this rider has not used */
  readonly promo?: string
}

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Avenida 18 de Julio 1234, Montevideo' }
/** While the chat is open. */
const chatted: readonly Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE']
/** What the rider writes to the driver, for the two alone. */
export const chatTextOf = (id: string): string => `Between us: ${id.toLowerCase()}`

/** The statuses in order. */
const way: readonly Status[] = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID', 'COMPLETE']

/** The recipient, required for a delivery. */
export const receiver = { deliveryPerson: 'Person One', deliveryPersonPhone: '2900 1234' }

const parcel = {
  ...receiver,
  pickUpInstructions: 'Ring twice',
  deliveryInstructions: 'Leave it inside',
  parcelTypeIndex: 0,
  optionIndex: 0,
}

/** `AAB`: the street without its number is unique too. */
const street = (n: number): string =>
  [676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(n / place) % 26))).join('')

let drops = 0
/** Unique per booking, so that its digits and words are found in any answer. */
const nextDrop = () => {
  const n = ++drops
  return {
    lat: Number((-34.89 - (10 * n + 7) / 1e6).toFixed(6)),
    lng: -56.1664,
    add: `Casa Reservada ${n}, Calle Escondida${street(n)} ${7000 + n}, Montevideo`,
  }
}

const codeOf = async ({ database: { db } }: City, id: string): Promise<string> =>
  (await db.request.selectFrom('bookings').select('otp').where('id', '=', id).executeTakeFirstOrThrow()).otp ?? ''

const fixesOf = (seq: number) =>
  [0, 1].map((n) => ({
    seq: seq + n,
    at: Date.now() - 1000 + n * 500,
    lat: pickup.lat,
    lng: pickup.lng,
    accuracy: 5,
    heading: 90,
  }))

/** Books and drives up to the requested status through the API. */
export const stageBooking = async (actors: Actors, options: StageOptions): Promise<Staged> => {
  const { city } = actors
  const { customer, fleetAdmin, status } = options
  const carType = await actors.carType()
  const driver = await actors.driver({ carType, fleetadmin: fleetAdmin.id })
  const passed = await actors.driver({ carType, fleetadmin: fleetAdmin.id })
  const drop = nextDrop()
  const more = options.promo === undefined ? {} : { promo: options.promo, instructionData: parcel }
  const { quote } = await customer.call(quotesApi.create, { body: { pickup, drop, carType, ...more } })
  const body = {
    ...requestOn(quote),
    paymentPacket: { payment_mode: options.payment_mode ?? ('cash' as const) },
    ...(options.promo === undefined ? {} : { instructionData: parcel }),
    ...(status === 'PAYMENT_PENDING' ? { instructionData: receiver } : {}),
  }
  const { booking } = await withoutDues(city, customer.id, () => customer.call(bookingsApi.create, { body }))
  const otp = await codeOf(city, booking.id)
  const staged = { id: booking.id, customer, driver, passed, fleetAdmin, carType, otp, drop, old: options.old ?? false }
  const taken = !(status === 'NEW' || status === 'PAYMENT_PENDING' || (status === 'CANCELLED' && options.untaken))
  await driveTo(actors, { ...staged, status, taken }, booking)
  if (options.old) await age(city, booking.id)
  const clientId = randomUUID()
  if (taken && chatted.includes(status) && !options.old)
    await customer.call(chatApi.send, {
      params: { id: booking.id },
      body: { clientId, type: 'text', message: chatTextOf(booking.id) },
    })
  return { ...staged, status, taken }
}

/** A customer with an unpaid booking books another: the proof needs bookings of one rider in every status. */
const withoutDues = async <T>({ database: { db } }: City, customer: string, book: () => Promise<T>): Promise<T> => {
  const set = (from: 'PENDING' | 'PAID', to: 'PENDING' | 'PAID', ids?: readonly string[]) =>
    db.request
      .updateTable('bookings')
      .set({ status: to })
      .where('customer', '=', customer)
      .where('status', '=', from)
      .$if(ids !== undefined, (update) => update.where('id', 'in', ids ?? []))
      .returning('id')
      .execute()
  const unpaid = await set('PENDING', 'PAID')
  const owed = await db.request
    .updateTable('wallets')
    .set({ owed: 0 })
    .where('user_id', '=', customer)
    .returning(sql<number>`(select coalesce(sum(rest), 0)::bigint from debts where rider_id = user_id)`.as('owed'))
    .execute()
  try {
    return await book()
  } finally {
    if (unpaid.length > 0)
      await set(
        'PAID',
        'PENDING',
        unpaid.map(({ id }) => id),
      )
    for (const one of owed) await db.request.updateTable('wallets').set(one).where('user_id', '=', customer).execute()
  }
}

/** A ride for tomorrow with a driver reserved by the office, with autoDispatch off. */
export const stageLater = async (actors: Actors): Promise<Staged> => {
  const { city, otherRider: customer, otherFleetAdmin: fleetAdmin, admin } = actors
  const carType = await actors.carType()
  const driver = await actors.driver({ carType, fleetadmin: fleetAdmin.id })
  const passed = await actors.driver({ fleetadmin: fleetAdmin.id })
  const drop = nextDrop()
  const time = { bookLater: true, tripdate: Date.now() + 24 * 3_600_000 }
  const { quote } = await customer.call(quotesApi.create, { body: { pickup, drop, carType, ...time } })
  const { booking } = await customer.call(bookingsApi.create, { body: { ...requestOn(quote), ...time } })
  const { settings } = city.server.app
  await settings.change({ autoDispatch: false }, null)
  await admin.call(assignApi.assign, { params: { id: booking.id }, body: { driver: driver.id } })
  await settings.change({ autoDispatch: true }, null)
  const otp = await codeOf(city, booking.id)
  return {
    id: booking.id,
    status: 'NEW',
    customer,
    driver,
    taken: false,
    passed,
    fleetAdmin,
    carType,
    otp,
    drop,
    old: false,
  }
}

/** COMPLETE without a rating: by the sweep after a day. */
export const completeUnrated = async ({ city }: Actors, staged: Staged): Promise<void> => {
  await age(city, staged.id)
  await completeTrips(city.server.app)
}

const driveTo = async (actors: Actors, staged: Staged, booking: BookingView): Promise<void> => {
  const drive = drives(staged.driver, booking.id)
  const params = { id: booking.id }
  const steps: Partial<Record<Status, () => Promise<unknown>>> = {
    ACCEPTED: drive.accept,
    ARRIVED: drive.arriveThere,
    STARTED: async () => {
      await drive.start(staged.otp)
      await staged.driver.call(trackingApi.send, { body: { fixes: fixesOf(100) } })
    },
    REACHED: drive.reach,
    PAID: drive.receiveCash,
    COMPLETE: async () => {
      await staged.customer.call(bookingsApi.rate, { params, body: { rating: 4, feedback: 'Quiet ride' } })
      const body = { direction: 'back' as const, amount: 1, reason: 'A detour', withDriver: true }
      await actors.admin.call(correctionsApi.correct, { params, body })
      // As if the quote had been charged instead of this fare: the office sees both.
      await sql`update bookings set fare = jsonb_set(fare, '{computed}', fare -> 'final') where id = ${booking.id}`.execute(
        actors.city.database.db.request,
      )
    },
  }
  const go = async (until: Status) => {
    for (const step of way.slice(1, way.indexOf(until) + 1)) await steps[step]?.()
  }
  if (staged.status === 'CANCELLED') {
    if (staged.taken) await go('ACCEPTED')
    await staged.customer.call(bookingsApi.cancel, { params, body: { reason: actors.city.reason } })
  } else if (staged.status === 'PENDING') {
    await go('REACHED')
    await drive.notPaid()
  } else await go(staged.status)
}

/** Moves its times back by 25 hours, past the day in which contacts are still shared. */
const age = async ({ database: { db } }: City, id: string): Promise<void> => {
  const columns = [
    'booking_date',
    'tripdate',
    'accepted_at',
    'driver_arrive_time',
    'arrival_confirmed_at',
    'start_time',
    'reached_at',
    'end_time',
    'paid_at',
  ]
  const back = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - interval '25 hours'`)
  await sql`update bookings set ${sql.join(back)} where id = ${id}`.execute(db.request)
  await sql`update driven_tracks set first_at = first_at - interval '25 hours', last_at = last_at - interval '25 hours'
    where booking_id = ${id}`.execute(db.request)
}
