import { afterAll, describe, expect, it } from 'vitest'
import { newAttemptId } from '../../../payments/attempt.ts'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { openPaypalEmulator, transmissionText } from '../../../testing/gateways/paypal-emulator.ts'
import { requestOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt } from '../payments-provider.ts'
import { paypalTakes, toPaypal } from './paypal-amounts.ts'
import { paypalGateway } from './paypal-gateway.ts'

const emulator = await openPaypalEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const open = () => paypalGateway(emulator.config, edges)

const withHeader = (delivery: Delivery, name: string, value: string): Delivery => ({
  ...delivery,
  headers: new Map([...delivery.headers, [name, value]]),
})

gatewayConforms('PayPal', () => ({
  ...emulator,
  adapter: open(),
  traits: { asksAtStart: true, afterDecline: 'failed', signed: 'body' },
  currency: 'USD',
  chargeBack: ({ id, money, providerPaymentId: capture }) => {
    const amount = { currency_code: money.currency, value: (money.minor / 100).toFixed(2) }
    const event = (type: string, resource: object) => emulator.deliver({ id: `WH-${id}`, event_type: type, resource })
    const up = { rel: 'up', href: `https://api.sandbox.paypal.com/v2/payments/captures/${capture}` }
    return Promise.resolve([
      event('CUSTOMER.DISPUTE.CREATED', {
        dispute_id: `PP-R-${id}`,
        disputed_transactions: [{ seller_transaction_id: capture }],
        dispute_amount: amount,
      }),
      event('PAYMENT.CAPTURE.REVERSED', { id: `R-${id}`, status: 'COMPLETED', amount, links: [up] }),
    ])
  },
  forged: (webhook) => ({
    'no signature': { ...webhook, headers: new Map() },
    'another signature': withHeader(webhook, 'paypal-transmission-sig', Buffer.alloc(256, 1).toString('base64')),
    'another algorithm': withHeader(webhook, 'paypal-auth-algo', 'SHA1withRSA'),
    'another time': withHeader(webhook, 'paypal-transmission-time', new Date(Date.now() - 60_000).toISOString()),
  }),
}))

const signal = AbortSignal.timeout(30_000)
const urls = {
  returnUrl: 'http://shop.example/return',
  cancelUrl: 'http://shop.example/cancel',
  webhookUrl: 'http://shop.example/webhook',
  submitUrl: 'http://shop.example/submit',
}
const buyer = { firstName: '', lastName: '', email: '', mobile: '', customerId: 'c', ip: '' }

const begin = async (gateway = open(), money = { minor: 1000, currency: 'EUR' }): Promise<Attempt> => {
  const attempt: Attempt = {
    id: newAttemptId(Date.now()),
    purpose: 'booking',
    money,
    description: 'A ride'.repeat(40),
    createdAt: Date.now(),
    providerRef: null,
    providerPaymentId: null,
    data: {},
  }
  const { providerRef = null } = await gateway.start(attempt, buyer, urls, signal)
  return { ...attempt, providerRef }
}
const paid = async (): Promise<Attempt> => {
  const attempt = await begin()
  await emulator.approve(attempt)
  const { outcome } = await open().query(attempt, signal)
  if (outcome.kind !== 'paid') throw new Error(outcome.kind)
  return { ...attempt, providerPaymentId: outcome.providerPaymentId }
}
const hear = async (delivery: Delivery) => {
  const result = await open().handleWebhook(requestOf(delivery), signal)
  if (!result.accepted) throw new Error(`refused with ${result.reply.status}`)
  return result.evidence
}

describe('the token', () => {
  it('is kept for all calls, and replaced once after it was refused', async () => {
    const gateway = open()
    emulator.endTokens()
    const attempt = await begin(gateway)
    await gateway.query(attempt, signal)
    expect(emulator.tokens()).toBe(1)
    emulator.endTokens()
    expect((await gateway.query(attempt, signal)).outcome.kind).toBe('pending')
    expect(emulator.tokens()).toBe(1)
    const before = emulator.tokens()
    await emulator.fail(attempt, 'credentials')
    await expect(gateway.query(attempt, signal)).rejects.toThrow(GatewayUnreachable)
    await emulator.fail(attempt, null)
    expect(emulator.tokens()).toBe(before + 1)
  })

  it('is replaced a minute before it expires', async () => {
    let now = Date.now()
    const gateway = paypalGateway(emulator.config, { ...edges, now: () => now })
    emulator.endTokens()
    const attempt = await begin(gateway)
    now += (32_400 - 61) * 1000
    await gateway.query(attempt, signal)
    expect(emulator.tokens()).toBe(1)
    now += 2000
    await gateway.query(attempt, signal)
    expect(emulator.tokens()).toBe(2)
  })
})

it('captures on return and pays once, although both ask at once', async () => {
  const attempt = await begin()
  await emulator.approve(attempt)
  const gateway = open()
  const back = requestOf({ headers: new Map(), rawBody: Buffer.alloc(0) })
  const all = await Promise.all([
    gateway.handleReturn(attempt, back, signal),
    gateway.query(attempt, signal),
    gateway.query(attempt, signal),
  ])
  expect(new Set(all.map(({ eventKey }) => eventKey)).size).toBe(1)
  expect(all[0].outcome).toMatchObject({ kind: 'paid', money: attempt.money, test: true })
})

it('captures again after a decline, and reports a second decline as another statement', async () => {
  const attempt = await begin()
  const gateway = open()
  await emulator.decline(attempt)
  const first = await gateway.query(attempt, signal)
  expect(first.outcome).toEqual({ kind: 'failed', code: 'INSTRUMENT_DECLINED', retryableByBuyer: true })
  expect((await gateway.query(attempt, signal)).outcome.kind).toBe('pending')
  await emulator.decline(attempt)
  const second = await gateway.query(attempt, signal)
  expect(second.outcome).toEqual(first.outcome)
  expect(second.eventKey).not.toBe(first.eventKey)
  await emulator.approve(attempt)
  expect((await gateway.query(attempt, signal)).outcome.kind).toBe('paid')
})

it('waits for money that takes days, and reports when it arrived or never will', async () => {
  for (const arrived of [true, false]) {
    const attempt = await begin()
    emulator.approveSlowly(attempt.id)
    expect((await open().query(attempt, signal)).outcome).toEqual({ kind: 'pending', reason: 'ECHECK' })
    const evidence = await hear(emulator.endSlowly(attempt.id, arrived))
    const outcome = arrived ? { kind: 'paid', money: attempt.money } : { kind: 'failed', retryableByBuyer: false }
    expect(evidence).toMatchObject([{ attemptId: attempt.id, outcome }])
    expect(await open().query(attempt, signal)).toEqual(evidence[0])
  }
})

it('reports an order that PayPal deleted as expired', async () => {
  const attempt = await begin()
  emulator.deleteOrder(attempt.id)
  expect(await open().query(attempt, signal)).toMatchObject({ attemptId: attempt.id, outcome: { kind: 'expired' } })
})

it('does not capture an order of another shop of the account', async () => {
  const attempt = await begin()
  const foreign = { ...attempt, id: 'WC-1234' }
  const { providerRef = null } = await open().start(foreign, buyer, urls, signal)
  await emulator.approve(foreign)
  expect(await hear(await emulator.webhook(foreign))).toMatchObject([{ outcome: { kind: 'pending' } }])
  expect((await open().query({ ...foreign, providerRef }, signal)).outcome.kind).toBe('pending')
})

it('reports the money of a capture, whatever the attempt expected', async () => {
  const attempt = await paid()
  const resource = {
    id: attempt.providerPaymentId,
    status: 'COMPLETED',
    amount: { value: '1.00', currency_code: 'USD' },
    custom_id: attempt.id,
  }
  const delivery = emulator.deliver({ event_type: 'PAYMENT.CAPTURE.COMPLETED', resource })
  expect(await hear(delivery)).toMatchObject([{ outcome: { kind: 'paid', money: { minor: 100, currency: 'USD' } } }])
})

it('reports a refund made here with its key, and one made at PayPal without', async () => {
  const attempt = await paid()
  const key = `${attempt.id}-cancel-v3`
  const money = { minor: 400, currency: 'EUR' }
  await open().refund(attempt, { key, money, reason: 'cancelled', alike: 0 }, signal)
  expect(await hear(emulator.refundEvent())).toMatchObject([
    { attemptId: attempt.id, outcome: { kind: 'refund', refundKey: key, status: 'done', money } },
  ])
  expect((await open().query(attempt, signal)).outcome).toMatchObject({ kind: 'paid', money: attempt.money })
  expect(await hear(emulator.refundAtPaypal(attempt.id, '6.00'))).toMatchObject([
    { attemptId: attempt.id, outcome: { kind: 'refund', refundKey: null, money: { minor: 600, currency: 'EUR' } } },
  ])
  expect((await open().query(attempt, signal)).outcome).toMatchObject({ kind: 'failed', code: 'REFUNDED' })
})

it('waits with a refund of money that did not arrive yet', async () => {
  const attempt = await begin()
  emulator.approveSlowly(attempt.id)
  await open().query(attempt, signal)
  const delivery = await emulator.webhook(attempt)
  const { resource } = JSON.parse(delivery.rawBody.toString('utf8')) as { resource: { id: string } }
  const request = { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }
  expect(await open().refund({ ...attempt, providerPaymentId: resource.id }, request, signal)).toEqual({
    status: 'failed',
    code: 'PENDING_CAPTURE',
    retry: true,
  })
})

it.each([
  ['TRANSACTION_DISPUTED', true],
  ['REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK', false],
])('names a refund refused with %s as one of money that is gone [design/payments-110]', async (issue, retry) => {
  const attempt = { ...(await begin()), providerPaymentId: 'CAPTURE' }
  const refused = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] }
  const gateway = paypalGateway(emulator.config, {
    ...edges,
    fetch: (url, init) =>
      url.endsWith('/refund') ? Promise.resolve(Response.json(refused, { status: 422 })) : fetch(url, init),
  })
  const request = { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }
  expect(await gateway.refund(attempt, request, signal)).toEqual({ status: 'failed', code: issue, retry, gone: true })
})

describe('an event', () => {
  const event = { event_type: 'BILLING.PLAN.CREATED', resource: {} }

  it('is signed over the text PayPal documents', () => {
    const body = '{"id":"WH-TEST-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}'
    const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55'
    expect(transmissionText(id, '2026-11-21T03:16:49Z', 'WH-ID-123', body)).toBe(
      `${id}|2026-11-21T03:16:49Z|WH-ID-123|2077941293`,
    )
  })

  it('is accepted for four days, and not from the future', async () => {
    const day = 24 * 3600
    for (const [seconds, accepted] of [
      [-4 * day + 60, true],
      [-4 * day - 60, false],
      [240, true],
      [360, false],
    ] as const) {
      const result = await open().handleWebhook(requestOf(emulator.deliver(event, seconds)), signal)
      expect([seconds, result.accepted]).toEqual([seconds, accepted])
    }
  })

  it('is verified as it was sent, and cannot say for which webhook it is verified', async () => {
    const good = emulator.deliver(event)
    const text = good.rawBody.toString('utf8')
    for (const forged of [
      `${text},"webhook_id":"${emulator.config.webhookId}"`,
      `{}}{"webhook_event":${text}`,
      JSON.stringify(event, null, 1),
      `[${text}]`,
      'null',
    ]) {
      const result = await open().handleWebhook(requestOf({ ...good, rawBody: Buffer.from(forged) }), signal)
      expect([forged, result.accepted]).toEqual([forged, false])
    }
    expect(await hear(good)).toEqual([])
  })
})

it('writes amounts as PayPal does', () => {
  expect(toPaypal({ minor: 1050, currency: 'USD' })).toEqual({ currency_code: 'USD', value: '10.50' })
  expect(toPaypal({ minor: 500, currency: 'JPY' })).toEqual({ currency_code: 'JPY', value: '500' })
  expect(toPaypal({ minor: 50_000, currency: 'HUF' })).toEqual({ currency_code: 'HUF', value: '500' })
  const gateway = open()
  expect(gateway.supports({ minor: 50_050, currency: 'TWD' })).toEqual({ ok: false, reason: 'precision' })
  expect(gateway.supports({ minor: 1_000_000_000, currency: 'USD' })).toEqual({ ok: false, reason: 'max' })
  expect([gateway.takes('USD'), gateway.takes('UYU'), paypalTakes('JPY').most]).toEqual([true, false, 9_999_999])
})

it.each([
  ['JPY', 500],
  ['HUF', 50_000],
])('keeps an amount in %s', async (currency, minor) => {
  const attempt = await begin(open(), { minor, currency })
  await emulator.approve(attempt)
  expect((await open().query(attempt, signal)).outcome).toMatchObject({ kind: 'paid', money: { minor, currency } })
})
