import { afterAll, describe, expect, it } from 'vitest'
import { newAttemptId } from '../../../payments/attempt.ts'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import {
  confirmationRounding,
  openPayulatamEmulator,
  payuSigns,
  responseRounding,
} from '../../../testing/gateways/payulatam-emulator.ts'
import {
  GatewayUnreachable,
  type Attempt,
  type PaymentsProvider,
  type RawRequest,
  type StartAction,
} from '../payments-provider.ts'
import { payulatamGateway } from './payulatam-gateway.ts'
import { confirmationValue, isFromPayulatam, payulatamSigns } from './payulatam-signature.ts'

const emulator = await openPayulatamEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const open = (config: Parameters<typeof payulatamGateway>[0] = emulator.config) => payulatamGateway(config, edges)

/** The browser of the buyer posts the form at once. */
const withBrowser = (gateway: PaymentsProvider): PaymentsProvider => ({
  ...gateway,
  start: async (...asked) => {
    const started = await gateway.start(...asked)
    await emulator.post(started.action)
    return started
  },
})

const changed = (delivery: Delivery, name: string, value: string): Delivery => {
  const form = new URLSearchParams(delivery.rawBody.toString('utf8'))
  form.set(name, value)
  return { ...delivery, rawBody: Buffer.from(form.toString()) }
}

gatewayConforms('PayU Latam', () => ({
  ...emulator,
  adapter: withBrowser(open()),
  traits: { asksAtStart: false, afterDecline: 'failed', signed: 'sender' },
  currency: 'BRL',
  forged: (webhook) => ({
    'no signature': changed(webhook, 'sign', ''),
    'another signature': changed(webhook, 'sign', '0'.repeat(64)),
    'another value': changed(webhook, 'value', '1.00'),
    'no value': changed(webhook, 'value', 'NaN'),
    'another currency': changed(webhook, 'currency', 'COP'),
    'another state': changed(webhook, 'state_pol', '6'),
    'another reference': changed(webhook, 'reference_sale', 'RP01JZ00000000000000000000AB'),
    'an MD5 signature': changed(webhook, 'sign', payuSigns('MD5', 'x')),
  }),
}))

const signal = AbortSignal.timeout(30_000)
const buyer = { firstName: 'Test', lastName: '', email: '', mobile: '', customerId: 'c', ip: '' }
const urls = {
  returnUrl: 'https://shop.example/return?k=key',
  cancelUrl: 'https://shop.example/cancel',
  webhookUrl: 'https://shop.example/webhook',
  submitUrl: 'https://shop.example/submit',
}
const begin = async (money = { minor: 15_025, currency: 'BRL' }, gateway = open()): Promise<Attempt> => {
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
  await withBrowser(gateway).start(attempt, buyer, urls, signal)
  return attempt
}
const paid = async (money?: Parameters<typeof begin>[0]): Promise<Attempt> => {
  const attempt = await begin(money)
  return { ...attempt, providerPaymentId: emulator.pay(attempt.id, 'APPROVED').id }
}
const hear = async (delivery: Delivery) => {
  const request: RawRequest = { method: 'POST', query: new URLSearchParams(), remoteIp: '127.0.0.1', ...delivery }
  const result = await open().handleWebhook(request, signal)
  if (!result.accepted) throw new Error(`refused with ${result.reply.status}`)
  return result.evidence
}
const outcomeOf = async (attempt: Attempt) => (await open().query(attempt, signal)).outcome
const refund = (attempt: Attempt, key: string, minor: number) =>
  open().refund(attempt, { key, money: { ...attempt.money, minor }, reason: 'cancelled', alike: 0 }, signal)

describe('the signatures of PayU’s documentation', () => {
  const config = { ...emulator.config, signature: 'MD5' } as const

  it.each([
    [['TestPayU', '3', 'USD'], 'MD5', 'ba9ffa71559580175585e45ce70b6c37'],
    [['TestPayU', '20000.00', 'COP'], 'MD5', 'b4e2c69f62034e45f9a8d40f4634f7e2'],
    [['TestPayU', '20000.00', 'COP'], 'SHA256', '695d3f9270aad201381954a76684d48d8a4c62d47629bf56431b7e87d9ccddf2'],
  ] as const)('of the form %j by %s', (parts, signature, expected) => {
    expect(payulatamSigns({ ...config, signature }, parts)).toBe(expected)
    expect(payuSigns(signature, ...parts)).toBe(expected)
  })

  it.each([
    ['150.00', '6', '150.0', 'df67936f918887b2aa31688a77a10fe1'],
    ['150.26', '4', '150.26', 'b66c8afa1ca42ca33e676119d3fcdd04'],
  ])('of a confirmation of %s', (value, state, signed, sign) => {
    expect([confirmationValue(value), confirmationRounding(value)]).toEqual([signed, signed])
    expect(payuSigns('MD5', 'TestPayU04', signed, 'USD', state)).toBe(sign)
    const fields = { reference_sale: 'TestPayU04', value, currency: 'USD', state_pol: state, sign }
    expect(isFromPayulatam(config, new URLSearchParams(fields))).toBe(true)
    expect(isFromPayulatam(config, new URLSearchParams({ ...fields, sign: sign.toUpperCase() }))).toBe(true)
    expect(isFromPayulatam(config, new URLSearchParams({ ...fields, state_pol: '7' }))).toBe(false)
    expect(isFromPayulatam({ ...config, merchantId: '1' }, new URLSearchParams(fields))).toBe(false)
  })

  it.each([
    ['150.25', '150.2', '4c28029276a6a7259e8aae787e3f7500'],
    ['150.35', '150.4', 'a24a47832a6b0b5f5ba21a25335ebb3a'],
  ])('of a response page with %s', (value, signed, sign) => {
    expect(responseRounding(value)).toBe(signed)
    expect(payuSigns('MD5', 'TestPayU05', signed, 'USD', '4')).toBe(sign)
  })

  it('write a value with two decimals and without the last zero', () => {
    const values = ['150', '150.2', '150.20', '150.05', '0.01', '1e3', '-1', '150.257', '']
    expect(values.map(confirmationValue)).toEqual(['150.0', '150.2', '150.2', '150.05', '0.01', null, null, null, null])
  })
})

it('reports each try of the buyer, the decline after the money too', async () => {
  const attempt = await begin()
  const declined = emulator.pay(attempt.id, 'DECLINED')
  const approved = emulator.pay(attempt.id, 'APPROVED')
  expect(await hear(emulator.confirm(attempt.id, approved.id))).toMatchObject([
    { attemptId: attempt.id, outcome: { kind: 'paid', money: attempt.money, providerPaymentId: approved.id } },
  ])
  expect(await hear(emulator.confirm(attempt.id, declined.id))).toMatchObject([
    { attemptId: attempt.id, outcome: { kind: 'failed', code: 'ENTITY_DECLINED', retryableByBuyer: true } },
  ])
  expect(await outcomeOf(attempt)).toMatchObject({ kind: 'paid', providerPaymentId: approved.id, test: true })
})

it('reports the money of both when a buyer paid twice', async () => {
  const attempt = await begin()
  const [first, second] = [emulator.pay(attempt.id, 'APPROVED'), emulator.pay(attempt.id, 'APPROVED')]
  const all = await Promise.all([first, second].map(({ id }) => hear(emulator.confirm(attempt.id, id))))
  expect(all.flat().map(({ eventKey }) => eventKey)).toEqual([
    `transaction:${first.id}:paid`,
    `transaction:${second.id}:paid`,
  ])
})

it('waits for a pending payment, and ends with an expired one', async () => {
  const attempt = await begin()
  const { id } = emulator.pay(attempt.id, 'PENDING')
  expect(await outcomeOf(attempt)).toMatchObject({ kind: 'pending' })
  emulator.decide(id, 'EXPIRED')
  expect(await hear(emulator.confirm(attempt.id, id))).toMatchObject([{ outcome: { kind: 'expired' } }])
})

it('asks for a repetition of a confirmation that the reports do not know yet', async () => {
  const attempt = await paid()
  await expect(hear(emulator.confirm(attempt.id, 'another'))).rejects.toThrow(GatewayUnreachable)
})

it('reports the money that was paid, whatever the attempt expected', async () => {
  const attempt = await begin()
  emulator.pay(attempt.id, 'APPROVED', 1)
  expect(await outcomeOf(attempt)).toMatchObject({ kind: 'paid', money: { minor: 100, currency: 'BRL' } })
})

it('marks test payments and sandbox payments', async () => {
  const attempt = await paid()
  const live = { ...emulator.config, sandbox: false }
  expect((await open(live).query(attempt, signal)).outcome).toMatchObject({ kind: 'paid', test: false })
  emulator.markAsTest(attempt.id)
  expect((await open(live).query(attempt, signal)).outcome).toMatchObject({ kind: 'paid', test: true })
})

it('signs its form strictly: with another key PayU shows no page', async () => {
  await expect(begin(undefined, open({ ...emulator.config, apiKey: 'other' }))).rejects.toThrow('Signature')
  await expect(begin(undefined, open({ ...emulator.config, merchantId: '1' }))).rejects.toThrow('Merchant')
})

it('posts whole amounts of CLP and COP, and an address for a buyer without e-mail', async () => {
  for (const [currency, minor, amount] of [
    ['CLP', 12_000, '12000'],
    ['COP', 1_200_000, '12000'],
    ['USD', 1050, '10.50'],
  ] as const) {
    const attempt = await begin({ minor, currency })
    const { action } = await open().start(attempt, buyer, urls, signal)
    const fields = new Map((action as Extract<StartAction, { kind: 'form' }>).fields)
    expect([fields.get('amount'), fields.get('buyerEmail')]).toEqual([
      amount,
      `${attempt.id.toLowerCase()}@shop.example`,
    ])
    await emulator.approve(attempt)
    expect(await outcomeOf(attempt)).toMatchObject({ kind: 'paid', money: { minor, currency } })
  }
  expect(open().supports({ minor: 1_200_050, currency: 'COP' })).toEqual({ ok: false, reason: 'precision' })
})

describe('a refund', () => {
  it('is one refund after a lost answer, also when the reports do not name its reason', async () => {
    for (const hidden of [false, true]) {
      const attempt = await paid()
      await emulator.fail(attempt, 'create-answer')
      await expect(refund(attempt, 'k', 400)).rejects.toThrow(GatewayUnreachable)
      await emulator.fail(attempt, null)
      emulator.hideReasons(hidden)
      expect(await refund(attempt, 'k', 400)).toMatchObject({ status: 'done' })
      emulator.hideReasons(false)
      expect(emulator.refundsOf(attempt.id)).toHaveLength(1)
    }
  })

  it('of the same amount as an earlier one is made too, also when the reports name no reasons', async () => {
    const attempt = await paid()
    const ask = (key: string, alike: number) =>
      open().refund(attempt, { key, money: { minor: 400, currency: 'BRL' }, reason: 'cancelled', alike }, signal)
    const first = await ask('a', 0)
    emulator.hideReasons(true)
    const second = await ask('b', 1)
    emulator.hideReasons(false)
    expect([first.status, second.status]).toEqual(['done', 'done'])
    expect(emulator.refundsOf(attempt.id).map(({ reason }) => reason)).toEqual(['b', 'a'])
  })

  it('of the whole names no amount, and leaves no money', async () => {
    const attempt = await paid()
    expect(await refund(attempt, 'k', 15_025)).toMatchObject({ status: 'done' })
    expect(emulator.refundsOf(attempt.id)).toMatchObject([{ type: 'REFUND', reason: 'k' }])
    expect(await outcomeOf(attempt)).toMatchObject({ kind: 'failed', code: 'REFUNDED', retryableByBuyer: false })
  })

  it('counts what is under review as given', async () => {
    const attempt = await paid()
    await emulator.slowRefunds?.(attempt, true)
    expect(await refund(attempt, 'a', 15_000)).toMatchObject({ status: 'pending' })
    expect(await refund(attempt, 'b', 26)).toEqual({ status: 'failed', code: 'amount', retry: false, gone: true })
    expect(await refund(attempt, 'c', 25)).toMatchObject({ status: 'pending' })
  })

  it('that the review declines is refused for good', async () => {
    const attempt = await paid()
    await emulator.slowRefunds?.(attempt, true)
    const asked = await refund(attempt, 'a', 400)
    if (asked.status !== 'pending') throw new Error(asked.status)
    emulator.decide(asked.providerRefundId, 'DECLINED')
    expect(await open().queryRefund(attempt, 'a', asked.providerRefundId, signal)).toMatchObject({
      status: 'failed',
      retry: false,
    })
  })

  it('has no decimals in Argentina, unless it is the whole', async () => {
    const attempt = await paid({ minor: 12_345, currency: 'ARS' })
    expect(await refund(attempt, 'a', 345)).toEqual({ status: 'failed', code: 'decimals', retry: false })
    expect(await refund(attempt, 'b', 12_345)).toMatchObject({ status: 'done' })
  })
})
