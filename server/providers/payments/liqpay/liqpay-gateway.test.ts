import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { newAttemptId } from '../../../payments/attempt.ts'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { openLiqpayEmulator } from '../../../testing/gateways/liqpay-emulator.ts'
import { submittingStartForm } from '../../../testing/gateways/submit-start-form.ts'
import { attemptWith, requestOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt } from '../payments-provider.ts'
import { liqpayGateway } from './liqpay-gateway.ts'
import { isFromLiqpay, liqpaySignature } from './liqpay-signature.ts'

const keys = { publicKey: 'i00000000001', privateKey: 'private_emulated' }
const seven = await openLiqpayEmulator({ ...keys, version: 7 })
const three = await openLiqpayEmulator({ ...keys, version: 3 })
afterAll(() => Promise.all([seven.stop(), three.stop()]))

const edgesOf = (url: string, fetcher: typeof fetch = fetch) => ({
  url,
  fetch: fetcher,
  now: Date.now,
  signatureSeconds: 300,
})
const withForm = (webhook: Delivery, change: (form: URLSearchParams) => void): Delivery => {
  const form = new URLSearchParams(webhook.rawBody.toString())
  change(form)
  return { ...webhook, rawBody: Buffer.from(form.toString()) }
}
const dataOf = (webhook: Delivery): Record<string, unknown> =>
  JSON.parse(
    Buffer.from(new URLSearchParams(webhook.rawBody.toString()).get('data') ?? '', 'base64').toString(),
  ) as Record<string, unknown>
const encoded = (data: object): string => Buffer.from(JSON.stringify(data)).toString('base64')

for (const emulator of [seven, three])
  gatewayConforms(`LiqPay, version ${emulator.config.version}`, () => ({
    ...emulator,
    adapter: submittingStartForm(liqpayGateway(emulator.config, edgesOf(emulator.url))),
    traits: { asksAtStart: false, afterDecline: 'failed', signed: 'body' },
    currency: 'UAH',
    forged: (webhook) => ({
      'no signature': withForm(webhook, (form) => form.delete('signature')),
      'another signature': withForm(webhook, (form) => form.set('signature', `A${form.get('signature')?.slice(1)}`)),
      'another body': withForm(webhook, (form) => form.set('data', encoded({ ...dataOf(webhook), amount: 1 }))),
    }),
  }))

const signal = () => AbortSignal.timeout(5000)
const buyer = { firstName: '', lastName: '', email: '', mobile: '', customerId: 'c', ip: '' }
const urls = {
  returnUrl: 'http://shop.example/r',
  cancelUrl: 'http://shop.example/c',
  webhookUrl: 'http://shop.example/w',
  submitUrl: '',
}
const attemptOf = (minor: number): Attempt =>
  attemptWith({
    id: newAttemptId(Date.now()),
    money: { minor, currency: 'UAH' },
    description: 'Поїздка №1',
  })
const gateway = submittingStartForm(liqpayGateway(seven.config, edgesOf(seven.url)))
const paid = async (minor: number): Promise<Attempt> => {
  const attempt = attemptOf(minor)
  await gateway.start(attempt, buyer, urls, signal())
  await seven.approve(attempt)
  return attempt
}
/** A callback with this data, signed with the key of the shop. */
const callbackOf = (data: object): Delivery => {
  const text = encoded(data)
  const { privateKey } = seven.config
  const signature = createHash('sha3-256').update(`${privateKey}${text}${privateKey}`).digest('base64')
  return { headers: new Map(), rawBody: Buffer.from(new URLSearchParams({ data: text, signature }).toString()) }
}
const deliver = async (data: object) => gateway.handleWebhook(requestOf(callbackOf(data)), signal())

describe('the signature of LiqPay', () => {
  const privateKey = 'a4825234f4bae72a0be04eafe9e8e2bada209255'
  const common = 'eyJwdWJsaWNfa2V5IjoiaTAwMDAwMDAwIiwidmVyc2lvbiI6'
  const sevens = `${common}NywiYWN0aW9uIjoicGF5IiwiYW1vdW50IjoiMyIsImN1cnJlbmN5IjoiVUFIIiwiZGVzY3JpcHRpb24iOiJ0ZXN0Iiwib3JkZXJfaWQiOiIwMDAwMDEifQ==`
  const threes = `${common}MywiYWN0aW9uIjoicGF5IiwiYW1vdW50IjozLCJjdXJyZW5jeSI6IlVBSCIsImRlc2NyaXB0aW9uIjoidGVzdCIsIm9yZGVyX2lkIjoiMDAwMDAxIn0=`

  it('is SHA3-256 in version 7 and SHA-1 in version 3, as in its documentation', () => {
    expect(liqpaySignature(sevens, { privateKey, version: 7 })).toBe('0adgJ8F2Ds5HCVkcz4AlmdLMRoIJf7IxsL3QmeFRz/s=')
    expect(liqpaySignature(threes, { privateKey, version: 3 })).toBe('GVew6/bzENlPVPc3CaoVAevC+cM=')
  })

  it('is accepted in the version that is set only', () => {
    const config = { publicKey: 'i', privateKey, version: 7 as const }
    expect(isFromLiqpay(sevens, '0adgJ8F2Ds5HCVkcz4AlmdLMRoIJf7IxsL3QmeFRz/s=', config)).toBe(true)
    expect(isFromLiqpay(threes, 'GVew6/bzENlPVPc3CaoVAevC+cM=', config)).toBe(false)
  })

  it('refuses a form with the digest of another version', async () => {
    const other = submittingStartForm(liqpayGateway({ ...seven.config, version: 3 }, edgesOf(seven.url)))
    await expect(other.start(attemptOf(100), buyer, urls, signal())).rejects.toThrow('invalid_signature')
  })
})

describe('a callback of LiqPay', () => {
  const base = { payment_id: 7, order_id: 'RP01TESTORDER', amount: 10.5, currency: 'UAH', public_key: keys.publicKey }

  it('says failed and later paid for one order, under different keys', async () => {
    const failed = await deliver({ ...base, status: 'failure', err_code: 'limit' })
    const success = await deliver({ ...base, status: 'success' })
    expect(failed).toMatchObject({
      accepted: true,
      evidence: [{ attemptId: base.order_id, outcome: { kind: 'failed', code: 'limit', retryableByBuyer: true } }],
    })
    expect(success).toMatchObject({
      evidence: [{ outcome: { kind: 'paid', money: { minor: 1050, currency: 'UAH' }, providerPaymentId: '7' } }],
    })
    const keyOf = (result: typeof failed) => (result.accepted ? result.evidence[0]?.eventKey : null)
    expect(keyOf(failed)).not.toBe(keyOf(success))
  })

  it.each(['processing', 'wait_accept', '3ds_verify', 'prepared'])('is pending for %s', async (status) => {
    expect(await deliver({ ...base, status })).toMatchObject({ evidence: [{ outcome: { kind: 'pending' } }] })
  })

  it('reports what LiqPay says was paid, also where it is another amount or currency', async () => {
    const money = (data: object) => deliver({ ...base, status: 'wait_compensation', ...data })
    expect(await money({ amount: 1 })).toMatchObject({ evidence: [{ outcome: { money: { minor: 100 } } }] })
    expect(await money({ currency: 'EUR' })).toMatchObject({ evidence: [{ outcome: { money: { currency: 'EUR' } } }] })
  })

  it('is refused when it is about another shop, and unreadable without an amount or with an unknown status', async () => {
    const status = async (data: object) => (await deliver({ ...base, status: 'success', ...data })).reply.status
    expect(await status({ public_key: 'i2' })).toBe(401)
    expect(await status({ amount: 'ten' })).toBe(400)
    expect(await status({ status: 'unknown_status' })).toBe(400)
  })

  it('marks payments of a sandbox as a test', async () => {
    expect(await deliver({ ...base, status: 'success' })).toMatchObject({ evidence: [{ outcome: { test: false } }] })
    expect(await deliver({ ...base, status: 'sandbox' })).toMatchObject({ evidence: [{ outcome: { test: true } }] })
    const sandbox = await openLiqpayEmulator({ ...keys, publicKey: 'sandbox_i1', version: 7 })
    const adapter = submittingStartForm(liqpayGateway(sandbox.config, edgesOf(sandbox.url)))
    const attempt = attemptOf(100)
    await adapter.start(attempt, buyer, urls, signal())
    await sandbox.approve(attempt)
    expect((await adapter.query(attempt, signal())).outcome).toMatchObject({ kind: 'paid', test: true })
    await sandbox.stop()
  })
})

describe('a refund at LiqPay, which has no key for it [design/payments-86]', () => {
  const ask = (attempt: Attempt, key: string, minor: number, through = gateway) =>
    through.refund(attempt, { key, money: { minor, currency: 'UAH' }, reason: 'cancelled', alike: 0 }, signal())
  /** The adapter, with the answer of the next refund lost after LiqPay made it, or before. */
  const losing = (when: 'before' | 'after') => {
    let isLost = false
    return liqpayGateway(
      seven.config,
      edgesOf(seven.url, async (url, init) => {
        const data = new URLSearchParams(init?.body as string).get('data') ?? ''
        const isRefund = Buffer.from(data, 'base64').toString().includes('"action":"refund"')
        const lose = isRefund && !isLost
        if (lose && when === 'before') {
          isLost = true
          throw new Error('lost')
        }
        const answer = await fetch(url, init)
        if (!lose) return answer
        isLost = true
        throw new Error('lost')
      }),
    )
  }
  const refunded = async (attempt: Attempt) => dataOf(await seven.webhook(attempt))['refund_amount']

  it('is made once when its answer is lost, in part and whole', async () => {
    const attempt = await paid(1000)
    const through = losing('after')
    await expect(ask(attempt, 'a', 400, through)).rejects.toThrow(GatewayUnreachable)
    expect(await ask(attempt, 'a', 400, through)).toEqual({ status: 'done', providerRefundId: 'a' })
    expect(await refunded(attempt)).toBe(4)
    const again = losing('after')
    await expect(ask(attempt, 'b', 600, again)).rejects.toThrow(GatewayUnreachable)
    expect(await ask(attempt, 'b', 600, again)).toEqual({ status: 'done', providerRefundId: 'b' })
    expect(await refunded(attempt)).toBe(10)
  })

  it('is requested again where LiqPay did not get it, and only when that is certain', async () => {
    const whole = await paid(1000)
    const through = losing('before')
    await expect(ask(whole, 'a', 1000, through)).rejects.toThrow(GatewayUnreachable)
    expect(await ask(whole, 'a', 1000, through)).toMatchObject({ status: 'done' })
    const part = await paid(1000)
    const again = losing('before')
    await expect(ask(part, 'a', 400, again)).rejects.toThrow(GatewayUnreachable)
    // LiqPay says nothing of refunds: it may not know of this one, or not tell.
    await expect(ask(part, 'a', 400, again)).rejects.toThrow(GatewayUnreachable)
    await expect(ask(part, 'b', 300, again)).rejects.toThrow(GatewayUnreachable)
    expect(await refunded(part)).toBeUndefined()
  })

  it('is made for each key, also when the amounts are the same', async () => {
    const attempt = await paid(1000)
    for (const key of ['a', 'b', 'b', 'a']) expect(await ask(attempt, key, 300)).toMatchObject({ status: 'done' })
    expect(await refunded(attempt)).toBe(6)
  })

  it('is reported by a callback with its key; one made at LiqPay is reported without', async () => {
    const attempt = await paid(1000)
    await ask(attempt, 'a', 400)
    const callback = async (data: object = {}) => deliver({ ...dataOf(await seven.webhook(attempt)), ...data })
    expect(await callback()).toMatchObject({
      evidence: [
        { outcome: { kind: 'paid' } },
        { attemptId: attempt.id, outcome: { kind: 'refund', refundKey: 'a', status: 'done', money: { minor: 400 } } },
      ],
    })
    expect(await callback({ status: 'reversed', refund_amount: 10 })).toMatchObject({
      evidence: [{ outcome: { kind: 'refund', refundKey: null, money: { minor: 600, currency: 'UAH' } } }],
    })
  })

  it('is refused for good where the whole payment was refunded at LiqPay', async () => {
    const attempt = await paid(1000)
    await ask(attempt, 'a', 1000)
    expect(await ask(attempt, 'b', 100)).toEqual({ status: 'failed', code: 'amount', retry: false, gone: true })
  })
})
