import { afterAll, describe, expect, it } from 'vitest'
import { newAttemptId } from '../../../payments/attempt.ts'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { mercadopagoSigns, openMercadopagoEmulator } from '../../../testing/gateways/mercadopago-emulator.ts'
import { GatewayUnreachable, type Attempt, type RawRequest } from '../payments-provider.ts'
import { mercadopagoGateway } from './mercadopago-gateway.ts'
import { isFromMercadopago } from './mercadopago-signature.ts'

const emulators = {
  orders: await openMercadopagoEmulator('orders'),
  preferences: await openMercadopagoEmulator('preferences'),
}
afterAll(async () => {
  await emulators.orders.stop()
  await emulators.preferences.stop()
})
const flows = ['orders', 'preferences'] as const
type Flow = (typeof flows)[number]

const open = (flow: Flow) => {
  const { config, url } = emulators[flow]
  return mercadopagoGateway(config, { url, fetch, now: Date.now, signatureSeconds: 300 })
}

const withHeader = (delivery: Delivery, name: string, change: (value: string) => string): Delivery => ({
  ...delivery,
  headers: new Map([...delivery.headers].map(([key, value]) => [key, key === name ? change(value) : value])),
})

for (const flow of flows)
  gatewayConforms(`Mercado Pago by ${flow}`, () => ({
    ...emulators[flow],
    adapter: open(flow),
    traits: { asksAtStart: true, afterDecline: 'failed', signed: 'sender' },
    currency: 'UYU',
    forged: (webhook) => ({
      'no signature': { ...webhook, headers: new Map() },
      'another signature': withHeader(webhook, 'x-signature', (value) => value.replace(/v1=./, 'v1=x')),
      'a shorter signature': withHeader(webhook, 'x-signature', (value) => value.slice(0, -2)),
      'another time': withHeader(webhook, 'x-signature', (value) => value.replace('ts=1', 'ts=2')),
      'another request': withHeader(webhook, 'x-request-id', (value) => `${value}0`),
      'another id': { ...webhook, query: new URLSearchParams({ 'data.id': '123', type: 'order' }) },
      'no id': { ...webhook, query: new URLSearchParams() },
    }),
  }))

const signal = AbortSignal.timeout(30_000)
const buyer = { firstName: '', lastName: '', email: '', mobile: '', customerId: 'c', ip: '' }
const urls = {
  returnUrl: 'https://shop.example/return',
  cancelUrl: 'https://shop.example/cancel',
  webhookUrl: 'https://shop.example/webhook',
  submitUrl: 'https://shop.example/submit',
}
const begin = async (flow: Flow, money = { minor: 12_345, currency: 'UYU' }): Promise<Attempt> => {
  const attempt: Attempt = {
    id: newAttemptId(Date.now()),
    purpose: 'booking',
    money,
    description: 'A ride',
    createdAt: Date.now(),
    providerRef: null,
    providerPaymentId: null,
    data: {},
  }
  const { providerRef = null } = await open(flow).start(attempt, buyer, urls, signal)
  return { ...attempt, providerRef }
}
const hear = async (flow: Flow, delivery: Delivery) => {
  const request: RawRequest = { method: 'POST', query: new URLSearchParams(), remoteIp: '127.0.0.1', ...delivery }
  const result = await open(flow).handleWebhook(request, signal)
  if (!result.accepted) throw new Error(`refused with ${result.reply.status}`)
  return result.evidence
}
const outcomeOf = async (flow: Flow, attempt: Attempt) => (await open(flow).query(attempt, signal)).outcome

describe('the signature', () => {
  const secret = 'mp_webhook_secret'
  const ts = '1742505638683'
  const requestId = '2066ca19-c6f1-498a-be75-1923005edd06'

  it.each([
    ['ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', '7ea2ba17c8f7b64aacd06074842cc5b00200da8f40ea637239113795c9361120'],
    ['1234567890', '8935d79cb4909721ac8a40aed3399bfbc1f79b0d3c4cafc533edf7438b477de8'],
  ])('of %s is that of the SDK', (id, v1) => {
    expect(mercadopagoSigns(secret, id, requestId, ts)).toBe(v1)
    const query = new URLSearchParams({ 'data.id': id })
    const headers = new Map([
      ['x-signature', `ts=${ts},v1=${v1}`],
      ['x-request-id', requestId],
    ])
    expect(isFromMercadopago(secret, { headers, query })).toBe(true)
    expect(isFromMercadopago(`${secret}.`, { headers, query })).toBe(false)
    const later = new Map([...headers, ['x-signature', `ts=${ts}0,v1=${v1}`] as const])
    expect(isFromMercadopago(secret, { headers: later, query })).toBe(false)
  })

  it('may name its time in seconds, with spaces between the parts', async () => {
    const attempt = await begin('orders')
    const delivery = emulators.orders.notify(attempt.providerRef ?? '', 'order', '1742505638')
    expect(
      await hear(
        'orders',
        withHeader(delivery, 'x-signature', (value) => value.replace(',', ', ')),
      ),
    ).toHaveLength(1)
  })
})

describe.each(flows)('%s', (flow) => {
  const emulator = emulators[flow]

  it('reports each payment: a decline, money that takes days, and the money', async () => {
    const attempt = await begin(flow)
    const keys = new Set<string>()
    for (const [status, kind] of [
      ['rejected', 'failed'],
      ['rejected', 'failed'],
      ['pending', 'pending'],
      ['approved', 'paid'],
    ] as const) {
      emulator.pay(attempt.id, status)
      const [evidence] = await hear(flow, await emulator.webhook(attempt))
      expect(evidence).toMatchObject({ attemptId: attempt.id, outcome: { kind } })
      keys.add(evidence?.eventKey ?? '')
    }
    expect(keys.size).toBe(4)
    expect(await outcomeOf(flow, attempt)).toMatchObject({ kind: 'paid', money: attempt.money, test: true })
  })

  it('does not take money that was charged back or refunded in full', async () => {
    const [charged, refunded] = [await begin(flow), await begin(flow)]
    emulator.pay(charged.id, 'charged_back')
    expect(await outcomeOf(flow, charged)).toMatchObject({ kind: 'reversed', money: charged.money })
    const { id } = emulator.pay(refunded.id, 'approved')
    const paid = { ...refunded, providerPaymentId: id }
    const refund = async (key: string, minor: number) =>
      open(flow).refund(paid, { key, money: { minor, currency: 'UYU' }, reason: '', alike: 0 }, signal)
    expect(await refund(`${refunded.id}-cancel-v3-with-a-long-name`, 345)).toMatchObject({ status: 'done' })
    expect(await outcomeOf(flow, refunded)).toMatchObject({ kind: 'paid', money: refunded.money })
    expect(await refund(`${refunded.id}-unapplied`, 12_000)).toMatchObject({ status: 'done' })
    expect(await outcomeOf(flow, refunded)).toMatchObject({ kind: 'failed', retryableByBuyer: false })
  })

  it('makes a refund once, although its answer was lost and its key forgotten, and another of its amount', async () => {
    const attempt = await begin(flow)
    const paid = { ...attempt, providerPaymentId: emulator.pay(attempt.id, 'approved').id }
    const refund = async (key: string, alike: number) =>
      open(flow).refund(paid, { key, money: { minor: 345, currency: 'UYU' }, reason: '', alike }, signal)
    await emulator.fail(attempt, 'create-answer')
    await expect(refund('a', 0)).rejects.toThrow(GatewayUnreachable)
    await emulator.fail(attempt, null)
    emulator.forgetKeys()
    expect(await refund('a', 0)).toMatchObject({ status: 'done' })
    expect(emulator.refunds(attempt.id)).toBe(1)
    expect(await refund('b', 1)).toMatchObject({ status: 'done' })
    expect(emulator.refunds(attempt.id)).toBe(2)
  })

  it('ignores a notification about something else or unknown', async () => {
    const attempt = await begin(flow)
    const { id } = emulator.pay(attempt.id, 'approved')
    const other = flow === 'orders' ? 'payment' : 'order'
    expect(await hear(flow, emulator.notify(id, other))).toEqual([])
    const own = flow === 'orders' ? 'order' : 'payment'
    expect(await hear(flow, emulator.notify('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', own))).toEqual([])
  })

  it('asks for no payments that take days, and makes an address for a buyer without e-mail', async () => {
    const attempt = await begin(flow)
    const sent = emulator.created.at(-1)
    expect(sent?.payer).toEqual({ email: `${attempt.id.toLowerCase()}@shop.example` })
    const types = ['ticket', 'atm', 'bank_transfer']
    expect(sent).toMatchObject(
      flow === 'orders'
        ? { config: { payment_method: { not_allowed_types: types } } }
        : { payment_methods: { excluded_payment_types: types.map((id) => ({ id })) } },
    )
  })

  it('keeps whole amounts whole', async () => {
    expect(open(flow).supports({ minor: 1_200_050, currency: 'COP' })).toEqual({
      ok: false,
      reason: 'precision',
    })
    for (const [country, currency, minor] of [
      ['CO', 'COP', 1_200_000],
      ['CL', 'CLP', 12_000],
    ] as const) {
      emulator.country(country)
      const attempt = await begin(flow, { minor, currency })
      await emulator.approve(attempt)
      expect(await outcomeOf(flow, attempt)).toMatchObject({ kind: 'paid', money: { minor, currency } })
    }
    emulator.country('UY')
  })

  it('starts nothing in a currency that the account does not have', async () => {
    await expect(begin(flow, { minor: 1000, currency: 'BRL' })).rejects.toThrow(GatewayUnreachable)
  })
})

describe('orders', () => {
  const emulator = emulators.orders

  it('are paid with their amount, though the buyer pays interest on top', async () => {
    const attempt = await begin('orders')
    emulator.pay(attempt.id, 'approved', 500)
    expect(await outcomeOf('orders', attempt)).toMatchObject({ kind: 'paid', money: attempt.money })
  })

  it('are not paid with less than their amount', async () => {
    const attempt = await begin('orders')
    emulator.pay(attempt.id, 'approved', -345)
    expect(await outcomeOf('orders', attempt)).toMatchObject({ kind: 'paid', money: { minor: 12_000 } })
  })

  it('end when they expire or are cancelled', async () => {
    for (const [how, kind] of [
      ['expired', 'expired'],
      ['canceled', 'cancelled'],
    ] as const) {
      const attempt = await begin('orders')
      emulator.end(attempt.id, how)
      expect(await outcomeOf('orders', attempt)).toEqual({ kind })
    }
  })

  it('stay orders after the flow was changed', async () => {
    const attempt = await begin('orders')
    await emulator.approve(attempt)
    const { config, url } = emulator
    const changed = { ...config, flow: 'preferences' } as const
    const gateway = mercadopagoGateway(changed, { url, fetch, now: Date.now, signatureSeconds: 300 })
    expect((await gateway.query(attempt, signal)).outcome.kind).toBe('paid')
  })
})

describe('preferences', () => {
  it('may be paid twice: the look-up stays with the first money, the notification brings the second', async () => {
    const emulator = emulators.preferences
    const attempt = await begin('preferences')
    const first = emulator.pay(attempt.id, 'approved')
    const second = emulator.pay(attempt.id, 'approved')
    expect(await outcomeOf('preferences', attempt)).toMatchObject({ providerPaymentId: first.id })
    const evidence = await hear('preferences', await emulator.webhook(attempt))
    expect(evidence).toMatchObject([{ attemptId: attempt.id, outcome: { providerPaymentId: second.id } }])
  })

  it('wait with a refund that their state does not allow now', async () => {
    const emulator = emulators.preferences
    const attempt = await begin('preferences')
    const { id } = emulator.pay(attempt.id, 'pending')
    const request = { key: 'k', money: attempt.money, reason: '', alike: 0 }
    expect(await open('preferences').refund({ ...attempt, providerPaymentId: id }, request, signal)).toEqual({
      status: 'failed',
      code: '2063',
      retry: true,
    })
  })
})
