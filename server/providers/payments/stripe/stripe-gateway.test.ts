import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms } from '../../../testing/gateway-conformance.ts'
import { openStripeEmulator } from '../../../testing/gateways/stripe-emulator.ts'
import { attemptWith, buyer, requestOf, urlsOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable } from '../payments-provider.ts'
import { fromStripe, stripeTakes, toStripe } from './stripe-amounts.ts'
import { stripeGateway } from './stripe-gateway.ts'

const emulator = await openStripeEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }

/** An adapter with a clock that `later` moves on by an hour. */
const openLater = (by: typeof fetch = fetch) => {
  let now = Date.now()
  const adapter = stripeGateway(emulator.config, { ...edges, fetch: by, now: () => now })
  return { adapter, later: () => void (now += 3_600_000) }
}

gatewayConforms('Stripe', () => ({
  ...emulator,
  ...openLater(),
  traits: { asksAtStart: true, afterDecline: 'pending', signed: 'body and time' },
  currency: 'USD',
  forged: (webhook) => ({
    'no signature': { ...webhook, headers: new Map() },
    'another signature': {
      ...webhook,
      headers: new Map(
        [...webhook.headers].map(([name, value]) => [name, value.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]),
      ),
    },
  }),
}))

it('accepts the signature of Stripe’s documentation, also beside one of another secret', async () => {
  const gateway = stripeGateway(
    { secretKey: 'sk_test_x', webhookSecret: 'whsec_test_secret' },
    { ...edges, now: () => 1_763_694_000_000 },
  )
  const rawBody = Buffer.from('{"id":"evt_test_1","object":"event"}')
  const v1 = 'f1d340a3e85928c37c16ada52134a2d7350f595416fd4ea8f3af7641063b056c'
  for (const signature of [`t=1763694000,v1=${v1}`, `t=1763694000,v1=${'0'.repeat(64)},v1=${v1}`]) {
    const request = requestOf({ headers: new Map([['stripe-signature', signature]]), rawBody })
    const result = await gateway.handleWebhook(request, AbortSignal.timeout(5000))
    expect(result).toMatchObject({ accepted: true, evidence: [], reply: { status: 200 } })
  }
})

describe('a refund [design/payments-102]', () => {
  const open = async () => {
    let loses = false
    const { adapter, later } = openLater(async (url, init) => {
      const answer = await fetch(url, init)
      if (loses && init?.method === 'POST') throw new Error('lost')
      return answer
    })
    const started = attemptWith({ money: { minor: 1000, currency: 'EUR' } })
    const signal = AbortSignal.timeout(5000)
    const { providerRef = null } = await adapter.start(started, buyer, urlsOf(started, 'stripe'), signal)
    await emulator.approve(started)
    const { outcome } = await adapter.query({ ...started, providerRef }, signal)
    if (outcome.kind !== 'paid') throw new Error(outcome.kind)
    const attempt = { ...started, providerRef, providerPaymentId: outcome.providerPaymentId }
    const ask = (key: string, minor: number) =>
      adapter.refund(attempt, { key, money: { minor, currency: 'EUR' }, reason: 'cancelled', alike: 0 }, signal)
    return { attempt, later, ask, lose: (on: boolean) => void (loses = on) }
  }

  it.each([400, 1000])('of %i whose answer was lost is found after Stripe forgot its key', async (minor) => {
    const { attempt, later, ask, lose } = await open()
    lose(true)
    await expect(ask('lost', minor)).rejects.toThrow(GatewayUnreachable)
    lose(false)
    emulator.forgetKeys()
    later()
    expect(await ask('lost', minor)).toMatchObject({ status: 'done' })
    expect(emulator.refunds(attempt)).toBe(1)
  })

  it('is made an hour after an error of Stripe, which repeats its first answer to a key', async () => {
    const { attempt, later, ask } = await open()
    await emulator.fail(attempt, 'refund')
    await expect(ask('late', 1000)).rejects.toThrow(GatewayUnreachable)
    await emulator.fail(attempt, null)
    await expect(ask('late', 1000)).rejects.toThrow(GatewayUnreachable)
    later()
    expect(await ask('late', 1000)).toMatchObject({ status: 'done' })
  })
})

it('reports a refund made at Stripe, whose event does not name the attempt, and one that failed later', async () => {
  const gateway = stripeGateway(emulator.config, edges)
  const attempt = attemptWith({ money: { minor: 1000, currency: 'EUR' } })
  const signal = AbortSignal.timeout(5000)
  const { providerRef = null } = await gateway.start(attempt, buyer, urlsOf(attempt, 'stripe'), signal)
  await emulator.approve(attempt)
  const { outcome } = await gateway.query({ ...attempt, providerRef }, signal)
  if (outcome.kind !== 'paid') throw new Error(outcome.kind)
  const refund = { id: 're_1', object: 'refund', amount: 400, currency: 'eur', status: 'succeeded', metadata: {} }
  const object = { ...refund, payment_intent: outcome.providerPaymentId }
  const tell = (id: string, type: string, more: object) => {
    const body = JSON.stringify({ id, object: 'event', type, data: { object: { ...object, ...more } } })
    const seconds = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', emulator.config.webhookSecret).update(`${seconds}.${body}`).digest('hex')
    const headers = new Map([['stripe-signature', `t=${seconds},v1=${v1}`]])
    return gateway.handleWebhook(requestOf({ headers, rawBody: Buffer.from(body) }), signal)
  }
  const told = { kind: 'refund', providerRefundId: 're_1', money: { minor: 400, currency: 'EUR' } }
  expect(await tell('evt_made', 'refund.updated', {})).toMatchObject({
    accepted: true,
    evidence: [{ attemptId: attempt.id, outcome: { ...told, refundKey: null, status: 'done' } }],
  })
  const metadata = { payment_id: attempt.id, refund_key: 'k' }
  expect(await tell('evt_failed', 'refund.failed', { status: 'failed', metadata })).toMatchObject({
    accepted: true,
    evidence: [{ attemptId: attempt.id, outcome: { ...told, refundKey: 'k', status: 'failed' } }],
  })
})

it('counts each currency as Stripe does', () => {
  const both = (minor: number, currency: string) => {
    const wire = toStripe({ minor, currency })
    expect(fromStripe(wire, currency.toLowerCase())).toEqual({ minor, currency })
    return wire
  }
  expect([both(1050, 'USD'), both(500, 'JPY'), both(500, 'ISK'), both(500, 'MGA'), both(1230, 'KWD')]).toEqual([
    1050, 500, 50_000, 5, 1230,
  ])
  expect([stripeTakes('KWD')?.step, stripeTakes('MGA')?.step, stripeTakes('USD')?.step]).toEqual([10, 100, 1])
  expect([stripeTakes('ISK')?.most, stripeTakes('USD')?.least, stripeTakes('XXX')]).toEqual([999_999, 50, undefined])
})

it('takes as much of each currency as Stripe does', () => {
  const mostOf = (...codes: string[]) => codes.map((currency) => stripeTakes(currency)?.most)
  expect(mostOf('USD', 'JPY', 'IDR', 'INR')).toEqual([99_999_999, 9_999_999_999, 999_999_999_999, 999_999_999])
  // counted in hundredths there, and in whole units
  expect(mostOf('UGX', 'MGA')).toEqual([999_999, 9_999_999_900])
})
