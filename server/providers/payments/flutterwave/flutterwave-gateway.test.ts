import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { openFlutterwaveEmulator } from '../../../testing/gateways/flutterwave-emulator.ts'
import { attemptWith } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt, type RawRequest } from '../payments-provider.ts'
import { flutterwaveGateway } from './flutterwave-gateway.ts'

const emulator = await openFlutterwaveEmulator()
afterAll(emulator.stop)

const edges = { url: emulator.url, fetch, now: Date.now, signatureSeconds: 300 }
const signal = AbortSignal.timeout(60_000)

gatewayConforms('Flutterwave', () => ({
  ...emulator,
  adapter: flutterwaveGateway(emulator.config, edges),
  traits: { asksAtStart: true, afterDecline: 'failed', signed: 'sender' },
  // without a smallest refund
  currency: 'GHS',
  forged: (webhook) => ({
    'no signature': { ...webhook, headers: new Map() },
    'another secret hash': { ...webhook, headers: new Map([['verif-hash', 'emulated-hasH']]) },
    'another signature': {
      ...webhook,
      headers: new Map([...webhook.headers, ['flutterwave-signature', 'pHlWQyF78oueIvxajyushevl4jgpwRGDPn5t/EXlhCo=']]),
    },
  }),
}))

const requestOf = (delivery: Partial<Delivery>, query = ''): RawRequest => ({
  method: 'POST',
  headers: new Map(),
  query: new URLSearchParams(query),
  rawBody: Buffer.alloc(0),
  remoteIp: '127.0.0.1',
  ...delivery,
})
const attemptOf = (id: string, currency = 'NGN', minor = 10_050): Attempt =>
  attemptWith({
    id,
    money: { minor, currency },
    description: 'A ride',
  })
const buyer = { firstName: 'Test', lastName: '', email: '', mobile: '', customerId: 'c', ip: '' }
const urls = {
  returnUrl: 'https://ride.example/pay/flutterwave/return/x?k=1',
  cancelUrl: 'https://ride.example/pay/flutterwave/cancel/x?k=1',
  webhookUrl: '',
  submitUrl: '',
}

/** A gateway whose calls get these answers, by path. */
const answering = (answers: Readonly<Record<string, object>>, { status = 200, secretKey = 'FLWSECK-live-X' } = {}) => {
  const asked: string[] = []
  const gateway = flutterwaveGateway(
    { secretKey, secretHash: 'my-secret-hash' },
    {
      ...edges,
      url: undefined,
      fetch: (url, { method = 'GET' }) => {
        asked.push(`${method} ${url}`)
        return Promise.resolve(Response.json(answers[new URL(url).pathname] ?? {}, { status }))
      },
    },
  )
  return { gateway, asked }
}
const verified = (more: object) => ({
  status: 'success',
  data: { id: 1, tx_ref: 'RP01TESTORDER', amount: 100.5, currency: 'NGN', status: 'successful', ...more },
})
const body = Buffer.from('{"event":"charge.completed","data":{"id":1,"tx_ref":"RP01TESTORDER","status":"successful"}}')

describe('a notice [design/payments-77]', () => {
  it.each([
    ['verif-hash', 'my-secret-hash'],
    ['flutterwave-signature', 'pHlWQyF78oueIvxajyushevl4jgpwRGDPn5t/EXlhCo='],
  ])('with %s is accepted and leads to a look-up', async (header, value) => {
    const { gateway, asked } = answering({ '/v3/transactions/1/verify': verified({}) })
    const headers = new Map([[header, value]])
    const result = await gateway.handleWebhook(requestOf({ headers, rawBody: body }), signal)
    expect(asked).toEqual(['GET https://api.flutterwave.com/v3/transactions/1/verify'])
    expect(result).toMatchObject({
      accepted: true,
      evidence: [
        {
          attemptId: 'RP01TESTORDER',
          outcome: { kind: 'paid', money: { minor: 10_050, currency: 'NGN' }, providerPaymentId: '1', test: false },
        },
      ],
    })
  })

  it('about a transaction that Flutterwave does not know says nothing', async () => {
    const unknown = { status: 'error', message: 'No transaction was found for this id', data: null }
    const { gateway } = answering({ '/v3/transactions/1/verify': unknown }, { status: 400 })
    const headers = new Map([['verif-hash', 'my-secret-hash']])
    const result = await gateway.handleWebhook(requestOf({ headers, rawBody: body }), signal)
    expect(result).toMatchObject({ accepted: true, evidence: [] })
  })
})

it('marks payments of a test key as tests, and takes the money as stated, not as expected', async () => {
  const path = '/v3/transactions/verify_by_reference'
  const { gateway } = answering(
    { [path]: verified({ amount: 100, currency: 'GHS' }) },
    { secretKey: 'FLWSECK_TEST-x-X' },
  )
  expect((await gateway.query(attemptOf('RP01TESTORDER'), signal)).outcome).toMatchObject({
    kind: 'paid',
    money: { minor: 10_000, currency: 'GHS' },
    test: true,
  })
  const odd = answering({ [path]: verified({ amount: 100.505 }) })
  await expect(odd.gateway.query(attemptOf('RP01TESTORDER'), signal)).rejects.toThrow(GatewayUnreachable)
})

it('reports a buyer who left as cancelled, unless they paid', async () => {
  const gateway = flutterwaveGateway(emulator.config, edges)
  const attempt = attemptOf('RP01FLUTTERWAVECANCELLED0001')
  const { action } = await gateway.start(attempt, buyer, urls, signal)
  if (action.kind !== 'redirect') throw new Error(action.kind)
  const page = await (await fetch(action.url)).text()
  const back = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(back).toBe(`${urls.returnUrl}&status=cancelled&tx_ref=${attempt.id}`)
  const left = () => gateway.handleReturn(attempt, requestOf({}, new URL(back).search), signal)
  expect((await left()).outcome).toEqual({ kind: 'cancelled' })
  await fetch(`${action.url}/pay`, { method: 'POST', redirect: 'manual' })
  expect((await left()).outcome).toMatchObject({ kind: 'paid' })
})

it('does not cancel a payment that is pending at Flutterwave when the buyer returns with status=cancelled [design/payments-77]', async () => {
  const path = '/v3/transactions/verify_by_reference'
  const { gateway } = answering({ [path]: verified({ status: 'pending' }) })
  const request = requestOf({}, 'status=cancelled')
  const { outcome } = await gateway.handleReturn(attemptOf('RP01TESTORDER'), request, signal)
  expect(outcome).toEqual({ kind: 'pending', reason: 'pending' })
})

it('sends whole amounts of currencies without decimals', async () => {
  const gateway = flutterwaveGateway(emulator.config, edges)
  const attempt = attemptOf('RP01FLUTTERWAVEWHOLE00000001', 'UGX', 5000)
  await gateway.start(attempt, buyer, urls, signal)
  await emulator.approve(attempt)
  expect((await gateway.query(attempt, signal)).outcome).toMatchObject({
    money: { minor: 5000, currency: 'UGX' },
  })
  expect([gateway.takes('XOF'), gateway.takes('INR')]).toEqual([true, false])
})

describe('a refund', () => {
  const paid = { ...attemptOf('RP01TESTORDER'), providerPaymentId: '7' }
  const ask = (list: object, refusal: object = {}) =>
    flutterwaveGateway(emulator.config, {
      ...edges,
      fetch: (_url, { method }) =>
        Promise.resolve(method === 'POST' ? Response.json(refusal, { status: 400 }) : Response.json(list)),
    }).refund(paid, { key: 'k', money: paid.money, reason: 'cancelled', alike: 0 }, signal)
  const listOf = (data: readonly object[], pages = 1) => ({
    status: 'success',
    data,
    meta: { page_info: { total_pages: pages } },
  })

  it.each([
    ['completed', { status: 'pending', providerRefundId: '3' }],
    ['completed-mpgs', { status: 'done', providerRefundId: '3' }],
    ['processing', { status: 'pending', providerRefundId: '3' }],
    ['failed', { status: 'failed', code: 'failed', retry: false }],
  ])('that is %s', async (status, result) => {
    expect(await ask(listOf([{ id: 3, status, comment: 'k', transaction_id: 7 }]))).toEqual(result)
    expect(await ask(listOf([{ id: 3, status, comment: 'k', TransactionId: 7 }]))).toEqual(result)
  })

  it('is not made when the list is not that of the payment alone, or not whole: the key could be missed', async () => {
    const refusal = { status: 'error', message: 'Transaction has already been refunded' }
    const other = { id: 3, status: 'completed', comment: 'k', transaction_id: 8 }
    await expect(ask(listOf([other]), refusal)).rejects.toThrow(GatewayUnreachable)
    await expect(ask(listOf([], 2), refusal)).rejects.toThrow(GatewayUnreachable)
  })

  it('is refused for good below Flutterwave’s smallest amount', async () => {
    const gateway = flutterwaveGateway(emulator.config, edges)
    const attempt = attemptOf('RP01FLUTTERWAVESMALLREFUND01', 'NGN', 500_000)
    await gateway.start(attempt, buyer, urls, signal)
    await emulator.approve(attempt)
    const { outcome } = await gateway.query(attempt, signal)
    const providerPaymentId = outcome.kind === 'paid' ? outcome.providerPaymentId : null
    const small = { key: 'k', money: { minor: 9_900, currency: 'NGN' }, reason: 'cancelled', alike: 0 }
    expect(await gateway.refund({ ...attempt, providerPaymentId }, small, signal)).toMatchObject({
      status: 'failed',
      retry: false,
    })
  })

  it('is refused for now without balance, for good when it was given back, and else there is no answer', async () => {
    const refused = (message: string) => ask(listOf([]), { status: 'error', message })
    expect(await refused('Insufficient balance to process this refund')).toMatchObject({ retry: true })
    expect(await refused('Transaction has already been refunded')).toMatchObject({ retry: false, gone: true })
    await expect(refused('Something went wrong')).rejects.toThrow(GatewayUnreachable)
  })
})
