import { createHmac } from 'node:crypto'
import { payFormFields } from '@remis/domain/payments/pay-form'
import fc, { type Arbitrary } from 'fast-check'
import { bent } from './bend.ts'
import type { Caller, FuzzCity } from './fuzz-city.ts'
import { hostileValue, strayKeys, toJson } from './hostile-values.ts'
import { isWhole } from './whole-text.ts'
import type { Sent } from './wire.ts'

/** A call to one of the pay routes, which are no endpoints: forms, raw bytes, returning browsers. */
export interface PayCase extends Sent {
  readonly caller: string
}

const stray = strayKeys(['status', 'user_id', 'provider'])

const accept = fc.constantFrom<Record<string, string>>({}, { accept: 'text/html' }, { accept: '*/*;q=0,,;' })

const asCaller = ({ token }: Caller): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const formTypes = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-16',
  'multipart/form-data; boundary=x',
  'application/json',
  'text/plain',
  'x',
]

/** The form of ten fields [payments-7], with one of them changed, doubled or left out, or with bytes in its place. */
const form = (orders: readonly string[]): Arbitrary<Buffer> => {
  const order = fc.oneof(fc.constantFrom(...orders), hostileValue.map(textOf))
  const usual = fc.record({ order, amount: fc.oneof(fc.constantFrom('100', '-1', 'NaN', '1e400', ''), fc.string()) })
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(usual, fc.constantFrom(...payFormFields), hostileValue)
        .map(([{ order, amount }, odd, value]) => {
          const fields = new URLSearchParams(payFormFields.map((name) => [name, 'x']))
          fields.set('order_id', order)
          fields.set('amount', amount)
          fields.append(odd, textOf(value).slice(0, 100_000))
          return Buffer.from(fields.toString())
        }),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          'order_id=%00',
          'order_id=%ff%fe',
          'order_id=%',
          'order_id',
          '&&&',
          'order_id=a%00b&order_id=c',
          '',
        )
        .map((text) => Buffer.from(text)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  )
}

export const startCases = (city: FuzzCity): Arbitrary<PayCase> => {
  const callers = [
    ...city.callers('rider'),
    ...city.callers('driver'),
    ...city.callers('anyone'),
    ...city.callers('admin'),
  ]
  return fc
    .record({
      caller: fc.constantFrom(...callers),
      provider: fc.constantFrom('test', 'test', 'test', 'test', 'stripe', '%00', '__proto__', 'constructor', '%zz', ''),
      body: form(city.stock().orders),
      type: fc.constantFrom(...formTypes),
      accept,
      origin: fc.constantFrom<Record<string, string>>({}, { origin: 'null' }, { origin: 'http://[' }),
    })
    .map(({ caller, provider, body, type, accept, origin }) => ({
      caller: caller.label,
      method: 'POST',
      url: `/pay/${provider}`,
      headers: { ...asCaller(caller), 'content-type': type, ...accept, ...origin },
      body,
    }))
}

const goodEvent = (payments: readonly string[]) =>
  fc
    .record({
      id: fc.uuid(),
      payment_id: fc.constantFrom(...payments, 'RP00000000000000000000000000', 'RP0'),
      status: fc.constantFrom('open', 'declined', 'later', 'paid'),
      amount: fc.constantFrom(1, 100, 10_000, Number.MAX_SAFE_INTEGER),
      currency: fc.constantFrom('UYU', 'XTS', 'uyu', ''),
      paid: fc.constantFrom<string | null>(null, 'TP1', 'TP2', ''),
    })
    .map(({ id, payment_id, status, amount, currency, paid }) => ({
      id,
      payment_id,
      status,
      order: { id: 'TO1', attempt_id: payment_id, status, amount, currency, payment_id: paid, live: false },
    }))

const sign = (secret: string, body: Buffer, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/** What a gateway sends: signed and hostile inside, or with a wrong signature. */
export const webhookCases = (city: FuzzCity, secret: string): Arbitrary<PayCase> => {
  const event = goodEvent(city.stock().payments)
  const body = fc.oneof(
    { weight: 2, arbitrary: event.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 5, arbitrary: bent(event, stray).map((value) => Buffer.from(toJson(value))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  )
  const signature = fc.constantFrom('right', 'right', 'right', 'right', 'late', 't=1,v1=x', '', 't=,v1=', 'é')
  return fc.tuple(body, signature, accept).map(([bytes, how, accepted]) => {
    const now = Math.floor(Date.now() / 1000)
    const signed = how === 'right' ? sign(secret, bytes, now) : how === 'late' ? sign(secret, bytes, now - 1000) : how
    return {
      caller: 'gateway',
      method: 'POST',
      url: '/pay/test/webhook',
      headers: { 'content-type': 'application/json', 'x-test-signature': signed, ...accepted },
      body: bytes,
    }
  })
}

const oddKeys = ['', '%00', '%ff', 'x'.repeat(4000), '__proto__', '%E2%80%AE']

/** Buyers that return, leave, or open the trial gateway's page, with made-up addresses. */
export const returnCases = (city: FuzzCity): Arbitrary<PayCase> => {
  const { returns, payments } = city.stock()
  const [own = ''] = returns
  const checkout = '/pay/test/gateway/checkout'
  const odd = fc.oneof(
    fc.constantFrom(...oddKeys),
    fc.string({ unit: 'binary', maxLength: 20 }).filter(isWhole).map(encodeURIComponent),
  )
  const address = fc
    .tuple(fc.constantFrom(...payments, ''), odd, fc.constantFrom('return', 'cancel', 'submit'))
    .chain(([id, key, way]) =>
      fc.constantFrom(
        own,
        own.replace('/return/', '/cancel/'),
        own.replace('/return/', '/submit/'),
        `/pay/test/${way}/${id}?k=${key}`,
        `/pay/test/${way}/${key || 'x'}?k=${key}`,
        `/pay/${key || 'x'}/${way}/${id}`,
        `${own}&k=${key}&k=${key}`,
        `${checkout}/${key || 'x'}`,
        `${checkout}/TO${'0'.repeat(32)}`,
      ),
    )
  return fc
    .record({ url: address, method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'), accept, body: form(['x']) })
    .map(({ url, method, accept, body }) => ({
      caller: 'a browser',
      method,
      url,
      headers: { ...accept, ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      ...(method === 'POST' ? { body } : {}),
    }))
}
