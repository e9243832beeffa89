import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms } from '../../../testing/gateway-conformance.ts'
import { openPaystackEmulator } from '../../../testing/gateways/paystack-emulator.ts'
import { attemptWith, requestOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt } from '../payments-provider.ts'
import { paystackGateway } from './paystack-gateway.ts'

const emulator = await openPaystackEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const signal = AbortSignal.timeout(60_000)

gatewayConforms('Paystack', () => ({
  ...emulator,
  adapter: paystackGateway(emulator.config, edges),
  traits: { asksAtStart: true, afterDecline: 'failed', signed: 'body', startsOnce: true },
  currency: 'GHS',
  forged: (webhook) => ({
    'no signature': { ...webhook, headers: new Map() },
    'another signature': { ...webhook, headers: new Map([['x-paystack-signature', '0'.repeat(128)]]) },
  }),
}))

const attemptOf = (id: string): Attempt =>
  attemptWith({
    id,
    money: { minor: 10_000, currency: 'NGN' },
    description: 'A ride',
  })
const buyer = { firstName: 'Test', lastName: '', email: '', mobile: '', customerId: 'c', ip: '' }
const urls = {
  returnUrl: 'https://ride.example/pay/paystack/return/x?k=1',
  cancelUrl: 'https://ride.example/pay/paystack/cancel/x?k=1',
  webhookUrl: '',
  submitUrl: '',
}

/** A gateway whose calls get these answers, by path. */
const answering = (answers: Readonly<Record<string, object>>, status = 200) => {
  const asked: string[] = []
  const gateway = paystackGateway(
    { secretKey: 'sk_test_abc123' },
    {
      ...edges,
      url: undefined,
      fetch: (url, { method }) => {
        asked.push(`${method} ${url}`)
        return Promise.resolve(Response.json(answers[new URL(url).pathname] ?? {}, { status }))
      },
    },
  )
  return { gateway, asked }
}
const found = (more: object) => ({
  status: true,
  data: {
    id: 7,
    domain: 'live',
    status: 'success',
    reference: 'RP01TESTORDER',
    amount: 10_000,
    currency: 'NGN',
    ...more,
  },
})

it('accepts the signature of Paystack’s documentation, then asks for the payment [design/payments-76]', async () => {
  const { gateway, asked } = answering({ '/transaction/verify/RP01TESTORDER': found({}) })
  const rawBody = Buffer.from('{"event":"charge.success","data":{"reference":"RP01TESTORDER"}}')
  const signature =
    'b997e1f892e57fe90819c2742008c5192ecd298d795bc64f119e10ce9e7ea155e1742ca98e101eca62ca6a0852c1b69f971c34e0b4ce88c56ec1a815479e1340'
  const result = await gateway.handleWebhook(
    requestOf({ headers: new Map([['x-paystack-signature', signature]]), rawBody }),
    signal,
  )
  expect(asked).toEqual(['GET https://api.paystack.co/transaction/verify/RP01TESTORDER'])
  expect(result).toMatchObject({
    accepted: true,
    evidence: [
      {
        attemptId: 'RP01TESTORDER',
        outcome: { kind: 'paid', money: { minor: 10_000, currency: 'NGN' }, providerPaymentId: '7', test: false },
      },
    ],
  })
})

it('reports a refund with its key, though the notice does not name it', async () => {
  const gateway = paystackGateway(emulator.config, edges)
  const attempt = attemptOf('RP01PAYSTACKREFUNDNOTICE0001')
  await gateway.start(attempt, buyer, urls, signal)
  await emulator.approve(attempt)
  const { outcome } = await gateway.query(attempt, signal)
  if (outcome.kind !== 'paid') throw new Error(outcome.kind)
  const paid = { ...attempt, providerPaymentId: outcome.providerPaymentId }
  await gateway.refund(
    paid,
    { key: 'the-key', money: { minor: 4000, currency: 'NGN' }, reason: 'cancelled', alike: 0 },
    signal,
  )
  await emulator.slowRefunds?.(attempt, false)
  const result = await gateway.handleWebhook(requestOf(await emulator.refundWebhook(attempt)), signal)
  expect(result).toMatchObject({
    accepted: true,
    evidence: [
      {
        attemptId: attempt.id,
        outcome: { kind: 'refund', refundKey: 'the-key', status: 'done', money: { minor: 4000, currency: 'NGN' } },
      },
    ],
  })
})

it('finds a refund again whose answer was lost', async () => {
  const gateway = paystackGateway(emulator.config, edges)
  const attempt = attemptOf('RP01PAYSTACKREFUNDLOST000001')
  await gateway.start(attempt, buyer, urls, signal)
  await emulator.approve(attempt)
  const { outcome } = await gateway.query(attempt, signal)
  if (outcome.kind !== 'paid') throw new Error(outcome.kind)
  const paid = { ...attempt, providerPaymentId: outcome.providerPaymentId }
  const ask = (losing: boolean) =>
    paystackGateway(emulator.config, {
      ...edges,
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (losing && init.method === 'POST') throw new Error('lost')
        return answer
      },
    }).refund(paid, { key: 'k', money: attempt.money, reason: 'cancelled', alike: 0 }, signal)
  await expect(ask(true)).rejects.toThrow(GatewayUnreachable)
  expect(await ask(false)).toMatchObject({ status: 'pending' })
})

describe('reads the state of a transaction', () => {
  it.each([
    ['abandoned', { kind: 'pending', reason: 'abandoned' }],
    ['processing', { kind: 'pending', reason: 'processing' }],
    ['failed', { kind: 'failed', code: 'Insufficient Funds', retryableByBuyer: true }],
    ['reversed', { kind: 'failed', code: 'reversed', retryableByBuyer: false }],
  ])('%s', async (status, outcome) => {
    const { gateway } = answering({
      '/transaction/verify/RP01TESTORDER': found({ status, gateway_response: 'Insufficient Funds' }),
    })
    expect((await gateway.query(attemptOf('RP01TESTORDER'), signal)).outcome).toEqual(outcome)
  })

  it('and reports a state that is not documented, or a page of a proxy, as no answer', async () => {
    const attempt = attemptOf('RP01TESTORDER')
    const { gateway } = answering({ '/transaction/verify/RP01TESTORDER': found({ status: 'odd' }) })
    await expect(gateway.query(attempt, signal)).rejects.toThrow(GatewayUnreachable)
    const proxy = answering({ '/transaction/verify/RP01TESTORDER': { message: 'Transaction not found' } }, 404)
    await expect(proxy.gateway.query(attempt, signal)).rejects.toThrow(GatewayUnreachable)
  })
})

describe('a refusal of a refund', () => {
  const ask = (answers: Readonly<Record<string, object>>) => {
    const gateway = paystackGateway(emulator.config, {
      ...edges,
      fetch: (_url, { method = 'GET' }) =>
        Promise.resolve(Response.json(answers[method] ?? {}, { status: method === 'POST' ? 400 : 200 })),
    })
    const paid = { ...attemptOf('RP01TESTORDER'), providerPaymentId: '7' }
    return gateway.refund(paid, { key: 'k', money: paid.money, reason: 'cancelled', alike: 0 }, signal)
  }
  const refused = (message: string) => ({ GET: { status: true, data: [] }, POST: { status: false, message } })

  it('is temporary without balance at Paystack, and none when it is not documented', async () => {
    const poor = 'Insufficient balance to fulfill this refund. Please top up.'
    expect(await ask(refused(poor))).toEqual({ status: 'failed', code: poor, retry: true })
    await expect(ask(refused('Something went wrong'))).rejects.toThrow(GatewayUnreachable)
  })

  it('is not asked for when the list has refunds of other payments: the key could be missed', async () => {
    const other = { id: 1, transaction: 8, status: 'processed', amount: 1, currency: 'NGN' }
    const answers = { ...refused('Transaction has been fully reversed'), GET: { status: true, data: [other] } }
    await expect(ask(answers)).rejects.toThrow(GatewayUnreachable)
  })
})

it('takes the amounts that Paystack takes', () => {
  const gateway = paystackGateway(emulator.config, edges)
  const ok = (minor: number, currency: string) => gateway.supports({ minor, currency }).ok
  expect([ok(4999, 'NGN'), ok(5000, 'NGN'), ok(1_000_000_000, 'USD'), ok(1_000_000_001, 'USD')]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([gateway.takes('KES'), gateway.takes('EUR')]).toEqual([true, false])
})
