import { afterAll, describe, expect, it } from 'vitest'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { attemptWith, buyer, requestOf, urlsOf } from '../../../testing/gateways/payer.ts'
import { openSecurepayEmulator } from '../../../testing/gateways/securepay-emulator.ts'
import { submittingStartForm } from '../../../testing/gateways/submit-start-form.ts'
import type { Attempt } from '../payments-provider.ts'
import { fingerprintOf } from './securepay-fingerprint.ts'
import { securepayGateway } from './securepay-gateway.ts'

const account = { merchantId: 'ABC0001', password: 'abc123', sandbox: false }
const plain = await openSecurepayEmulator({ ...account, transactionType: '0', fingerprint: 'hmac-sha256' })
const secure = await openSecurepayEmulator({ ...account, transactionType: '6', fingerprint: 'sha1', sandbox: true })
afterAll(() => Promise.all([plain.stop(), secure.stop()]))

const edgesOf = (url: string) => ({ url, fetch, now: Date.now, signatureSeconds: 300 })
const gatewayOf = ({ config, url }: typeof plain) => submittingStartForm(securepayGateway(config, edgesOf(url)))
const signal = () => AbortSignal.timeout(5000)
const changed = (webhook: Delivery, change: (form: URLSearchParams) => void): Delivery => {
  const form = new URLSearchParams(webhook.rawBody.toString())
  change(form)
  return { ...webhook, rawBody: Buffer.from(form.toString()) }
}

for (const emulator of [plain, secure])
  gatewayConforms(`SecurePay with ${emulator.config.fingerprint}`, () => ({
    ...emulator,
    adapter: gatewayOf(emulator),
    traits: { asksAtStart: false, afterDecline: 'failed', signed: 'body', asksOnReturn: false, refunds: false },
    currency: 'AUD',
    forged: (webhook) => ({
      'no fingerprint': changed(webhook, (form) => form.delete('fingerprint')),
      'another fingerprint': changed(webhook, (form) => form.set('fingerprint', '0'.repeat(64))),
      'another body': changed(webhook, (form) => form.set('amount', '1')),
      'another attempt': changed(webhook, (form) => form.set('refid', 'RP01TESTORDER')),
      'another time': changed(webhook, (form) => form.set('timestamp', '20261121031649')),
      'an approval': changed(webhook, (form) => form.set('summarycode', '2')),
    }),
  }))

const gateway = gatewayOf(plain)
const begun = async (through = gateway): Promise<Attempt> => {
  const attempt = attemptWith({ money: { minor: 1000, currency: 'AUD' } })
  await through.start(attempt, buyer, urlsOf(attempt, 'securepay'), signal())
  return attempt
}
const paid = async (): Promise<Attempt> => {
  const attempt = await begun()
  await plain.approve(attempt)
  return attempt
}
const deliver = (delivery: Delivery) => gateway.handleWebhook(requestOf(delivery), signal())
const comeBack = async (attempt: Attempt, delivery: Partial<Delivery>) =>
  (await gateway.handleReturn(attempt, requestOf(delivery), signal())).outcome

it('signs as SecurePay does, with SHA-1 and with HMAC-SHA256', () => {
  const both = (values: readonly string[]) =>
    (['sha1', 'hmac-sha256'] as const).map((fingerprint) => fingerprintOf(values, { ...account, fingerprint }))
  expect(both(['0', 'Test Reference', '1000', '20261121031649'])).toEqual([
    '12e2ccb64798e198fb9df9b51f42bb1c7c9db208',
    'ba383abff27f7a9a002461ffd529f094d42b788493880bbdea979828b7464ad1',
  ])
  expect(both(['Test Reference', '1000', '20261121031701', '1'])).toEqual([
    'd622652a8af7f2b9de750340d9180322596ff903',
    '0122ece6d2dbcd0289ca590a1d8108c0b7879c742f6a4652ea105fa1f39acccf',
  ])
})

it('refuses a form that is signed in another way, and takes Australian dollars only', async () => {
  const other = securepayGateway({ ...plain.config, fingerprint: 'sha1' }, edgesOf(plain.url))
  await expect(begun(submittingStartForm(other))).rejects.toThrow('Invalid fingerprint')
  expect([gateway.takes('AUD'), gateway.takes('NZD')]).toEqual([true, false])
})

describe('a result of SecurePay [design/payments-120]', () => {
  it('counts for its own attempt only', async () => {
    const [mine, other] = [await begun(), await paid()]
    expect(await comeBack(mine, plain.result(other.id))).toMatchObject({ kind: 'pending' })
    expect(await comeBack(other, plain.result(other.id))).toMatchObject({ kind: 'paid', money: other.money })
  })

  it('is the same money under any transaction number, which SecurePay does not sign', async () => {
    const attempt = await paid()
    const idOf = async (delivery: Delivery) => {
      const outcome = await comeBack(attempt, delivery)
      return outcome.kind === 'paid' ? outcome.providerPaymentId : null
    }
    const forged = plain.result(attempt.id, {}, { txnid: '999999' })
    expect(await idOf(forged)).toBe(attempt.id)
    expect(await idOf(plain.result(attempt.id))).toBe(attempt.id)
  })

  it('reports the amount and the currency that SecurePay states, also where they are others', async () => {
    const attempt = await paid()
    const moneyOf = async (signed: Record<string, string>) => {
      const outcome = await comeBack(attempt, plain.result(attempt.id, signed))
      return outcome.kind === 'paid' ? outcome.money : null
    }
    expect(await moneyOf({ amount: '999' })).toEqual({ minor: 999, currency: 'AUD' })
    expect(await moneyOf({ currency: 'NZD' })).toEqual({ minor: 1000, currency: 'NZD' })
  })

  it('of 3D Secure states a declined amount in dollars, and is signed in cents', async () => {
    const through = gatewayOf(secure)
    const attempt = await begun(through)
    await secure.decline(attempt)
    const delivery = secure.result(attempt.id)
    expect(delivery.rawBody.toString()).toContain('amount=10.00')
    const result = await through.handleWebhook(requestOf(delivery), signal())
    expect(result).toMatchObject({ evidence: [{ outcome: { kind: 'failed', code: '51' } }] })
  })

  it('in the sandbox is a test', async () => {
    const through = gatewayOf(secure)
    const attempt = await begun(through)
    await secure.approve(attempt)
    const result = await through.handleWebhook(requestOf(secure.result(attempt.id)), signal())
    expect(result).toMatchObject({ evidence: [{ outcome: { kind: 'paid', test: true } }] })
  })

  it.each([
    ['2', 'failed'],
    ['3', 'failed'],
    ['4', 'cancelled'],
  ])('with the summary %s is %s', async (summarycode, kind) => {
    const attempt = await paid()
    const result = await deliver(plain.result(attempt.id, { summarycode }))
    expect(result).toMatchObject({ evidence: [{ attemptId: attempt.id, outcome: { kind } }] })
  })

  it('is refused about another merchant, without an amount, and with a summary that is not known', async () => {
    const { id } = await paid()
    const status = async (delivery: Delivery) => (await deliver(delivery)).reply.status
    expect(await status(plain.result(id, {}, { merchant: 'ABC0002' }))).toBe(401)
    expect(await status(plain.result(id, { amount: '' }))).toBe(401)
    expect(await status(plain.result(id, { summarycode: '9' }))).toBe(401)
    expect(await status(plain.result(id))).toBe(200)
  })
})

describe('the return of the buyer', () => {
  it('may bring the result in the address', async () => {
    const attempt = await paid()
    const query = new URLSearchParams(plain.result(attempt.id).rawBody.toString())
    query.set('k', 'key')
    expect(await comeBack(attempt, { query })).toMatchObject({ kind: 'paid', money: attempt.money })
  })

  it('by the Cancel button cancels, unless a result says paid', async () => {
    const attempt = await paid()
    const { action } = await gateway.start(attempt, buyer, urlsOf(attempt, 'securepay'), signal())
    const fields = new Map(action.kind === 'form' ? action.fields : [])
    const { searchParams: query } = new URL(fields.get('cancel_url') ?? '')
    expect(query.get('k')).toBe('key')
    expect(await comeBack(attempt, { query })).toEqual({ kind: 'cancelled' })
    expect(await comeBack(attempt, { ...plain.result(attempt.id), query })).toMatchObject({ kind: 'paid' })
  })
})
