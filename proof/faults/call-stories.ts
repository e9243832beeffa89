import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { requestOn } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { makeAct, type Act, type Client } from '../api-client.ts'
import type { CrashCity, Ride } from './crash-city.ts'
import { counting, locked, type Story } from './story.ts'

/** A story of one endpoint. */
export interface CallStory extends Omit<Story, 'name' | 'scheduled' | 'prepare'> {
  readonly endpoint: Endpoint
  readonly prepare: (city: CrashCity) => Promise<{ client: Client; act: Act; happened: () => Promise<number> }>
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The failpoints of a call: begun, the given ones, written, committed. */
export const pointsOf = (endpoint: Endpoint, own: readonly string[] = []): string[] => {
  const name = nameOf(endpoint)
  return [`${name}.begun`, ...own, `${name}.written`, `${name}.committed`]
}

export const ofCall = ({ endpoint, points, prepare, ...more }: CallStory): Story => ({
  ...more,
  name: nameOf(endpoint),
  points: pointsOf(endpoint, points),
  prepare: async (city) => {
    const { client, act, happened } = await prepare(city)
    const make = () => client.make(act)
    return { go: make, again: make, happened }
  },
})

/** Moves that people make on this booking from now on; the sweeper may add its own. */
const movesFromNow = async (city: CrashCity, id: string) => {
  const now = await counting(
    city,
    sql`select max(version)::int as count from booking_events where booking_id = ${id}`,
  )()
  return counting(
    city,
    sql`select count(*)::int as count from booking_events where booking_id = ${id} and version > ${now} and actor_kind <> 'system'`,
  )
}

type ClientOf = (ride: Ride, city: CrashCity) => Client | Promise<Client>
const theDriver: ClientOf = ({ driver }) => driver
const theRider: ClientOf = ({ rider }) => rider
const anAdmin: ClientOf = (_ride, city) => city.person('admin')

/** The rider did not pay the cash. */
const owe = ({ driver, id }: Ride) => driver.call(bookingsApi.notPaid, { params: { id }, body: {} })

/** A ride with an offer that lasts longer than a kill and a restart take on a busy machine. */
const offeredRide = async (city: CrashCity): Promise<Ride> => {
  const ride = await city.ride('NEW')
  await sql`update offers set expires_at = expires_at + interval '2 minutes' where booking_id = ${ride.id}`.execute(
    city.db.request,
  )
  return ride
}

/** A move of a ride in this status. */
const move = (
  endpoint: Endpoint,
  name: string,
  from: Parameters<CrashCity['ride']>[0],
  clientOf: ClientOf,
  body: object | ((city: CrashCity, ride: Ride) => Promise<object>) = {},
): CallStory => ({
  endpoint,
  points: locked(name),
  prepare: async (city) => {
    const ride = from === 'NEW' ? await offeredRide(city) : await city.ride(from)
    const sent = typeof body === 'function' ? await body(city, ride) : body
    const act = makeAct(endpoint, { params: { id: ride.id }, body: sent } as never)
    return { client: await clientOf(ride, city), act, happened: await movesFromNow(city, ride.id) }
  },
})

const trips: readonly CallStory[] = [
  {
    endpoint: bookingsApi.create,
    points: ['create.locked', 'create.before_commit'],
    prepare: async (city) => {
      const type = await city.carType()
      await city.driver(type)
      const rider = await city.person('rider')
      const body = requestOn(await city.quote(rider, type))
      return {
        client: rider,
        act: makeAct(bookingsApi.create, { body }),
        happened: counting(city, sql`select count(*)::int as count from bookings where customer = ${rider.id}`),
      }
    },
  },
  move(bookingsApi.accept, 'accept', 'NEW', theDriver),
  {
    endpoint: bookingsApi.decline,
    points: ['decline.locked'],
    prepare: async (city) => {
      const { driver, id } = await offeredRide(city)
      return {
        client: driver,
        act: makeAct(bookingsApi.decline, { params: { id }, body: {} }),
        happened: counting(
          city,
          sql`select count(*)::int as count from offers where booking_id = ${id} and driver_id = ${driver.id} and outcome = 'declined'`,
        ),
      }
    },
  },
  move(bookingsApi.arrive, 'arrive', 'ACCEPTED', theDriver),
  move(bookingsApi.start, 'start', 'ARRIVED', theDriver, async (city, { rider, id }) => ({
    otp: (await city.view(rider, id)).otp ?? '',
  })),
  {
    ...move(bookingsApi.reach, 'reach', 'STARTED', theDriver),
    points: ['reach.matched', ...locked('reach')],
  },
  move(parcelApi.couldNotDeliver, 'could-not-deliver', 'STARTED', theDriver, async (city, { id }) => {
    await sql`update bookings set delivery_code = '4711' where id = ${id}`.execute(city.db.request)
    // at the drop, so that the return costs something
    await sql`insert into track_points (booking_id, seq, status, lat, lng, accuracy, at, received_at)
      select id, 1000000, 'STARTED', drop_lat, drop_lng, 8, clock_timestamp(),
        clock_timestamp() from bookings where id = ${id}`.execute(city.db.request)
    return { reason: 'absent' }
  }),
  move(parcelApi.renewCode, 'renew-delivery-code', 'STARTED', theRider, async (city, { id }) => {
    await sql`update bookings set delivery_code = '4711' where id = ${id}`.execute(city.db.request)
    return {}
  }),
  move(bookingsApi.pay, 'pay', 'REACHED', theDriver, { payment_mode: 'cash' }),
  move(bookingsApi.notPaid, 'not-paid', 'REACHED', theDriver),
  move(bookingsApi.rate, 'rate', 'PAID', theRider, { rating: 4, feedback: 'Kept through a crash' }),
  move(bookingsApi.cancel, 'cancel', 'ACCEPTED', theRider, async (city) => ({
    reason: (
      await city.db.request.selectFrom('cancel_reasons').select('id').orderBy('position').executeTakeFirstOrThrow()
    ).id,
  })),
  move(bookingsApi.searchAgain, 'search', 'NEW', theRider, async (city, { id }) => {
    await sql`update bookings set search_started_at = search_started_at - interval '1 hour',
      search_until = search_until - interval '1 hour' where id = ${id}`.execute(city.db.request)
    return {}
  }),
  move(bookingsApi.renewTripCode, 'renew-code', 'ACCEPTED', theRider),
  move(payByCardApi.choose, 'pay-by-card', 'REACHED', theRider, async (_city, ride) => {
    await owe(ride)
    return {}
  }),
  move(correctionsApi.correct, 'correct', 'PAID', anAdmin, {
    direction: 'back',
    amount: 1,
    reason: 'A detour',
    withDriver: true,
  }),
  move(endingsApi.abort, 'abort', 'STARTED', anAdmin, { reason: 'The car broke down', fare: null }),
  move(endingsApi.writeOff, 'write-off', 'REACHED', anAdmin, async (_city, ride) => {
    await owe(ride)
    return { reason: 'Cannot be collected' }
  }),
  {
    endpoint: assignApi.assign,
    points: ['assign.locked', 'assign.before_commit'],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { driver, id } = await city.ride('NEW')
      // an admin may assign once the search has ended [design/dispatch-20]
      await sql`update offers set outcome = 'closed', closed_at = clock_timestamp() where booking_id = ${id}`.execute(
        city.db.request,
      )
      await sql`update bookings set search_until = clock_timestamp() where id = ${id}`.execute(city.db.request)
      return {
        client: admin,
        act: makeAct(assignApi.assign, { params: { id }, body: { driver: driver.id } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from offers where booking_id = ${id} and kind = 'assign'`,
        ),
      }
    },
  },
  {
    endpoint: assignApi.unassign,
    points: ['unassign.locked', 'unassign.before_commit'],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { driver, id } = await city.ride('NEW')
      await sql`update offers set kind = 'assign', wave = null, expires_at = clock_timestamp() + interval '1 hour' where booking_id = ${id}`.execute(
        city.db.request,
      )
      return {
        client: admin,
        act: makeAct(assignApi.unassign, { params: { id }, body: { driver: driver.id } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from notices where booking_id = ${id} and message = 'notice_reservation_over'`,
        ),
      }
    },
  },
]

/** Has no idempotency key: repeating it writes the same setting. */
const settingsStory: Story = {
  name: 'settings',
  points: ['settings.locked'],
  prepare: async (city) => {
    const admin = await city.person('admin')
    const panic = `9${Date.now() % 100_000}`
    const change = async () => (await admin.call(settingsApi.change, { body: { settings: { panic } } })).settings.panic
    return {
      go: change,
      again: change,
      happened: counting(city, sql`select count(*)::int as count from settings where data ->> 'panic' = ${panic}`),
    }
  },
}

/** The second cancel call: it makes a booking, too. */
const rebookStory: Story = {
  name: 'a driver cancels, and the ride is booked again',
  points: ['succeed.before_commit'],
  passes: [
    ...locked('cancel'),
    ...['begun', 'written', 'committed'].map((at) => `${nameOf(bookingsApi.cancel)}.${at}`),
  ],
  prepare: async (city) => {
    const { driver, id } = await city.ride('ACCEPTED')
    const { rows } = await driver.call(backofficeApi.cancelReasons, {})
    const reason = rows.find(({ roles }) => roles.includes('driver'))?.id
    const act = makeAct(bookingsApi.cancel, { params: { id }, body: { reason } })
    const make = () => driver.make(act)
    return {
      go: make,
      again: make,
      happened: counting(city, sql`select count(*)::int as count from bookings where predecessor = ${id}`),
    }
  },
}

/** One story for each call that moves a booking. */
export const callStories: readonly Story[] = trips.map(ofCall)

export const officeStories: readonly Story[] = [settingsStory, rebookStory]
