import { promosApi } from '@remis/domain/promos/promos-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { credit } from '@remis/server/testing/money'
import { post } from '@remis/server/wallet/post'
import { sql } from 'kysely'
import { makeAct, type Client } from '../api-client.ts'
import { beginPayment, topUpOf } from './card-stories.ts'
import type { CrashCity } from './crash-city.ts'
import { counting, type Story } from './story.ts'
import { ofCall, type CallStory } from './call-stories.ts'

const withMoney = async (city: CrashCity): Promise<Client> => {
  const driver = await city.person('driver')
  await credit(city.db, driver, 500)
  return driver
}

/** The debt of a rider without money for a fee of a driver. */
const debtOf = async (
  city: CrashCity,
  rider: Client,
  driver: Client,
  bookingId: string | null = null,
): Promise<string> => {
  const entries = [
    { account: 'receivable', holder: rider.id, amount: -500 },
    { account: 'pending-fees', holder: driver.id, amount: 500 },
  ] as const
  const debt = { kind: 'debt', bookingId, reference: 'correction', entries } as const
  await city.db.transact((tx) => post(tx, [debt], { actorId: null, currency: 'UYU' }))
  const row = city.db.request.selectFrom('debts').select('id').where('rider_id', '=', rider.id)
  return (await row.executeTakeFirstOrThrow()).id
}

/** An admin settles a debt: the call posts one transaction of this kind. */
const debtStory = (
  endpoint: CallStory['endpoint'],
  prepare: (city: CrashCity) => Promise<{ debt: string; act: ReturnType<typeof makeAct> }>,
  kind: 'debt-written-off' | 'debt-cash',
): CallStory => ({
  endpoint,
  points: [],
  prepare: async (city) => {
    const { debt, act } = await prepare(city)
    return {
      client: await city.person('admin'),
      act,
      happened: counting(
        city,
        sql`select count(*)::int as count from ledger_transactions where kind = ${kind} and reference = ${debt}`,
      ),
    }
  },
})

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
    endpoint: withdrawalsApi.payOut,
    points: ['pay-out.before_commit'],
    prepare: async (city) => {
      const driver = await withMoney(city)
      return {
        client: await city.person('admin'),
        act: makeAct(withdrawalsApi.payOut, { params: { id: driver.id }, body: { reason: 'Asked at the desk' } }),
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
  debtStory(
    debtsApi.writeOff,
    async (city) => {
      const debt = await debtOf(city, await city.person('rider'), await city.person('driver'))
      return { debt, act: makeAct(debtsApi.writeOff, { params: { id: debt }, body: { reason: 'Does not answer' } }) }
    },
    'debt-written-off',
  ),
  debtStory(
    debtsApi.driverCash,
    async (city) => {
      const { rider, driver, id } = await city.ride('PAID')
      const debt = await debtOf(city, rider, driver, id)
      const body = { bookingId: id, amount: 5, reason: 'The driver says so' }
      return { debt, act: makeAct(debtsApi.driverCash, { params: { id: debt }, body }) }
    },
    'debt-cash',
  ),
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
  ...([promosApi.update, promosApi.remove, promosApi.restore] as const).map((endpoint): CallStory => ({
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
      if (endpoint === promosApi.restore) await admin.call(promosApi.remove, { params: { id: promo.id } })
      const verbs = { PATCH: 'update', DELETE: 'delete', POST: 'restore' } as const
      const action = `promo.${verbs[endpoint.method]}`
      return {
        client: admin,
        act: makeAct(endpoint, {
          params: { id: promo.id },
          ...(endpoint === promosApi.update ? { body: { promo_description: 'Changed' } } : {}),
        } as never),
        happened: counting(
          city,
          sql`select count(*)::int as count from audit_log where action = ${action} and subject = ${`promo:${promo.id}`}`,
        ),
      }
    },
  })),
]

/** One story for each call that moves money. */
export const moneyStories: readonly Story[] = money.map(ofCall)
