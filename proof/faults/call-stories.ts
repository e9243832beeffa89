import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { credit } from '@remis/server/testing/money'
import { requestOn } from '@remis/server/testing/test-city'
import { post } from '@remis/server/wallet/post'
import { sql } from 'kysely'
import { makeAct, type Act, type Client } from '../api-client.ts'
import { beginPayment, topUpOf } from './card-stories.ts'
import type { CrashCity, Ride } from './crash-city.ts'
import { counting, locked, type Story } from './story.ts'

/** A story of one endpoint. */
export interface CallStory extends Omit<Story, 'name' | 'byItself' | 'prepare'> {
  readonly endpoint: Endpoint
  readonly prepare: (city: CrashCity) => Promise<{ client: Client; act: Act; happened: () => Promise<number> }>
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export const ofCall = ({ endpoint, points, prepare, ...more }: CallStory): Story => ({
  ...more,
  name: nameOf(endpoint),
  points: [`${nameOf(endpoint)}.begun`, ...points, `${nameOf(endpoint)}.written`, `${nameOf(endpoint)}.committed`],
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
    const ride = await city.ride(from)
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
  move(parcelApi.couldNotDeliver, 'could-not-deliver', 'STARTED', theDriver, async (city, { id }) => {
    await sql`update bookings set delivery_code = '4711' where id = ${id}`.execute(city.db.request)
    return { reason: 'absent' }
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
]

const withMoney = async (city: CrashCity): Promise<Client> => {
  const driver = await city.person('driver')
  await credit(city.db, driver, 500)
  return driver
}

/** The debt of a rider without money for a fee of a driver. */
const debtOf = async (city: CrashCity, rider: Client, driver: Client): Promise<string> => {
  const entries = [
    { account: 'receivable', holder: rider.id, amount: -500 },
    { account: 'pending-fees', holder: driver.id, amount: 500 },
  ] as const
  const debt = { kind: 'debt', bookingId: null, reference: 'correction', entries } as const
  await city.db.transact((tx) => post(tx, [debt], { actorId: null, currency: 'UYU' }))
  const row = city.db.request.selectFrom('debts').select('id').where('rider_id', '=', rider.id)
  return (await row.executeTakeFirstOrThrow()).id
}

export const askedWithdrawal = async (city: CrashCity) => {
  const driver = await withMoney(city)
  const { withdrawal } = await driver.call(withdrawalsApi.request, { body: { amount: 120 } })
  return { id: withdrawal.id, admin: await city.person('admin') }
}

const money: readonly CallStory[] = [
  {
    endpoint: withdrawalsApi.request,
    points: ['withdraw.locked', 'withdraw.before_commit'],
    prepare: async (city) => {
      const driver = await withMoney(city)
      return {
        client: driver,
        act: makeAct(withdrawalsApi.request, { body: { amount: 120 } }),
        happened: counting(city, sql`select count(*)::int as count from withdrawals where user_id = ${driver.id}`),
      }
    },
  },
  {
    endpoint: withdrawalsApi.process,
    points: ['withdrawal.locked'],
    prepare: async (city) => {
      const { id, admin } = await askedWithdrawal(city)
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
      const { id, admin } = await askedWithdrawal(city)
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
    endpoint: paymentsApi.endReview,
    points: ['end-review.locked', 'end-review.before_commit'],
    prepare: async (city) => {
      const { rider, id, happened } = await topUpOf(city)
      const attempt = await beginPayment(city, rider, id)
      // the gateway has been silent for two weeks
      await sql`update payments set status = 'REVIEW', failure = 'no_answer', next_check_at = null
        where id = ${attempt}`.execute(city.db.request)
      const body = { end: 'accept', reason: 'Seen at the gateway', paymentId: `seen-${attempt}` } as const
      return {
        client: await city.person('admin'),
        act: makeAct(paymentsApi.endReview, { params: { id: attempt }, body }),
        happened,
      }
    },
  },
  {
    endpoint: creditsApi.create,
    points: ['credit.before_commit'],
    prepare: async (city) => {
      const [rider, admin] = [await city.person('rider'), await city.person('admin')]
      const body = { amount: 50, reason: 'Cash at the desk' }
      return {
        client: admin,
        act: makeAct(creditsApi.create, { params: { id: rider.id }, body }),
        happened: counting(
          city,
          sql`select count(*)::int as count from ledger_entries where account = 'wallet' and holder = ${rider.id}`,
        ),
      }
    },
  },
  {
    endpoint: debtsApi.writeOff,
    points: [],
    prepare: async (city) => {
      const debt = await debtOf(city, await city.person('rider'), await city.person('driver'))
      return {
        client: await city.person('admin'),
        act: makeAct(debtsApi.writeOff, { params: { id: debt }, body: { reason: 'Does not answer' } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from ledger_transactions where kind = 'debt-written-off' and reference = ${debt}`,
        ),
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
  ...([promosApi.update, promosApi.remove] as const).map((endpoint): CallStory => ({
    endpoint,
    points: ['promo.locked'],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { promo } = await admin.call(promosApi.create, {
        body: {
          promo_name: `EDIT${admin.id.slice(-8).toUpperCase()}`,
          promo_discount_type: 'flat',
          promo_discount_value: 10,
          max_promo_discount_value: 10,
          min_order: 50,
          promo_validity: '2099-12-31',
          promo_usage_limit: 5,
        },
      })
      const isDelete = endpoint.method === 'DELETE'
      const action = isDelete ? 'promo.delete' : 'promo.update'
      return {
        client: admin,
        act: makeAct(endpoint, {
          params: { id: promo.id },
          ...(isDelete ? {} : { body: { promo_description: 'Changed' } }),
        } as never),
        happened: counting(
          city,
          sql`select count(*)::int as count from audit_log where action = ${action} and subject = ${`promo:${promo.id}`}`,
        ),
      }
    },
  })),
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

/** One story for each call that moves a booking or money. */
export const callStories: readonly Story[] = [...trips, ...money].map(ofCall)

export const officeStories: readonly Story[] = [settingsStory, rebookStory]
