import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { openPaytmEmulator } from '../../../testing/gateways/paytm-emulator.ts'
import { attemptWith, requestOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt, type PaymentsProvider } from '../payments-provider.ts'
import { paytmGateway } from './paytm-gateway.ts'
import { isSignedByPaytm, memberText, signedTextOf, signPaytm } from './paytm-signature.ts'

const emulator = await openPaytmEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const signal = AbortSignal.timeout(60_000)

/** The gateway, and a browser that sends the form of each start. */
const withBrowser = (gateway: PaymentsProvider): PaymentsProvider => ({
  ...gateway,
  start: async (...asked) => {
    const started = await gateway.start(...asked)
    await emulator.submit(started.action)
    return started
  },
})

const withSignature = (webhook: Delivery, change: (checksum: string) => string): Delivery => {
  const fields = new URLSearchParams(webhook.rawBody.toString('utf8'))
  fields.set('CHECKSUMHASH', change(fields.get('CHECKSUMHASH') ?? ''))
  return { ...webhook, rawBody: Buffer.from(fields.toString()) }
}

gatewayConforms('Paytm', () => ({
  ...emulator,
  adapter: withBrowser(paytmGateway(emulator.config, edges)),
  traits: { asksAtStart: true, afterDecline: 'failed', signed: 'body' },
  currency: 'INR',
  forged: (webhook) => ({
    'no signature': withSignature(webhook, () => ''),
    'another signature': withSignature(webhook, (checksum) => signPaytm('x', 'Test_Key_7654321', checksum.slice(0, 4))),
    'half a signature': withSignature(webhook, (checksum) => checksum.slice(0, 24)),
  }),
}))

const attemptOf = (id: string): Attempt =>
  attemptWith({
    id,
    money: { minor: 12_345, currency: 'INR' },
    description: 'A ride',
  })
const buyer = { firstName: 'Test', lastName: '', email: '', mobile: '+919876543210', customerId: 'a-b', ip: '' }
const urls = {
  returnUrl: 'https://ride.example/pay/paytm/return/x?k=1',
  cancelUrl: 'https://ride.example/pay/paytm/cancel/x?k=1',
  webhookUrl: '',
  submitUrl: '',
}
const payAt = async (id: string): Promise<Attempt> => {
  const gateway = withBrowser(paytmGateway(emulator.config, edges))
  const attempt = attemptOf(id)
  await gateway.start(attempt, buyer, urls, signal)
  await emulator.approve(attempt)
  const { outcome } = await gateway.query(attempt, signal)
  if (outcome.kind !== 'paid') throw new Error(outcome.kind)
  return { ...attempt, providerPaymentId: outcome.providerPaymentId }
}
/** A gateway whose calls get this body. */
const answering = (resultStatus: string, resultCode: string, more: object = {}) =>
  paytmGateway(emulator.config, {
    ...edges,
    fetch: () => Promise.resolve(Response.json({ body: { resultInfo: { resultStatus, resultCode }, ...more } })),
  })

describe('the checksum of Paytm', () => {
  const key = 'Test_Key_1234567'
  const body = `{"requestType":"Payment","mid":"TESTMID0001","websiteName":"WEBSTAGING","orderId":"RP01TESTORDER","callbackUrl":"https://ride.example/pay/paytm/return","txnAmount":{"value":"10.00","currency":"INR"},"userInfo":{"custId":"C1"}}`
  const checksum =
    'QZNdyQoBcZh9wGzzV9DYxlN6At5T0xjZjFq9kgOeNlj575eJlyR3zQAS1u1G1PUFoVKkyk5a9QH1idKOr5OdQBHXG7FcBMdzCxkd0ORhXsA='

  it('is the one of its library, for a body and for a form', () => {
    const form = {
      MID: 'TESTMID0001',
      ORDERID: 'RP01TESTORDER',
      TXNID: '20261121111',
      TXNAMOUNT: '10.00',
      CURRENCY: 'INR',
      STATUS: 'TXN_SUCCESS',
      RESPCODE: '01',
      CHECKSUMHASH: 'not signed itself',
    }
    expect(signPaytm(body, key, 'AbC1')).toBe(checksum)
    expect(signedTextOf(form)).toBe('INR|TESTMID0001|RP01TESTORDER|01|TXN_SUCCESS|10.00|20261121111')
    expect(signPaytm(signedTextOf(form), key, 'AbC1')).toBe(
      '8cRmyLkq0UL9PFHkDreD9vMWnKMTvE1PkZ0EnK9PsXrpOAHJzgJbDi8odl/fhfa9ed330MZoj7qKa6RUGTeIgQSbwNgTrBwOI4urVTxABmw=',
    )
  })

  it('is salted, takes longer keys, and is accepted for its text and key alone', () => {
    expect(signPaytm(body, key)).not.toBe(signPaytm(body, key))
    for (const long of [key, `${key}12345678`, `${key}1234567812345678`])
      expect(isSignedByPaytm(body, long, signPaytm(body, long))).toBe(true)
    const accepted = [isSignedByPaytm(body, key, checksum), isSignedByPaytm(body, key, `${checksum} `)]
    expect([...accepted, isSignedByPaytm(`${body} `, key, checksum)]).toEqual([true, false, false])
    expect([isSignedByPaytm(body, 'Test_Key_7654321', checksum), isSignedByPaytm(body, key, 'AAAA')]).toEqual([
      false,
      false,
    ])
  })

  it('covers the characters of a body as sent', () => {
    expect(memberText(String.raw`{"a":{"body":1},"body": {"x" :"}\",","y":["\/"]} ,"z":2}`, 'body')).toBe(
      String.raw`{"x" :"}\",","y":["\/"]}`,
    )
    expect([memberText('{"a":"body","b":1}', 'body'), memberText('{"body":[1,2]}', 'body')]).toEqual([
      undefined,
      '[1,2]',
    ])
  })
})

describe('a notice in JSON [design/payments-78]', () => {
  it('is verified over its body as sent and leads to a look-up', async () => {
    const attempt = await payAt('RP01PAYTMJSONNOTICE000000001')
    const gateway = paytmGateway(emulator.config, edges)
    const delivery = emulator.jsonWebhook(attempt)
    const result = await gateway.handleWebhook(requestOf(delivery), signal)
    expect(result).toMatchObject({
      accepted: true,
      evidence: [{ attemptId: attempt.id, outcome: { kind: 'paid', money: attempt.money, test: true } }],
    })
    const changed = { ...delivery, rawBody: Buffer.from(delivery.rawBody.toString('utf8').replace('123.45', '1.00')) }
    expect(await gateway.handleWebhook(requestOf(changed), signal)).toMatchObject({
      accepted: false,
      reply: { status: 401 },
    })
  })

  it('of another merchant is refused', async () => {
    const attempt = await payAt('RP01PAYTMFOREIGNMERCHANT0001')
    const gateway = paytmGateway({ ...emulator.config, merchantId: 'OTHER' }, edges)
    for (const delivery of [emulator.jsonWebhook(attempt), await emulator.webhook(attempt)])
      expect(await gateway.handleWebhook(requestOf(delivery), signal)).toMatchObject({ accepted: false })
  })

  it('about a refund reports its state under its key', async () => {
    const attempt = await payAt('RP01PAYTMREFUNDNOTICE0000001')
    const gateway = paytmGateway(emulator.config, edges)
    const key = `${attempt.id}-cancel-v3`
    await gateway.refund(
      attempt,
      { key, money: { minor: 345, currency: 'INR' }, reason: 'cancelled', alike: 0 },
      signal,
    )
    const status = async () => {
      const result = await gateway.handleWebhook(requestOf(emulator.refundWebhook(attempt)), signal)
      return result.accepted ? result.evidence : []
    }
    const outcome = { kind: 'refund', refundKey: key, money: { minor: 345, currency: 'INR' } }
    const [pending] = await status()
    expect(pending).toMatchObject({ attemptId: attempt.id, outcome: { ...outcome, status: 'pending' } })
    await emulator.slowRefunds?.(attempt, false)
    const [done] = await status()
    expect(done).toMatchObject({ attemptId: attempt.id, outcome: { ...outcome, status: 'done' } })
    expect(done?.eventKey).not.toBe(pending?.eventKey)
  })
})

describe('reads the state of an order', () => {
  const named = { mid: 'TESTMID0001', orderId: 'RP01TESTORDER', txnId: '7', txnAmount: '123.45' }
  const outcome = async (gateway: PaymentsProvider) => (await gateway.query(attemptOf('RP01TESTORDER'), signal)).outcome

  it.each([
    ['PENDING', '402', named, { kind: 'pending', reason: '402' }],
    ['TXN_FAILURE', '227', named, { kind: 'failed', code: '227', retryableByBuyer: true }],
    ['TXN_FAILURE', '141', named, { kind: 'cancelled' }],
    ['TXN_FAILURE', '334', {}, { kind: 'pending', reason: 'no transaction' }],
    ['NO_RECORD_FOUND', '331', {}, { kind: 'pending', reason: 'no transaction' }],
  ])('%s with %s', async (status, code, more, expected) => {
    expect(await outcome(answering(status, code, more))).toEqual(expected)
  })

  it('and has no answer where our call was refused, or the order is not ours', async () => {
    for (const [status, code, more] of [
      ['TXN_FAILURE', '330', {}],
      ['TXN_FAILURE', '501', {}],
      ['TXN_SUCCESS', '01', { ...named, mid: 'OTHER' }],
      ['TXN_SUCCESS', '01', { ...named, txnAmount: 'a lot' }],
      ['ODD', '01', named],
    ] as const)
      await expect(outcome(answering(status, code, more)), `${status} ${code}`).rejects.toThrow(GatewayUnreachable)
  })
})

describe('a refund', () => {
  const paid = { ...attemptOf('RP01TESTORDER'), providerPaymentId: '7' }
  const ask = (gateway: PaymentsProvider) =>
    gateway.refund(paid, { key: 'k', money: paid.money, reason: 'cancelled', alike: 0 }, signal)

  it('is refused for good or for now only by the codes that say so', async () => {
    expect(await ask(answering('TXN_FAILURE', '607'))).toEqual({
      status: 'failed',
      code: '607',
      retry: false,
      gone: true,
    })
    expect(await ask(answering('TXN_FAILURE', '620'))).toEqual({ status: 'failed', code: '620', retry: true })
    for (const [status, code] of [
      ['TXN_FAILURE', '330'],
      ['TXN_FAILURE', '501'],
      ['PENDING', '501'],
    ] as const)
      await expect(ask(answering(status, code)), `${status} ${code}`).rejects.toThrow(GatewayUnreachable)
  })

  it('that was accepted fails only when Paytm says so of this refund', async () => {
    const look = (status: string, code: string, more: object = { refundId: '9' }) =>
      answering(status, code, more).queryRefund(paid, 'k', '9', signal)
    expect(await look('TXN_FAILURE', '602')).toEqual({ status: 'failed', code: '602', retry: false })
    expect(await look('PENDING', '601')).toEqual({ status: 'pending', providerRefundId: '9' })
    expect(await look('TXN_SUCCESS', '10')).toEqual({ status: 'done', providerRefundId: '9' })
    for (const [code, more] of [
      ['628', undefined],
      ['501', undefined],
      ['631', {}],
    ] as const)
      await expect(look('TXN_FAILURE', code, more), code).rejects.toThrow(GatewayUnreachable)
  })

  it('is tried again while another one of the order is under way', async () => {
    const answers = ['626', '631']
    const gateway = paytmGateway(emulator.config, {
      ...edges,
      fetch: () =>
        Promise.resolve(
          Response.json({ body: { resultInfo: { resultStatus: 'TXN_FAILURE', resultCode: answers.shift() } } }),
        ),
    })
    expect(await ask(gateway)).toEqual({ status: 'failed', code: '626', retry: true })
  })
})

it('looks up a payment whose buyer comes back by POST, and takes one rupee or more', async () => {
  const gateway = paytmGateway(emulator.config, edges)
  const attempt = attemptOf('RP01PAYTMPOSTSBACK0000000001')
  const { action } = await gateway.start(attempt, buyer, urls, signal)
  await emulator.submit(action)
  const page = await fetch(`${emulator.url}/theia/button/pay?orderId=${attempt.id}`, { method: 'POST' })
  expect(await page.text()).toContain(`action="${urls.returnUrl}"`)
  expect(
    (await gateway.handleReturn(attempt, requestOf({ headers: new Map(), rawBody: Buffer.alloc(0) }), signal)).outcome
      .kind,
  ).toBe('paid')
  expect([
    gateway.supports({ minor: 99, currency: 'INR' }).ok,
    gateway.supports({ minor: 100, currency: 'INR' }).ok,
  ]).toEqual([false, true])
  expect(gateway.takes('USD')).toBe(false)
})
