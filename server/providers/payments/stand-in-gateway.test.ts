import { afterAll, expect, it } from 'vitest'
import { startGatewayEmulator } from '../../testing/gateway-emulator.ts'
import { gatewayConforms } from '../../testing/gateway-conformance.ts'
import { isSigned } from './stand-in-gateway.ts'
import { openDesk } from './test-gateway/gateway-desk.ts'
import { memoryBook } from './test-gateway/gateway-order.ts'
import { gatewaySigns } from './test-gateway/gateway-signature.ts'

const emulator = await startGatewayEmulator()
afterAll(emulator.stop)
const scenarios = {
  create: 'create-error',
  'create-answer': 'create-hang-after-accept',
  query: 'query-error',
  credentials: 'unauthorized',
  refund: 'refund-error',
  'refund-for-good': 'refund-refused',
} as const

gatewayConforms('the test gateway', () => ({
  adapter: emulator.adapter(),
  traits: { asksAtStart: true, afterDecline: 'failed', signed: 'body and time' },
  currency: 'UYU',
  approve: async ({ id }) => void (await emulator.decide(id, 'approve')),
  decline: async ({ id }) => void (await emulator.decide(id, 'decline')),
  leave: async ({ id }) => void (await emulator.decide(id, 'close')),
  fail: ({ id }, what) => emulator.scenario(id, what === null ? null : scenarios[what]),
  slowRefunds: ({ id }, slow) => emulator.scenario(id, slow ? 'refund-pending' : null),
  orders: async ({ id }) => ((await emulator.order(id)) === null ? 0 : 1),
  webhook: async ({ id }, skew = 0) => {
    await emulator.clock(skew * 1000)
    const { body, headers } = await emulator.webhook(id)
    await emulator.clock(0)
    return { headers: new Map(Object.entries(headers)), rawBody: Buffer.from(body) }
  },
  forged: (webhook) => ({
    'no signature': { ...webhook, headers: new Map([['content-type', 'application/json']]) },
    'another signature': {
      ...webhook,
      headers: new Map(
        [...webhook.headers].map(([name, value]) => [
          name,
          value.replace(/v1=./, (found) => (found === 'v1=0' ? 'v1=1' : 'v1=0')),
        ]),
      ),
    },
  }),
}))

it('signs `t=…,v1=…` alike on both sides [design/payments-33]', () => {
  const body = '{"payment_id":"RP01TESTORDER","status":"paid"}'
  const header = 't=1763694000,v1=e11b3019e1154a2e0c06bd4a175f9d3e480c965bf26f57860c91676365c1f1bb'
  expect(gatewaySigns('test_gateway_secret', body, 1_763_694_000)).toBe(header)
  const signed = (at: number) => isSigned('test_gateway_secret', Buffer.from(body), header, at, 300)
  expect([signed(1_763_694_300), signed(1_763_693_700)]).toEqual([true, true])
  expect([signed(1_763_694_301), signed(1_763_693_699)]).toEqual([false, false])
})

it('shows its buyer an escaped page without script, with a form that leads back to the shop only', async () => {
  const desk = openDesk({
    secret: 's',
    book: memoryBook(),
    send: () => Promise.resolve(200),
    now: Date.now,
    laterMs: 1,
  })
  const adapter = emulator.adapter()
  const attempt = {
    id: 'RP01JZ00000000000000000000AB',
    purpose: 'booking' as const,
    money: { minor: 12_345, currency: 'UYU' },
    description: '<img src=x onerror=alert(1)>',
    createdAt: Date.now(),
    providerRef: null,
    providerPaymentId: null,
    data: {},
  }
  const urls = {
    returnUrl: 'http://shop.example/pay/test/return/x',
    cancelUrl: 'http://shop.example/pay/test/cancel/x',
    webhookUrl: 'http://shop.example/pay/test/webhook',
    submitUrl: 'http://shop.example/',
  }
  const buyer = { firstName: 'a', lastName: 'b', email: '', mobile: '', customerId: 'c', ip: '' }
  const { action } = await adapter.start(attempt, buyer, urls, AbortSignal.timeout(5000))
  if (action.kind !== 'redirect') throw new Error('no redirect')
  const page = await fetch(action.url)
  const html = await page.text()
  expect(html).not.toMatch(/<img|<script/)
  expect(html).toContain('UYU 123.45')
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' http://shop.example;`)
  for (const path of ['/checkout/TO00', '/orders', '/orders/x/refunds', '/nowhere']) {
    const answer = await desk.handle(new Request(`http://g.invalid${path}`, { method: 'POST', body: '{}' }), path)
    expect([path, answer.status]).toEqual([path, 401])
  }
})
