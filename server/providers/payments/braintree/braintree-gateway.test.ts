import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms } from '../../../testing/gateway-conformance.ts'
import { openBraintreeEmulator, type BraintreeCard } from '../../../testing/gateways/braintree-emulator.ts'
import { attemptWith } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt } from '../payments-provider.ts'
import { braintreeGateway } from './braintree-gateway.ts'

const emulator = await openBraintreeEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const signal = AbortSignal.timeout(60_000)
const gateway = braintreeGateway(emulator.config, edges)

const buyer = { firstName: 'Test', lastName: '', email: 'payer@example.org', mobile: '', customerId: 'c', ip: '' }
const urls = { returnUrl: 'https://ride.example/x', cancelUrl: '', webhookUrl: '', submitUrl: '' }

/** The page of this server sends what the buyer's card gave. */
const submit = (attempt: Attempt, fields: Readonly<Record<string, string>>, from = gateway) => {
  if (from.submit === undefined) throw new Error('no submit')
  return from.submit(attempt, { form: new URLSearchParams(fields), buyer, urls }, signal)
}
const pay = (attempt: Attempt, card: BraintreeCard) =>
  submit(attempt, { nonce: emulator.nonceOf(card), deviceData: '{}' })

/** An adapter with a clock that `later` moves on by an hour. */
const openLater = () => {
  let now = Date.now()
  const adapter = braintreeGateway(emulator.config, { ...edges, now: () => now })
  return { adapter, later: () => void (now += 3_600_000) }
}

gatewayConforms('Braintree', () => ({
  ...emulator,
  ...openLater(),
  traits: { asksAtStart: true, afterDecline: 'failed', signed: 'sender', paysHere: true },
  currency: 'EUR',
  approve: async (attempt) => {
    await pay(attempt, 'good')
    emulator.settle(attempt)
  },
  decline: async (attempt) => {
    await pay(attempt, 'poor')
  },
  leave: () => Promise.resolve(),
  webhook: null,
  forged: () => ({}),
}))

const attemptOf = (id: string, currency = 'EUR'): Attempt =>
  attemptWith({
    id,
    money: { minor: 12_345, currency },
    description: 'A ride',
  })

/** A gateway whose calls get this answer. */
const answering = (body: object, status = 200) => {
  const asked: { readonly url: string; readonly input: unknown }[] = []
  const at = braintreeGateway(
    { ...emulator.config, sandbox: false },
    {
      ...edges,
      url: undefined,
      fetch: (url, init) => {
        const { variables } = JSON.parse(init.body as string) as { variables: { input: unknown } }
        asked.push({ url, input: variables.input })
        return Promise.resolve(Response.json(body, { status }))
      },
    },
  )
  return { gateway: at, asked }
}
const transaction = (status: string, more: object = {}) => ({
  id: 'dHJhbnNhY3Rpb25fMQ',
  legacyId: 'abc123',
  orderId: 'RP01BRAINTREE',
  status,
  amount: { value: '123.45', currencyCode: 'EUR' },
  refunds: [],
  ...more,
})
const charged = (status: string, more?: object) => ({
  data: { chargeCreditCard: { transaction: transaction(status, more) } },
})
const found = (...all: readonly object[]) => ({
  data: {
    search: { transactions: { edges: all.map((node) => ({ node })), pageInfo: { hasNextPage: false } } },
  },
})
const errors = (errorClass: string, legacyCode?: string) => ({
  errors: [{ message: 'x', extensions: { errorClass, legacyCode } }],
  data: null,
})
const paid = { kind: 'paid', money: { minor: 12_345, currency: 'EUR' }, providerPaymentId: 'abc123', test: false }

describe('the page [design/payments-89]', () => {
  it('has Braintree’s scripts, fields for a card and a token for the currency’s account, and no secret', async () => {
    const { gateway: at, asked } = answering({ data: { createClientToken: { clientToken: 'token' } } })
    const { action } = await at.start(attemptOf('RP01BRAINTREE', 'USD'), buyer, urls, signal)
    expect(action).toMatchObject({
      kind: 'page',
      page: {
        scripts: ['client', 'hosted-fields', 'three-d-secure', 'data-collector'].map(
          (part) => `https://js.braintreegateway.com/web/3.144.0/js/${part}.min.js`,
        ),
        cardFields: true,
        model: { clientToken: 'token', amount: '123.45', email: 'payer@example.org' },
      },
    })
    expect(JSON.stringify(action)).not.toContain(emulator.config.privateKey)
    expect(asked).toMatchObject([
      {
        url: 'https://payments.braintree-api.com/graphql',
        input: { clientToken: { merchantAccountId: 'account-usd' } },
      },
    ])
  })

  it('comes again without a charge when it sent no nonce', async () => {
    const attempt = attemptOf('RP01BRAINTREENONONCE00000001')
    expect(await submit(attempt, { nonce: '{}' })).toMatchObject({ kind: 'page', page: { cardFields: true } })
    expect(await emulator.orders(attempt)).toBe(0)
  })
})

describe('the answer to a charge', () => {
  const answerTo = (body: object, status?: number) =>
    submit(attemptOf('RP01BRAINTREE'), { nonce: 'nonce-1' }, answering(body, status).gateway)
  const evidence = (outcome: object) => ({ kind: 'evidence', evidence: { attemptId: 'RP01BRAINTREE', outcome } })

  it('needs the confirmation of the buyer’s bank', async () => {
    const attempt = attemptOf('RP01BRAINTREEUNCONFIRMED0001')
    expect(await pay(attempt, 'unconfirmed')).toMatchObject({
      evidence: { outcome: { kind: 'failed', code: 'GATEWAY_REJECTED' } },
    })
    expect(emulator.asked().at(-1)).toMatchObject({
      options: { threeDSecureAuthentication: { required: true } },
      transaction: {
        amount: '123.45',
        riskData: { deviceData: '{}' },
        customerDetails: { email: 'payer@example.org' },
      },
    })
  })

  it.each(['SUBMITTED_FOR_SETTLEMENT', 'SETTLING', 'SETTLED', 'SETTLEMENT_PENDING', 'SETTLEMENT_CONFIRMED'])(
    '%s is a payment, with one key in all these states',
    async (status) => {
      expect(await answerTo(charged(status))).toEqual({
        kind: 'evidence',
        evidence: { attemptId: 'RP01BRAINTREE', eventKey: 'transaction:abc123:paid', outcome: paid },
      })
    },
  )

  it.each([
    'PROCESSOR_DECLINED',
    'GATEWAY_REJECTED',
    'FAILED',
    'VOIDED',
    'SETTLEMENT_DECLINED',
    'AUTHORIZATION_EXPIRED',
  ])('%s is none', async (code) =>
    expect(await answerTo(charged(code))).toMatchObject(evidence({ kind: 'failed', code })),
  )

  it('may come later', async () => {
    expect(await answerTo(charged('AUTHORIZING'))).toMatchObject(evidence({ kind: 'pending' }))
  })

  it('is a refusal when the input was not valid', async () => {
    expect(await answerTo(errors('VALIDATION', '91565'))).toMatchObject(evidence({ kind: 'failed', code: '91565' }))
    expect(await answerTo(errors('NOT_FOUND'))).toMatchObject(evidence({ kind: 'failed', code: 'NOT_FOUND' }))
  })

  it.each([
    ['an error inside', errors('INTERNAL'), 200],
    ['our keys', errors('AUTHENTICATION'), 200],
    ['a role', errors('AUTHORIZATION'), 200],
    ['an error that a proxy makes', errors('VALIDATION'), 400],
    ['a state that is not documented', charged('ODD'), 200],
    ['an amount that is none', charged('SETTLED', { amount: { value: 'x', currencyCode: 'EUR' } }), 200],
    ['a page', {}, 200],
  ])('says nothing about the payment when it is %s', async (_what, body, status) => {
    await expect(answerTo(body, status)).rejects.toThrow(GatewayUnreachable)
  })
})

describe('looks the transactions of an attempt up', () => {
  const queryOf = (body: object) => answering(body).gateway.query(attemptOf('RP01BRAINTREE'), signal)

  it('where money outweighs a decline, and other orders count for nothing', async () => {
    expect(await queryOf(found(transaction('PROCESSOR_DECLINED', { legacyId: 'z' }), transaction('SETTLED')))).toEqual({
      attemptId: 'RP01BRAINTREE',
      eventKey: 'transaction:abc123:paid',
      outcome: paid,
    })
    expect((await queryOf(found(transaction('SETTLED', { orderId: 'RP01OTHER' })))).outcome.kind).toBe('pending')
  })

  it('and money that was refunded in full is none', async () => {
    const back = { legacyId: 'r', orderId: 'k', status: 'SETTLED', amount: { value: '123.45', currencyCode: 'EUR' } }
    const refused = { ...back, status: 'SETTLEMENT_DECLINED' }
    expect((await queryOf(found(transaction('SETTLED', { refunds: [back] })))).outcome.kind).toBe('failed')
    expect((await queryOf(found(transaction('SETTLED', { refunds: [refused] })))).outcome.kind).toBe('paid')
  })

  it('and throws for more than one page, where money could be missed', async () => {
    const pageInfo = { hasNextPage: true }
    const body = { data: { search: { transactions: { edges: [], pageInfo } } } }
    await expect(queryOf(body)).rejects.toThrow(GatewayUnreachable)
  })
})

describe('a refund before the settlement', () => {
  const held = async (id: string): Promise<Attempt> => {
    const attempt = attemptOf(id)
    await pay(attempt, 'good')
    const { outcome } = await gateway.query(attempt, signal)
    if (outcome.kind !== 'paid') throw new Error(outcome.kind)
    return { ...attempt, providerPaymentId: outcome.providerPaymentId }
  }
  const ask = (attempt: Attempt, minor: number, from = gateway, key = 'k') =>
    from.refund(attempt, { key, money: { minor, currency: 'EUR' }, reason: '', alike: 0 }, signal)
  const losing = braintreeGateway(emulator.config, {
    ...edges,
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      if ((init.body as string).includes('Transaction(input')) throw new Error('lost')
      return answer
    },
  })

  it('is a void when it is all of the money, also after its answer was lost', async () => {
    const attempt = await held('RP01BRAINTREEVOID00000000001')
    await expect(ask(attempt, 12_345, losing)).rejects.toThrow(GatewayUnreachable)
    const done = { status: 'done', providerRefundId: `void-${attempt.providerPaymentId}` }
    expect(await ask(attempt, 12_345)).toEqual(done)
    expect(await gateway.queryRefund(attempt, 'k', done.providerRefundId, signal)).toEqual(done)
    expect(await ask(attempt, 100, gateway, 'other')).toMatchObject({ status: 'failed', retry: false, gone: true })
  })

  it('waits when it is a part', async () => {
    const attempt = await held('RP01BRAINTREEPART00000000001')
    expect(await ask(attempt, 100)).toEqual({ status: 'failed', code: 'not settled yet', retry: true })
    emulator.settle(attempt)
    expect(await ask(attempt, 100)).toMatchObject({ status: 'done' })
  })

  it('is asked for again when it was settled meanwhile', async () => {
    const attempt = await held('RP01BRAINTREESETTLED00000001')
    const settling = braintreeGateway(emulator.config, {
      ...edges,
      fetch: (url, init) => {
        if ((init.body as string).includes('reverseTransaction(input')) emulator.settle(attempt)
        return fetch(url, init)
      },
    })
    expect(await ask(attempt, 12_345, settling)).toMatchObject({ status: 'failed', retry: true })
    expect(await ask(attempt, 12_345)).toMatchObject({ status: 'done' })
  })

  it('is found again after its answer was lost, when Braintree refunded what it was to void', async () => {
    const back = {
      legacyId: 'r1',
      orderId: 'RP01BRAINTREE',
      status: 'SUBMITTED_FOR_SETTLEMENT',
      amount: { value: '123.45', currencyCode: 'EUR' },
    }
    const { gateway: at, asked } = answering(found(transaction('SETTLED', { refunds: [back] })))
    const attempt = { ...attemptOf('RP01BRAINTREE'), providerPaymentId: 'abc123' }
    expect(await ask(attempt, 12_345, at)).toEqual({ status: 'pending', providerRefundId: 'r1' })
    expect(asked).toHaveLength(1)
  })
})

it('takes the currencies of its merchant accounts', () => {
  expect(['EUR', 'USD', 'GBP'].map((currency) => gateway.takes(currency))).toEqual([true, true, false])
  expect(gateway.supports({ minor: 1, currency: 'GBP' }).ok).toBe(false)
})

it('has no notices', async () => {
  const request = {
    method: 'POST',
    headers: new Map<string, string>(),
    query: new URLSearchParams(),
    rawBody: Buffer.from('bt_signature=x&bt_payload=y'),
    remoteIp: '',
  }
  expect(await gateway.handleWebhook(request, signal)).toMatchObject({ accepted: false, reply: { status: 400 } })
})
