import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { promosApi } from '@remis/domain/fare/promos-api'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { credit } from '@remis/server/testing/money'
import { requestOn } from '@remis/server/testing/test-city'
import { sql, type RawBuilder } from 'kysely'
import { makeAct, type Act, type Client } from '../api-client.ts'
import type { CrashCity, Ride } from './crash-city.ts'

/** An act that is about to be made, and how often it has happened: 0 before, 1 after, never more. */
export interface Ready {
  readonly client: Client
  readonly act: Act
  readonly happened: () => Promise<number>
}

export interface Story {
  readonly endpoint: Endpoint
  /** failpoints on its way, beside those that every call has */
  readonly points: readonly string[]
  /** dispatch by hand */
  readonly byHand?: true
  readonly prepare: (city: CrashCity) => Promise<Ready>
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Where each of the story's calls can be stopped, in the order of its way. */
export const pointsOf = ({ endpoint, points }: Story): readonly string[] => [
  `${nameOf(endpoint)}.begun`,
  ...points,
  `${nameOf(endpoint)}.written`,
  `${nameOf(endpoint)}.committed`,
]

const counting = (city: CrashCity, query: RawBuilder<{ count: number }>) => async (): Promise<number> =>
  (await query.execute(city.db.request)).rows[0]?.count ?? 0

/** Moves that people make of this booking from now on: the sweeper may make its own. */
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

const locked = (name: string): string[] => [`${name}.locked`, `${name}.before_commit`]

type Whom = (ride: Ride, city: CrashCity) => Client | Promise<Client>
const theDriver: Whom = ({ driver }) => driver
const theRider: Whom = ({ rider }) => rider
const anAdmin: Whom = (_ride, city) => city.person('admin')

/** The rider did not pay the cash. */
const owe = ({ driver, id }: Ride) => driver.call(bookingsApi.notPaid, { params: { id }, body: {} })

/** A move of a ride that has come so far. */
const move = (
  endpoint: Endpoint,
  name: string,
  from: Parameters<CrashCity['ride']>[0],
  whom: Whom,
  body: object | ((city: CrashCity, ride: Ride) => Promise<object>) = {},
): Story => ({
  endpoint,
  points: locked(name),
  prepare: async (city) => {
    const ride = await city.ride(from)
    const sent = typeof body === 'function' ? await body(city, ride) : body
    const act = makeAct(endpoint, { params: { id: ride.id }, body: sent } as never)
    return { client: await whom(ride, city), act, happened: await movesFromNow(city, ride.id) }
  },
})

const trips: readonly Story[] = [
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
      const { driver, id } = await city.ride('NEW')
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
  move(endingsApi.abort, 'abort', 'STARTED', anAdmin, { reason: 'The car broke down', fare: null }),
  move(endingsApi.writeOff, 'write-off', 'REACHED', anAdmin, async (_city, ride) => {
    await owe(ride)
    return { reason: 'Nobody will pay this' }
  }),
  {
    endpoint: assignApi.assign,
    points: ['assign.locked', 'assign.before_commit'],
    byHand: true,
    prepare: async (city) => {
      const { driver, id } = await city.ride('NEW')
      return {
        client: await city.person('admin'),
        act: makeAct(assignApi.assign, { params: { id }, body: { driver: driver.id } }),
        happened: counting(city, sql`select count(*)::int as count from offers where booking_id = ${id}`),
      }
    },
  },
]

const withMoney = async (city: CrashCity): Promise<Client> => {
  const driver = await city.person('driver')
  await credit(city.db, driver, 500)
  return driver
}

const asked = async (city: CrashCity) => {
  const driver = await withMoney(city)
  const { withdrawal } = await driver.call(withdrawalsApi.ask, { body: { amount: 120 } })
  return { id: withdrawal.id, admin: await city.person('admin') }
}

const money: readonly Story[] = [
  {
    endpoint: withdrawalsApi.ask,
    points: ['withdraw.locked', 'withdraw.before_commit'],
    prepare: async (city) => {
      const driver = await withMoney(city)
      return {
        client: driver,
        act: makeAct(withdrawalsApi.ask, { body: { amount: 120 } }),
        happened: counting(city, sql`select count(*)::int as count from withdrawals where user_id = ${driver.id}`),
      }
    },
  },
  {
    endpoint: withdrawalsApi.process,
    points: ['withdrawal.locked'],
    prepare: async (city) => {
      const { id, admin } = await asked(city)
      return {
        client: admin,
        act: makeAct(withdrawalsApi.process, { params: { id }, body: {} }),
        happened: counting(
          city,
          sql`select count(*)::int as count from audit_log where subject = ${`withdrawal:${id}`} and action = 'withdrawal.process'`,
        ),
      }
    },
  },
  {
    endpoint: withdrawalsApi.reject,
    points: ['withdrawal.locked'],
    prepare: async (city) => {
      const { id, admin } = await asked(city)
      return {
        client: admin,
        act: makeAct(withdrawalsApi.reject, { params: { id }, body: { reason: 'No such account' } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from audit_log where subject = ${`withdrawal:${id}`} and action = 'withdrawal.reject'`,
        ),
      }
    },
  },
  {
    endpoint: paymentsApi.topUp,
    points: [],
    prepare: async (city) => {
      const rider = await city.person('rider')
      return {
        client: rider,
        act: makeAct(paymentsApi.topUp, { body: { amount: 250 } }),
        happened: counting(city, sql`select count(*)::int as count from top_ups where user_id = ${rider.id}`),
      }
    },
  },
  {
    endpoint: promosApi.create,
    points: [],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const promo_name = `CRASH${admin.id.slice(-8).toUpperCase()}`
      const body = {
        promo_name,
        promo_discount_type: 'flat' as const,
        promo_discount_value: 10,
        max_promo_discount_value: 10,
        min_order: 50,
        promo_validity: '2099-12-31',
        promo_usage_limit: 5,
      }
      return {
        client: admin,
        act: makeAct(promosApi.create, { body }),
        happened: counting(city, sql`select count(*)::int as count from promos where promo_name = ${promo_name}`),
      }
    },
  },
]

/** One story for each call that moves a booking or money. */
export const stories: readonly Story[] = [...trips, ...money]
