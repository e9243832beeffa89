import { bookingsApi } from '@remis/domain/booking/booking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import type { ReviewEnd } from '@remis/domain/payments/payment-review'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayer } from '../testing/card-payer.ts'
import { openSecurepayEmulator } from '../testing/gateways/securepay-emulator.ts'
import { openStripeEmulator } from '../testing/gateways/stripe-emulator.ts'
import type { Delivery } from '../testing/gateway-conformance.ts'
import { keyOf, openCity, requestOn, type City } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'

import { findBroken } from '../verify/verify.ts'
import { settlePayment } from './settle-payment.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const stripe = await openStripeEmulator()
const securepay = await openSecurepayEmulator({
  merchantId: 'ABC0001',
  password: 'abc123',
  transactionType: '0',
  fingerprint: 'hmac-sha256',
  sandbox: false,
})
database.atEnd(() => void Promise.all([stripe.stop(), securepay.stop()]))
let city: City

beforeAll(async () => {
  city = await openCity(database, {
    env: {
      APP_CATEGORY: 'delivery',
      STRIPE_SECRET_KEY: stripe.config.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.config.webhookSecret,
      BRAINTREE_PUBLIC_KEY: 'public',
      BRAINTREE_PRIVATE_KEY: 'private',
      BRAINTREE_MERCHANT_ACCOUNTS: '{"USD":"account"}',
      BRAINTREE_ENV: 'sandbox',
      SECUREPAY_MERCHANT_ID: securepay.config.merchantId,
      SECUREPAY_TXN_PASSWORD: securepay.config.password,
      PAYMENTS_URL: new URL(stripe.url).origin,
    },
  })
  await city.server.app.settings.change({ code: 'EUR', symbol: '€' }, null)
})

const newest = async () =>
  (await db.request.selectFrom('payments').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id

describe('a gateway that is set up by variables', () => {
  it('is offered beside the test gateway, and the office sees where its webhooks go [design/payments-87]', async () => {
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    expect(await rider.call(paymentsApi.providers, {})).toEqual([
      { name: 'test', link: '/pay/test' },
      { name: 'stripe', link: '/pay/stripe' },
    ])
    const { gateways } = await admin.call(paymentsApi.gateways, {})
    const { publicUrl } = city.server.app.config
    expect(gateways).toContainEqual({ name: 'stripe', takesCurrency: true, webhook: `${publicUrl}/pay/stripe/webhook` })
    expect(gateways).toContainEqual({ name: 'braintree', takesCurrency: false, webhook: null })
    expect(JSON.stringify(gateways)).not.toContain(stripe.config.secretKey)
  })

  it('pays a delivery by its webhook alone; the webhook again changes nothing', async () => {
    const rider = await city.person('rider')
    await city.driver()
    const quote = await city.quote(rider)
    const instructionData = { deliveryPerson: 'Receiver', deliveryPersonPhone: '099 123 456' }
    const body = { ...requestOn(quote), instructionData }
    const { booking } = await rider.call(bookingsApi.create, { body })
    const payer = cardPayer(city.server.url, rider, 'stripe')
    const { attempt, location } = await payer.begin(await payer.formOf(booking.id), newest)
    expect(new URL(location).origin).toBe(new URL(stripe.url).origin)
    const paid = { id: attempt } as Parameters<typeof stripe.approve>[0]
    await stripe.approve(paid)
    const { headers, rawBody } = await stripe.webhook(paid)
    const post = async (more: Record<string, string> = {}) => {
      const init = {
        method: 'POST',
        headers: { ...Object.fromEntries(headers), ...more },
        body: new Uint8Array(rawBody),
      }
      return (await fetch(`${city.server.url}/pay/stripe/webhook`, init)).status
    }
    expect(await post({ 'stripe-signature': 't=1,v1=00' })).toBe(401)
    expect(await payer.payment(attempt)).toMatchObject({ state: 'waiting' })
    expect(await post()).toBe(200)
    expect(await post()).toBe(200)
    expect(await payer.payment(attempt)).toMatchObject({ status: 'PAID', state: 'paid', provider: 'stripe' })
    const after = (await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking
    expect(after).toMatchObject({ status: 'NEW', prepaid: true, gateway: 'stripe' })
    const captures = await db.request
      .selectFrom('ledger_transactions')
      .select('id')
      .where('kind', '=', 'capture')
      .where('reference', '=', attempt)
      .execute()
    expect(captures).toHaveLength(1)
  })
})

describe('a chargeback [design/payments-107]', () => {
  it('of a paid attempt writes one audit row and one notice, and an admin closes it [design/payments-108]', async () => {
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    const payer = cardPayer(city.server.url, rider, 'stripe')
    const { attempt } = await payer.begin(await payer.topUpForm(45), newest)
    const paid = { id: attempt } as Parameters<typeof stripe.approve>[0]
    await stripe.approve(paid)
    const post = async ({ headers, rawBody }: Delivery) => {
      const init = { method: 'POST', headers: Object.fromEntries(headers), body: new Uint8Array(rawBody) }
      return (await fetch(`${city.server.url}/pay/stripe/webhook`, init)).status
    }
    expect(await post(await stripe.webhook(paid))).toBe(200)
    const postings = () =>
      db.request.selectFrom('ledger_transactions').select('id').where('reference', '=', attempt).execute()
    const booked = await postings()
    const deliveries = (await stripe.chargeBack?.(paid)) ?? []
    for (const delivery of [...deliveries, ...deliveries]) expect(await post(delivery)).toBe(200)

    const audited = () =>
      db.request
        .selectFrom('audit_log')
        .select(['actor_id', 'action', 'data'])
        .where('subject', '=', `payment:${attempt}`)
        .where('action', 'in', ['payment.charged-back', 'payment.review-lost'])
        .orderBy('id')
        .execute()
    const reported = { amount: 4500, currency: 'EUR' }
    expect(await audited()).toMatchObject([{ actor_id: null, action: 'payment.charged-back', data: reported }])
    const notices = await db.request
      .selectFrom('notices')
      .select('params')
      .where('user_id', '=', admin.id)
      .where('message', '=', 'notice_payment_charged_back')
      .execute()
    expect(notices).toEqual([{ params: { payment: attempt, amount: 45 } }])
    expect(await payer.payment(attempt)).toMatchObject({ status: 'PAID', state: 'paid' })
    expect(await postings()).toEqual(booked)

    const waiting = async () => (await admin.call(paymentsApi.inReview, { query: { search: attempt } })).rows
    expect(await waiting()).toMatchObject([
      {
        id: attempt,
        refundId: null,
        amount: 45,
        reason: 'charged_back',
        reported: { amount: 45, currency: 'EUR' },
        ends: ['won', 'lost'],
      },
    ])
    const end = (how: ReviewEnd) =>
      keyOf(
        admin.call(paymentsApi.endReview, { params: { id: attempt }, body: { end: how, reason: 'Lost at the bank' } }),
      )
    expect(await end('close')).toBe('payment_review_refused')
    expect(await end('lost')).toBe('ok')
    expect(await end('won')).toBe('payment_not_in_review')
    expect(await waiting()).toEqual([])
    expect((await audited()).at(-1)).toEqual({
      actor_id: admin.id,
      action: 'payment.review-lost',
      data: { reason: 'Lost at the bank' },
    })
    expect(await payer.payment(attempt)).toMatchObject({ status: 'PAID' })
    for (const delivery of (await stripe.chargeBack?.(paid)) ?? []) await post(delivery)
    expect(await waiting()).toEqual([])
    expect(await findBroken(db.request)).toEqual([])
  })

  /** A top-up that is under way, and what its gateway reports of payments with these ids. */
  const begun = async () => {
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    const payer = cardPayer(city.server.url, rider, 'stripe')
    const { attempt } = await payer.begin(await payer.topUpForm(45), newest)
    const report = (kind: 'paid' | 'reversed', id: string, minor = 4500, event = '') =>
      settlePayment(
        city.server.app,
        'stripe',
        {
          attemptId: attempt,
          eventKey: `${attempt}:${kind}:${id}:${event}`,
          outcome: { kind, money: { minor, currency: 'EUR' }, providerPaymentId: `${attempt}-${id}`, test: false },
        },
        'query',
      )
    const waiting = async () => {
      const { top_up_id } = await db.request
        .selectFrom('payments')
        .select('top_up_id')
        .where('id', '=', attempt)
        .executeTakeFirstOrThrow()
      const { rows } = await admin.call(paymentsApi.inReview, { query: { search: top_up_id ?? '' } })
      return rows.map(({ id, reason, reported, ends }) => ({ id, reason, reported: reported?.amount, ends }))
    }
    const end = (how: ReviewEnd, id = attempt) =>
      keyOf(admin.call(paymentsApi.endReview, { params: { id }, body: { end: how, reason: 'Looked at the gateway' } }))
    const reported = async (id = attempt) => {
      const ofPayment = sql<boolean>`params->>'payment' = ${id}`
      const notices = await db.request
        .selectFrom('notices')
        .select('message')
        .where('user_id', '=', admin.id)
        .where('message', '=', 'notice_payment_charged_back')
        .where(ofPayment)
        .execute()
      const audited = await db.request
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'payment.charged-back')
        .where('subject', '=', `payment:${id}`)
        .execute()
      return [notices.length, audited.length]
    }
    return { payer, rider, attempt, report, waiting, end, reported }
  }
  const dispute = { reason: 'charged_back', reported: 45, ends: ['won', 'lost'] }

  it('of an attempt without money ends it as failed, without a notice, until its money arrives [design/payments-118]', async () => {
    const { payer, attempt, report, waiting, reported } = await begun()
    expect(await report('reversed', 'one')).toBe('failed')
    expect(await payer.payment(attempt)).toMatchObject({ status: 'FAILED' })
    expect([await reported(), await waiting()]).toEqual([[0, 0], []])
    expect(await report('paid', 'one')).toBe('paid')
    expect(await report('reversed', 'one', 4500, 'again')).toBe('again')
    expect(await payer.payment(attempt)).toMatchObject({ status: 'PAID' })
    expect([await reported(), await waiting()]).toEqual([[1, 1], [{ id: attempt, ...dispute }]])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('of an attempt in review is ended before the review; after a lost one the attempt can only be closed [design/payments-118]', async () => {
    const lost = await begun()
    expect(await lost.report('paid', 'one', 4400)).toBe('review')
    expect(await lost.report('reversed', 'one')).toBe('review')
    expect(await lost.waiting()).toEqual([{ id: lost.attempt, ...dispute }])
    expect(await lost.reported()).toEqual([1, 1])
    expect(await lost.end('refund')).toBe('payment_review_refused')
    expect(await lost.end('lost')).toBe('ok')
    const review = { reason: 'amount_differs', reported: 44 }
    expect(await lost.waiting()).toEqual([{ id: lost.attempt, ...review, ends: ['close'] }])
    expect(await lost.end('close')).toBe('ok')
    expect(await lost.waiting()).toEqual([])

    const won = await begun()
    await won.report('reversed', 'one')
    expect(await won.report('paid', 'one', 4400)).toBe('review')
    expect([await won.waiting(), await won.reported()]).toEqual([[{ id: won.attempt, ...dispute }], [1, 1]])
    expect(await won.end('won')).toBe('ok')
    expect(await won.waiting()).toEqual([{ id: won.attempt, ...review, ends: ['refund', 'close'] }])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('of a second payment of an attempt is marked on the row of that payment [design/payments-118]', async () => {
    const { rider, attempt, report, waiting, reported } = await begun()
    for (const id of ['one', 'two']) expect(await report('paid', id)).toBe('paid')
    expect(await report('reversed', 'two')).toBe('review')
    const rows = await db.request
      .selectFrom('payments')
      .select(['id', 'use', 'charged_back_at'])
      .where('user_id', '=', rider.id)
      .orderBy('created_at')
      .execute()
    expect(rows).toEqual([
      { id: attempt, use: 'applied', charged_back_at: null },
      { id: expect.any(String), use: 'unapplied', charged_back_at: expect.any(Number) },
    ])
    const second = rows[1]?.id ?? ''
    expect(await waiting()).toEqual([{ id: second, ...dispute }])
    expect([await reported(), await reported(second)]).toEqual([
      [0, 0],
      [1, 1],
    ])
  })
})

describe('a result in the cross-site POST of the returning buyer [design/payments-120] [design/payments-16]', () => {
  /** The fields of the form that leads to the gateway. */
  const fieldsOf = (html: string): URLSearchParams =>
    new URLSearchParams(
      [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [
        name,
        value.replace(/&#(\d+);|&amp;/g, (_all, code: string | undefined) =>
          code === undefined ? '&' : String.fromCharCode(Number(code)),
        ),
      ]),
    )

  it('credits the payer once, whatever is changed in the part that the gateway does not sign', async () => {
    await city.server.app.settings.change({ code: 'AUD', symbol: '$' }, null)
    const rider = await city.person('rider')
    const payer = cardPayer(city.server.url, rider, 'securepay')
    const page = await payer.post(await payer.topUpForm(45))
    const form = fieldsOf(await page.text())
    const shown = await fetch(`${securepay.url}/secureframe/invoice`, { method: 'POST', body: form })
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('AUD 4500')])
    const attempt = form.get('primary_ref') ?? ''
    await securepay.approve({ id: attempt } as Parameters<typeof securepay.approve>[0])

    const comeBack = async (txnid: string) => {
      const { pathname, search } = new URL(form.get('return_url') ?? '')
      const { rawBody } = securepay.result(attempt, {}, { txnid })
      const answer = await fetch(city.server.url + pathname + search, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: 'https://payment.securepay.com.au', 'content-type': 'application/x-www-form-urlencoded' },
        body: new Uint8Array(rawBody),
      })
      return [answer.status, answer.headers.get('location')]
    }
    expect(await comeBack('136287')).toEqual([303, `/pay/status/${attempt}`])
    expect(await payer.payment(attempt)).toMatchObject({ status: 'PAID', state: 'paid', provider: 'securepay' })
    await comeBack('999999')
    const callback = await fetch(`${city.server.url}/pay/securepay/webhook`, {
      method: 'POST',
      body: new Uint8Array(securepay.result(attempt).rawBody),
    })
    expect(callback.status).toBe(200)
    const rows = await db.request.selectFrom('payments').select('use').where('user_id', '=', rider.id).execute()
    expect(rows).toEqual([{ use: 'applied' }])
    const wallet = await db.request
      .selectFrom('wallets')
      .select('balance')
      .where('user_id', '=', rider.id)
      .executeTakeFirst()
    expect(wallet?.balance).toBe(4500)
  })
})
