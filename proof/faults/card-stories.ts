import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { readPayPage, sendPayForm } from '@remis/server/payments/pay-page/pay-page-fixture'
import { waitFor } from '@remis/server/testing/actors'
import type { GatewayEmulator } from '@remis/server/testing/gateway-emulator'
import type { openBraintreeEmulator } from '@remis/server/testing/gateways/braintree-emulator'
import { sql } from 'kysely'
import type { Client } from '../api-client.ts'
import { long } from '../scale.ts'
import type { CrashCity } from './crash-city.ts'
import { counting, sweepMs, type Story } from './story.ts'

type PageGateway = Pick<Awaited<ReturnType<typeof openBraintreeEmulator>>, 'nonceOf' | 'orders'>

const statusOf = async (answer: Promise<Response>, good: number): Promise<number> => {
  const { status } = await answer
  if (status !== good) throw new Error(`answered ${status} and not ${good}`)
  return status
}

const postPayForm = (city: CrashCity, provider: string, { token }: Client, orderId: string): Promise<Response> => {
  const body = new URLSearchParams({ order_id: orderId, amount: '1', currency: 'UYU' }).toString()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(`${city.base}/pay/${provider}`, { method: 'POST', headers, body, redirect: 'manual' })
}

/** Posts the pay form; returns the attempt with which the buyer was sent to the gateway. */
export const beginPayment = async (city: CrashCity, client: Client, orderId: string): Promise<string> => {
  await statusOf(postPayForm(city, 'test', client, orderId), 303)
  const newest = await city.db.request
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', client.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return newest.id
}

/** A gateway repeats a webhook when it gets no 200 [design/payments-18]; a buyer clicks again. */
const openTill = (city: CrashCity, gateway: GatewayEmulator) => {
  const begin = (client: Client, orderId: string): Promise<string> => beginPayment(city, client, orderId)
  const webhook = async (attempt: string): Promise<number> => {
    const { body, headers } = await gateway.webhook(attempt)
    return statusOf(fetch(`${city.base}/pay/test/webhook`, { method: 'POST', headers, body }), 200)
  }
  const comeBack = async (attempt: string): Promise<number> => {
    const { pathname, search } = new URL((await gateway.order(attempt))?.returnUrl ?? '')
    return statusOf(fetch(city.base + pathname + search, { redirect: 'manual' }), 303)
  }
  return { begin, webhook, comeBack }
}

export const topUpOf = async (city: CrashCity) => {
  const rider = await city.person('rider')
  const { topUp } = await rider.call(paymentsApi.topUp, { body: { amount: 300 } })
  const happened = counting(
    city,
    sql`select count(*)::int as count from ledger_transactions t where t.kind = 'top-up'
      and t.reference in (select id from payments where top_up_id = ${topUp.id})`,
  )
  return { rider, id: topUp.id, happened }
}

const settle = ['settle.begin', 'settle.locked', 'settle.before_commit', 'settle.committed']

/**
 * The payer pays on a page of the server, which charges a token: an attempt is charged at most once, whatever happens
 * [design/payments-91]. The charges of an order are what the gateway has of both attempts.
 */
const submitStory = (gateway: PageGateway): Story => ({
  name: 'card: a buyer pays on the page of this server',
  points: ['submit-payment.stored', 'submit-payment.answered', ...settle],
  prepare: async (city) => {
    const { rider, id, happened } = await topUpOf(city)
    const open = async () => readPayPage(await postPayForm(city, 'braintree', rider, id))
    const submit = ({ address }: Awaited<ReturnType<typeof open>>) =>
      statusOf(sendPayForm(address, { nonce: gateway.nonceOf('good') }), 303)
    const first = await open()
    let second: typeof first | undefined
    return {
      go: () => submit(first),
      again: async () => {
        const status = await submit(first)
        if ((await happened()) === 0) {
          // Nothing was charged, and this attempt never will be.
          second ??= await open()
          await submit(second)
        }
        const charges = (await gateway.orders(first.attempt)) + (second ? await gateway.orders(second.attempt) : 0)
        if (charges !== 1) throw new Error(`charged ${charges} times`)
        return status
      },
      happened,
    }
  },
})

/** Card payments with gateways that survive the server. */
export const cardStories = (gateway: GatewayEmulator, pageGateway: PageGateway): readonly Story[] => [
  submitStory(pageGateway),
  {
    name: 'card: money without an open order is refunded',
    points: ['consumer.payments.handled', 'refund.begin', 'refund.answered', 'refund.before_commit'],
    passes: settle,
    scheduled: true,
    prepare: async (city) => {
      const till = openTill(city, gateway)
      const { rider, id } = await topUpOf(city)
      const attempts = [await till.begin(rider, id), await till.begin(rider, id)] as const
      for (const attempt of attempts) await gateway.decide(attempt, 'approve')
      await till.webhook(attempts[0])
      // What the gateway captured: once, whatever the server believes.
      const happened = async () => (await gateway.order(attempts[1]))?.refunds.length ?? 0
      const done = counting(
        city,
        sql`select count(*)::int as count from refunds where payment_id = ${attempts[1]} and status = 'done'`,
      )
      return {
        go: () => till.webhook(attempts[1]),
        again: async () => {
          await waitFor(async () => {
            // The lease of the killed server ends after a minute; this test does not wait for it.
            await sql`update refunds set next_try_at = clock_timestamp()
              where payment_id = ${attempts[1]} and status <> 'done' and next_try_at > clock_timestamp()`.execute(
              city.db.request,
            )
            return (await done()) === 1
          }, sweepMs)
        },
        happened,
      }
    },
  },
  {
    name: 'card: a look-up finds the payment after the gateway was down and its webhook was lost',
    points: settle,
    scheduled: true,
    prepare: async (city) => {
      const till = openTill(city, gateway)
      const { rider, id, happened } = await topUpOf(city)
      const attempt = await till.begin(rider, id)
      await gateway.decide(attempt, 'approve')
      // Makes the sweep due, and ends the lease of a killed server.
      const makeDue = () =>
        sql`update payments set next_check_at = clock_timestamp() where id = ${attempt} and use is null`.execute(
          city.db.request,
        )
      // Left out in the gate: this sweep comes every 15 s, and the simulation has outages too.
      if (long) {
        await gateway.scenario(attempt, 'query-error')
        await makeDue()
        await waitFor(async () => {
          const { rows } = await sql<{ postponed: boolean }>`select next_check_at > clock_timestamp()
            and next_check_at < clock_timestamp() + interval '55 seconds' as postponed from payments where id = ${attempt}`.execute(
            city.db.request,
          )
          return rows[0]?.postponed === true
        }, sweepMs)
        await gateway.scenario(attempt, null)
      }
      return {
        due: makeDue,
        go: () => Promise.resolve(),
        again: async () => {
          await waitFor(async () => {
            await makeDue()
            return (await happened()) === 1
          }, sweepMs)
        },
        happened,
      }
    },
  },
  {
    name: 'card: a buyer starts to pay',
    points: ['start-payment.before_commit', 'start-payment.stored', 'start-payment.answered'],
    prepare: async (city) => {
      const till = openTill(city, gateway)
      const { rider, id, happened } = await topUpOf(city)
      let attempt: string | undefined
      return {
        go: () => till.begin(rider, id),
        again: async () => {
          attempt ??= await till.begin(rider, id)
          await gateway.decide(attempt, 'approve')
          return till.webhook(attempt)
        },
        happened,
      }
    },
  },
  {
    name: 'card: the gateway reports a paid ride',
    points: ['settle.begin', 'settle.locked', 'card-payment.locked', 'settle.before_commit', 'settle.committed'],
    prepare: async (city) => {
      const till = openTill(city, gateway)
      const { rider, driver, id } = await city.ride('REACHED')
      await driver.call(bookingsApi.notPaid, { params: { id }, body: {} })
      await rider.call(payByCardApi.choose, { params: { id }, body: {} })
      const attempt = await till.begin(rider, id)
      await gateway.decide(attempt, 'approve')
      const report = () => till.webhook(attempt)
      return {
        go: report,
        again: report,
        happened: counting(
          city,
          sql`select count(*)::int as count from booking_events where booking_id = ${id} and move = 'pay'`,
        ),
      }
    },
  },
  {
    name: 'card: the buyer returns',
    points: ['return.answered', ...settle],
    prepare: async (city) => {
      const till = openTill(city, gateway)
      const { rider, id, happened } = await topUpOf(city)
      const attempt = await till.begin(rider, id)
      await gateway.decide(attempt, 'approve')
      const comeBack = () => till.comeBack(attempt)
      return { go: comeBack, again: comeBack, happened }
    },
  },
]
