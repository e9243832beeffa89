import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms } from '../../../testing/gateway-conformance.ts'
import { openCulqiEmulator, type CulqiCard } from '../../../testing/gateways/culqi-emulator.ts'
import { attemptWith, requestOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt } from '../payments-provider.ts'
import { culqiGateway } from './culqi-gateway.ts'

const emulator = await openCulqiEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const signal = AbortSignal.timeout(60_000)
const gateway = culqiGateway(emulator.config, edges)

const buyer = {
  firstName: 'Test',
  lastName: "O'Neil",
  email: 'payer@example.org',
  mobile: '+51987654321',
  customerId: 'c',
  ip: '',
}
const urls = {
  returnUrl: 'https://ride.example/pay/culqi/return/x?k=1',
  cancelUrl: 'https://ride.example/pay/culqi/cancel/x?k=1',
  webhookUrl: '',
  submitUrl: 'https://ride.example/pay/culqi/submit/x?k=1',
}

/** The page of this server sends what the buyer's card gave. */
const submit = (attempt: Attempt, fields: Readonly<Record<string, string>>, from = gateway) => {
  if (from.submit === undefined) throw new Error('no submit')
  return from.submit(attempt, { form: new URLSearchParams(fields), buyer, urls }, signal)
}
const pay = async (attempt: Attempt, card: CulqiCard): Promise<void> => {
  await submit(attempt, { token: emulator.tokenOf(card), device: 'device-1' })
}

gatewayConforms('Culqi', () => {
  emulator.clearFaults()
  return {
    ...emulator,
    adapter: gateway,
    traits: { asksAtStart: false, afterDecline: 'pending', signed: 'sender', paysHere: true },
    currency: 'PEN',
    approve: (attempt) => pay(attempt, 'good'),
    decline: (attempt) => pay(attempt, 'poor'),
    leave: () => Promise.resolve(),
    forged: (webhook) => ({
      'no password': { ...webhook, headers: new Map() },
      'another password': { ...webhook, headers: new Map([['authorization', 'Basic Y3VscWlfaG9vazpzM2NyZXU=']]) },
    }),
  }
})

const attemptOf = (id: string): Attempt =>
  attemptWith({
    id,
    money: { minor: 12_345, currency: 'PEN' },
    description: 'Booking ABC',
  })

/** A gateway at Culqi's own address, whose calls get these answers by method and path. */
const answering = (answers: Readonly<Record<string, readonly [status: number, body: object]>>) => {
  const asked: string[] = []
  const at = culqiGateway(
    { ...emulator.config, secretKey: 'sk_live_x' },
    {
      ...edges,
      url: undefined,
      fetch: (url, { method = 'GET' }) => {
        asked.push(`${method} ${url}`)
        const [status, body] = answers[`${method} ${new URL(url).pathname}`] ?? [404, {}]
        return Promise.resolve(Response.json(body, { status }))
      },
    },
  )
  return { gateway: at, asked }
}
const chargeOf = (more: object = {}) => ({
  object: 'charge',
  id: 'chr_live_kEazTaQBDtzNdwFr',
  creation_date: Date.now(),
  amount: 12_345,
  amount_refunded: 0,
  currency_code: 'PEN',
  outcome: { type: 'venta_exitosa' },
  metadata: { payment_id: 'RP01CULQI' },
  ...more,
})
const token = 'tkn_live_0CjjdWhFpEAZlxlz'
const paid = {
  kind: 'paid',
  money: { minor: 12_345, currency: 'PEN' },
  providerPaymentId: 'chr_live_kEazTaQBDtzNdwFr',
  test: false,
}

describe('the page [design/payments-88]', () => {
  it('has Culqi’s scripts and the public key, and no secret', async () => {
    const { action } = await answering({}).gateway.start(attemptOf('RP01CULQI'), buyer, urls, signal)
    expect(action).toMatchObject({
      kind: 'page',
      page: {
        scripts: ['https://js.culqi.com/checkout-js', 'https://3ds.culqi.com'],
        model: { publicKey: emulator.config.publicKey, amount: 12_345, currency: 'PEN', email: 'payer@example.org' },
      },
    })
    expect(JSON.stringify(action)).not.toMatch(/sk_|s3cret/)
  })

  it('has an e-mail that Culqi takes, also for a buyer without one', async () => {
    const emailAt = async (host: string) => {
      const at = { ...urls, returnUrl: `https://${host}/x` }
      const { action } = await gateway.start(
        attemptOf('RP01CULQIEMAIL00000000000001'),
        { ...buyer, email: '' },
        at,
        signal,
      )
      return action.kind === 'page' ? action.page.model['email'] : ''
    }
    expect(await emailAt('ride.example')).toBe('rp01culqiemail00000000000001@ride.example')
    expect(await emailAt('rides.a-long-name.example')).toBe('rider@rides.a-long-name.example')
  })

  it('comes again when the bank wants to authenticate the buyer, and the answer of the bank is charged', async () => {
    const attempt = attemptOf('RP01CULQIAUTHENTICATION00001')
    const card = emulator.tokenOf('auth')
    const first = await submit(attempt, { token: card, device: 'device-1' })
    expect(first).toMatchObject({
      kind: 'page',
      page: { model: { authenticate: { token: card, device: 'device-1' } } },
    })
    expect(await emulator.orders(attempt)).toBe(0)
    const second = await submit(attempt, { token: card, device: 'device-1', ...emulator.authentication })
    expect(second).toMatchObject({ kind: 'evidence', evidence: { attemptId: attempt.id, outcome: { kind: 'paid' } } })
    expect(emulator.asked().at(-1)).toMatchObject({
      authentication_3DS: emulator.authentication,
      antifraud_details: { first_name: 'Test', last_name: "O'Neil", device_finger_print_id: 'device-1' },
    })
  })

  it('comes again without a charge when it sent no token of a card', async () => {
    const { gateway: at, asked } = answering({})
    for (const wrong of ['', 'ype_live_0CjjdWhFpEAZlxlz', 'crd_live_0CjjdWhFpEAZlxlz'])
      expect(await submit(attemptOf('RP01CULQI'), { token: wrong }, at)).toMatchObject({ kind: 'page' })
    expect(asked).toEqual([])
  })
})

describe('the answer to a charge', () => {
  const answerTo = (status: number, body: object) =>
    submit(attemptOf('RP01CULQI'), { token }, answering({ 'POST /v2/charges': [status, body] }).gateway)

  it('is a payment of the attempt', async () => {
    const evidence = { attemptId: 'RP01CULQI', eventKey: 'charge:chr_live_kEazTaQBDtzNdwFr:paid', outcome: paid }
    expect(await answerTo(201, chargeOf())).toEqual({ kind: 'evidence', evidence })
    expect(await answerTo(201, chargeOf({ metadata: null }))).toEqual({ kind: 'evidence', evidence })
  })

  it.each([
    [402, { type: 'card_error', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [400, { type: 'parameter_error', code: 'invalid_token' }, 'invalid_token'],
    [422, { type: 'invalid_request_error' }, 'invalid_request_error'],
  ])('%i is a refusal', async (status, error, code) => {
    expect(await answerTo(status, { object: 'error', ...error })).toMatchObject({
      evidence: { attemptId: 'RP01CULQI', outcome: { kind: 'failed', code } },
    })
  })

  it.each([
    [401, { object: 'error', type: 'authentication_error' }],
    [402, { type: 'card_error' }],
    [429, { object: 'error', type: 'limit_api_error' }],
    [500, { object: 'error', type: 'api_error' }],
    [200, { action_code: 'ODD' }],
    [201, chargeOf({ outcome: { type: 'odd' } })],
  ])('%i says nothing when it is another', async (status, body) => {
    await expect(answerTo(status, body)).rejects.toThrow(GatewayUnreachable)
  })
})

describe('looks a charge up', () => {
  it('by amount and time, over all pages, whatever other charges there are', async () => {
    const attempt = attemptOf('RP01CULQIPAGES00000000000001')
    await pay(attempt, 'good')
    for (let other = 0; other < 5; other++) await pay(attemptOf(`RP01CULQIPAGES000000000001${other}`), 'good')
    expect((await gateway.query(attempt, signal)).outcome).toMatchObject({ kind: 'paid' })
  })

  it.each([
    [{ amount_refunded: 12_345 }, { kind: 'failed', code: 'refunded' }],
    [{ amount_refunded: 1 }, paid],
    [{ outcome: { type: 'fondos_insuficientes' } }, { kind: 'failed', code: 'fondos_insuficientes' }],
    [{ metadata: { payment_id: 'RP01OTHER' } }, { kind: 'pending', reason: 'no charge' }],
  ])('%o', async (more, outcome) => {
    const { gateway: at, asked } = answering({ 'GET /v2/charges': [200, { data: [chargeOf(more)] }] })
    const attempt = { ...attemptOf('RP01CULQI'), createdAt: 1_800_000_000_000 }
    expect((await at.query(attempt, signal)).outcome).toMatchObject(outcome)
    expect(asked).toEqual([
      'GET https://api.culqi.com/v2/charges?amount=12345&currency_code=PEN&creation_date_from=1799996400&limit=100',
    ])
  })

  it('and throws for a list without an end: the charge could be in the rest', async () => {
    const list = { data: [chargeOf({ metadata: {} })], paging: { next: 'https://api.culqi.com/v2/charges?after=x' } }
    const { gateway: at, asked } = answering({ 'GET /v2/charges': [200, list] })
    await expect(at.query(attemptOf('RP01CULQI'), signal)).rejects.toThrow(GatewayUnreachable)
    expect(asked).toHaveLength(20)
  })
})

describe('a notice', () => {
  const hear = (at: typeof gateway, body: object) =>
    at.handleWebhook(
      requestOf({
        headers: new Map([['authorization', 'Basic Y3VscWlfaG9vazpzM2NyZXQ=']]),
        rawBody: Buffer.from(JSON.stringify(body)),
      }),
      signal,
    )
  const path = 'GET /v2/charges/chr_live_kEazTaQBDtzNdwFr'
  const says = { type: 'charge.status.changed', data: '{"chargeId":"chr_live_kEazTaQBDtzNdwFr","actualAmount":1}' }

  it('leads to a look-up, and its own data are not read', async () => {
    const { gateway: at } = answering({ [path]: [200, chargeOf()] })
    expect(await hear(at, says)).toMatchObject({ evidence: [{ attemptId: 'RP01CULQI', outcome: paid }] })
  })

  it('about a charge that is unknown, or is not of this server, says nothing', async () => {
    const error = { object: 'error', type: 'resource_error' }
    expect(await hear(answering({ [path]: [404, error] }).gateway, says)).toMatchObject({
      accepted: true,
      evidence: [],
    })
    const other = answering({ [path]: [200, chargeOf({ metadata: {} })] })
    expect(await hear(other.gateway, says)).toMatchObject({ accepted: true, evidence: [] })
    expect(await hear(other.gateway, { type: 'order.status.changed', data: {} })).toMatchObject({ evidence: [] })
  })

  it('about a refund reports it with its key', async () => {
    const attempt = attemptOf('RP01CULQIREFUNDNOTICE0000001')
    await pay(attempt, 'good')
    const { outcome } = await gateway.query(attempt, signal)
    if (outcome.kind !== 'paid') throw new Error(outcome.kind)
    const held = { ...attempt, providerPaymentId: outcome.providerPaymentId }
    await gateway.refund(
      held,
      { key: 'the-key', money: { minor: 4000, currency: 'PEN' }, reason: '', alike: 0 },
      signal,
    )
    expect(await gateway.handleWebhook(requestOf(await emulator.refundWebhook(attempt)), signal)).toMatchObject({
      accepted: true,
      evidence: [
        {
          attemptId: attempt.id,
          outcome: { kind: 'refund', refundKey: 'the-key', status: 'done', money: { minor: 4000, currency: 'PEN' } },
        },
      ],
    })
  })
})

describe('a refund', () => {
  const returned = (more: object) => ({
    object: 'refund',
    id: 'ref_live_TTfLAgaA8nz8PWbO',
    charge_id: 'chr_live_kEazTaQBDtzNdwFr',
    amount: 4000,
    creation_date: Date.now(),
    metadata: { key: 'k' },
    ...more,
  })
  const ask = (refunds: readonly object[], refunded: number, post: readonly [number, object] = [500, {}], alike = 0) =>
    answering({
      'GET /v2/charges/chr_live_kEazTaQBDtzNdwFr': [200, chargeOf({ amount_refunded: refunded })],
      'GET /v2/refunds': [200, { data: refunds }],
      'POST /v2/refunds': post,
    }).gateway.refund(
      { ...attemptOf('RP01CULQI'), providerPaymentId: 'chr_live_kEazTaQBDtzNdwFr' },
      { key: 'k', money: { minor: 4000, currency: 'PEN' }, reason: 'cancelled', alike },
      signal,
    )

  it('is found again whose answer was lost, by its key, or by its amount when it has none', async () => {
    const known = { status: 'done', providerRefundId: 'ref_live_TTfLAgaA8nz8PWbO' }
    expect(await ask([returned({})], 4000)).toEqual(known)
    expect(await ask([returned({ metadata: {} })], 4000)).toEqual(known)
    await expect(ask([returned({ metadata: { key: 'other' } })], 4000)).rejects.toThrow(GatewayUnreachable)
    expect(await ask([returned({ metadata: {} })], 4000, [201, returned({ id: 'ref_live_2' })], 1)).toEqual({
      status: 'done',
      providerRefundId: 'ref_live_2',
    })
  })

  it('is not asked for when some are missing in the list: it could be among them', async () => {
    await expect(ask([], 4000, [201, returned({})])).rejects.toThrow(GatewayUnreachable)
  })

  it('is asked for again after a refusal, since none is documented as final', async () => {
    const refused = { object: 'error', type: 'parameter_error', code: 'no_balance' }
    expect(await ask([], 0, [400, refused])).toEqual({ status: 'failed', code: 'no_balance', retry: true })
  })
})

it('takes the amounts that Culqi takes', () => {
  const ok = (minor: number, currency = 'PEN') => gateway.supports({ minor, currency }).ok
  expect([ok(299), ok(300), ok(999_900, 'USD'), ok(999_901), ok(300, 'EUR')]).toEqual([false, true, true, false, false])
  expect([gateway.takes('USD'), gateway.takes('EUR')]).toEqual([true, false])
})
