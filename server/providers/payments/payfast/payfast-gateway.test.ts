import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { newAttemptId } from '../../../payments/attempt.ts'
import { gatewayConforms, type Delivery } from '../../../testing/gateway-conformance.ts'
import { openPayfastEmulator } from '../../../testing/gateways/payfast-emulator.ts'
import { submittingStartForm } from '../../../testing/gateways/submit-start-form.ts'
import { requestOf } from '../../../testing/gateways/payer.ts'
import { GatewayUnreachable, type Attempt } from '../payments-provider.ts'
import { payfastGateway } from './payfast-gateway.ts'
import { daysOf, payfastTime, readHistory } from './payfast-history.ts'
import { planRefund } from './payfast-refunds.ts'
import { apiSignature, formSignature, phpUrlencode, readItn } from './payfast-signature.ts'

const account = { merchantId: '10000100', merchantKey: '46f0cd694581a', passphrase: 'jt7NOE43FZPn' }
const live = await openPayfastEmulator({ ...account, sandbox: false })
const sandbox = await openPayfastEmulator({ ...account, sandbox: true })
afterAll(() => Promise.all([live.stop(), sandbox.stop()]))
beforeEach(() => live.heal())

const edgesOf = (url: string, more: { now?: () => number; fetch?: typeof fetch } = {}) => ({
  url,
  fetch,
  now: Date.now,
  signatureSeconds: 300,
  ...more,
})
const changed = (webhook: Delivery, change: (body: string) => string): Delivery => ({
  ...webhook,
  rawBody: Buffer.from(change(webhook.rawBody.toString())),
})

gatewayConforms('Payfast', () => {
  live.heal()
  return {
    ...live,
    adapter: submittingStartForm(payfastGateway(live.config, edgesOf(live.url))),
    traits: { asksAtStart: false, afterDecline: 'pending', signed: 'body', asksOnReturn: false },
    currency: 'ZAR',
    forged: (webhook) => ({
      'no signature': changed(webhook, (body) => body.replace(/&signature=.*$/, '')),
      'another signature': changed(webhook, (body) => body.replace(/.$/, (last) => (last === '0' ? '1' : '0'))),
      'the same fields in another order': changed(webhook, (body) =>
        body.replace(/^(m_payment_id=[^&]*)&(pf_payment_id=[^&]*)/, '$2&$1'),
      ),
    }),
  }
})

const signal = () => AbortSignal.timeout(5000)
const buyer = {
  firstName: ' Zoë',
  lastName: "O'Neil (jr) & ~*!",
  email: '',
  mobile: '+27820000000',
  customerId: 'c',
  ip: '',
}
const urls = {
  returnUrl: 'http://shop.example/r?k=a',
  cancelUrl: 'http://shop.example/c?k=a',
  webhookUrl: 'http://shop.example/w',
  submitUrl: '',
}
const attemptOf = (minor = 10_000, createdAt = Date.now()): Attempt => ({
  id: newAttemptId(Date.now()),
  purpose: 'booking',
  money: { minor, currency: 'ZAR' },
  description: 'Ride #1 (test)',
  createdAt,
  providerRef: null,
  providerPaymentId: null,
  data: {},
})
const gateway = submittingStartForm(payfastGateway(live.config, edgesOf(live.url)))
const begun = async (attempt = attemptOf()): Promise<Attempt> => {
  await gateway.start(attempt, buyer, urls, signal())
  return attempt
}

describe('the signatures of Payfast', () => {
  const form = [
    ['merchant_id', '10000100'],
    ['merchant_key', '46f0cd694581a'],
    ['return_url', 'https://ride.example/pay/payfast/return'],
    ['cancel_url', 'https://ride.example/pay/payfast/cancel'],
    ['notify_url', 'https://ride.example/pay/payfast/webhook'],
    ['name_first', 'Ann'],
    ['name_last', "O'Neil"],
    ['email_address', 'ann@ride.example'],
    ['m_payment_id', 'RP01TESTORDER'],
    ['amount', '100.00'],
    ['item_name', 'Ride #1 (test)'],
  ] as const
  const itn =
    'm_payment_id=RP01TESTORDER&pf_payment_id=1089250&payment_status=COMPLETE&item_name=Ride+%231+%28test%29&item_description=&amount_gross=100.00&amount_fee=-2.30&amount_net=97.70&custom_str1=&name_first=Ann&name_last=O%27Neil&email_address=ann%40ride.example&merchant_id=10000100'

  it('are those of its SDK, for the form, the notification and the API', () => {
    expect(phpUrlencode("a b~c!'()*-_.é/+&")).toBe('a+b%7Ec%21%27%28%29%2A-_.%C3%A9%2F%2B%26')
    expect(formSignature(form, account.passphrase)).toBe('216fd92d0b735f27e5339be3952802fe')
    const values = {
      'merchant-id': '10000100',
      version: 'v1',
      timestamp: '2026-11-21T05:16:49+0200',
      notify_buyer: 1,
      reason: 'Booking cancelled',
      amount: 5000,
    }
    expect(apiSignature(values, account.passphrase)).toBe('ae07b9d41ef1096cfdbabcb940d7e5a1')
    expect(payfastTime(Date.parse('2026-11-21T03:16:49Z'))).toBe(values.timestamp)
  })

  it('covers the notification up to the signature only, and nothing after it is read', () => {
    const body = `${itn}&signature=fa96a931dc4e4a38b036522654e63223`
    const read = readItn(Buffer.from(`${body}&m_payment_id=RPOTHER`), account.passphrase)
    expect(read?.text).toBe(itn)
    expect(read?.fields.get('m_payment_id')).toBe('RP01TESTORDER')
    expect(readItn(Buffer.from(body), 'another0')).toBeNull()
    expect(readItn(Buffer.from(`${itn}%&signature=fa96a931dc4e4a38b036522654e63223`), account.passphrase)).toBeNull()
  })

  it('are accepted for signs that JavaScript encodes differently from PHP, and for texts that are cut', async () => {
    const attempt = await begun({ ...attemptOf(), description: `${'x'.repeat(99)}🚕` })
    await live.approve(attempt)
    expect(await gateway.handleWebhook(requestOf(live.itn(attempt.id)), signal())).toMatchObject({ accepted: true })
  })
})

describe('a notification of Payfast [design/payments-79]', () => {
  const deliver = async (delivery: Delivery) => gateway.handleWebhook(requestOf(delivery), signal())

  it('says failed, then paid, under different keys', async () => {
    const attempt = await begun()
    await live.decline(attempt)
    const failed = await deliver(live.itn(attempt.id))
    await live.approve(attempt)
    const paid = await deliver(live.itn(attempt.id))
    expect(failed).toMatchObject({ evidence: [{ attemptId: attempt.id, outcome: { kind: 'failed' } }] })
    expect(paid).toMatchObject({ evidence: [{ outcome: { kind: 'paid', money: attempt.money, test: false } }] })
    const keyOf = (result: typeof paid) => (result.accepted ? result.evidence[0]?.eventKey : null)
    expect(keyOf(failed)).not.toBe(keyOf(paid))
  })

  it.each([
    ['CANCELLED', 'cancelled'],
    ['PENDING', 'pending'],
    ['ANOTHER', 'pending'],
  ])('with %s is %s', async (status, kind) => {
    const attempt = await begun()
    const result = await deliver(live.itn(attempt.id, { payment_status: status }))
    expect(result).toMatchObject({ evidence: [{ outcome: { kind } }] })
  })

  it('reports the amount that Payfast received, also where it is another one', async () => {
    const attempt = await begun()
    await live.approve(attempt)
    const result = await deliver(live.itn(attempt.id, { amount_gross: '1.00' }))
    expect(result).toMatchObject({ evidence: [{ outcome: { kind: 'paid', money: { minor: 100, currency: 'ZAR' } } }] })
  })

  it('is refused when it is about another merchant, or Payfast did not send it, and unreadable without an amount', async () => {
    const attempt = await begun()
    await live.approve(attempt)
    const status = async (delivery: Delivery) => (await deliver(delivery)).reply.status
    expect(await status(live.itn(attempt.id, { merchant_id: '10000101' }))).toBe(401)
    expect(await status(live.itn(attempt.id, { amount_gross: '' }))).toBe(400)
    // Signed with the right passphrase at another Payfast.
    expect(await deliver(sandbox.itn((await begunInSandbox()).id))).toMatchObject({ accepted: false })
  })

  it('is repeated by Payfast when its validation does not answer', async () => {
    const attempt = await begun()
    const proxied = payfastGateway(
      live.config,
      edgesOf(live.url, { fetch: () => Promise.resolve(new Response('<html>', { status: 200 })) }),
    )
    await expect(proxied.handleWebhook(requestOf(live.itn(attempt.id)), signal())).rejects.toThrow(GatewayUnreachable)
  })
})

const inSandbox = submittingStartForm(payfastGateway(sandbox.config, edgesOf(sandbox.url)))
const begunInSandbox = async (): Promise<Attempt> => {
  const attempt = attemptOf()
  await inSandbox.start(attempt, buyer, urls, signal())
  await sandbox.approve(attempt)
  return attempt
}

describe('the sandbox of Payfast', () => {
  it('marks payments as a test, in a look-up and in a notification', async () => {
    const attempt = await begunInSandbox()
    const paid = { kind: 'paid', test: true, money: attempt.money }
    expect((await inSandbox.query(attempt, signal())).outcome).toMatchObject(paid)
    const result = await inSandbox.handleWebhook(requestOf(sandbox.itn(attempt.id)), signal())
    expect(result).toMatchObject({ evidence: [{ outcome: paid }] })
  })

  it('makes no refunds', async () => {
    const request = { key: 'k', money: { minor: 1, currency: 'ZAR' }, reason: 'cancelled', alike: 0 }
    expect(await inSandbox.refund(attemptOf(), request, signal())).toEqual({
      status: 'failed',
      code: 'no_refunds_in_sandbox',
      retry: false,
    })
  })
})

describe('the history of Payfast', () => {
  const midnight = Date.parse('2026-11-21T00:00:00+02:00')
  const at = (now: number) => submittingStartForm(payfastGateway(live.config, edgesOf(live.url, { now: () => now })))

  it('is read from the day of the start to today', () => {
    const minute = 60_000
    expect(daysOf(midnight - 5 * minute, midnight + minute)).toEqual(['2026-11-20', '2026-11-21'])
    expect(daysOf(midnight + 5 * minute, midnight + 6 * minute)).toEqual(['2026-11-20', '2026-11-21'])
    expect(daysOf(midnight + 720 * minute, midnight + 721 * minute)).toEqual(['2026-11-21'])
    const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
    expect(daysOf(midnight + 720 * minute, midnight + 5000 * minute)).toEqual(days)
  })

  it('finds a payment of the day after the start days later, when its notification was lost [design/payments-31]', async () => {
    const now = Date.now()
    const attempt = await begun(attemptOf(500, now - 72 * 3_600_000))
    live.payAt(attempt.id, now - 42 * 3_600_000)
    expect((await at(now).query(attempt, signal())).outcome).toMatchObject({ kind: 'paid', money: attempt.money })
  })

  it('is read once for several look-ups, apart from today', async () => {
    const asked: string[] = []
    let now = Date.now()
    const counted = payfastGateway(
      live.config,
      edgesOf(live.url, {
        now: () => now,
        fetch: (url, init) => {
          asked.push(/date=([\d-]+)/.exec(new Request(url).url)?.[1] ?? '')
          return fetch(url, init)
        },
      }),
    )
    const [today, yesterday] = [payfastTime(now).slice(0, 10), payfastTime(now - 86_400_000).slice(0, 10)]
    const old = () => counted.query(attemptOf(500, now - 86_400_000), signal())
    await old()
    await old()
    expect(asked.filter((date) => date === yesterday)).toHaveLength(1)
    expect(asked.filter((date) => date === today)).toHaveLength(2)
    now += 11 * 60_000
    await old()
    expect(asked.filter((date) => date === yesterday)).toHaveLength(2)
  })

  it('finds a payment that was made after midnight, on the second page of its day', async () => {
    const now = Date.now()
    const start = Date.parse(`${payfastTime(now).slice(0, 10)}T00:00:00+02:00`) - 60_000
    const attempt = await begun(attemptOf(123_456_789, start))
    live.addOthers(1001, start + 120_000)
    live.payAt(attempt.id, start + 120_000)
    expect(await at(now).query(attempt, signal())).toMatchObject({
      attemptId: attempt.id,
      outcome: { kind: 'paid', money: { minor: 123_456_789, currency: 'ZAR' } },
    })
  })

  it('is read with quotes, separators of thousands and lines in a cell', () => {
    const csv =
      '"Date",Type,Sign,Name,Currency,Gross,"M Payment ID","PF Payment ID"\r\n' +
      '"2026-11-21 05:16:49",FUNDS_RECEIVED,CREDIT,"a ""b"",\nc",ZAR,"1,234.50",RP1,77\r\n' +
      '2026-11-21,FUNDS_RECEIVED,DEBIT,x,ZAR,5.00,RP2,78\n2026-11-21,FEE,CREDIT,x,ZAR,5.00,RP3,\n'
    expect(readHistory(csv)).toEqual({
      count: 3,
      received: [{ attemptId: 'RP1', paymentId: '77', gross: '1234.50', currency: 'ZAR' }],
    })
    expect(readHistory(' \n')).toEqual({ count: 0, received: [] })
    for (const other of ['<html></html>', '{"code":200}', '"Date","Type"', '"unclosed'])
      expect(readHistory(other), other).toBeNull()
  })
})

describe('a refund at Payfast, which keeps no key', () => {
  const paid = async (minor = 1000): Promise<Attempt> => {
    const attempt = await begun(attemptOf(minor))
    await live.approve(attempt)
    const { outcome } = await gateway.query(attempt, signal())
    return { ...attempt, providerPaymentId: outcome.kind === 'paid' ? outcome.providerPaymentId : null }
  }
  const ask = (attempt: Attempt, key: string, minor: number, alike = 0, through = gateway) =>
    through.refund(attempt, { key, money: { minor, currency: 'ZAR' }, reason: 'cancelled', alike }, signal())

  it('is made once when its answer is lost', async () => {
    const attempt = await paid()
    let isLost = false
    const through = payfastGateway(
      live.config,
      edgesOf(live.url, {
        fetch: async (url, init) => {
          const answer = await fetch(url, init)
          if (init?.method !== 'POST' || isLost) return answer
          isLost = true
          throw new Error('lost')
        },
      }),
    )
    await expect(ask(attempt, 'a', 400, 0, through)).rejects.toThrow(GatewayUnreachable)
    expect(await ask(attempt, 'a', 400, 0, through)).toMatchObject({ status: 'done' })
    expect(live.refundsOf(attempt.id)).toEqual([400])
  })

  it('is made for each key when the amounts are the same', async () => {
    const attempt = await paid()
    expect(await ask(attempt, 'a', 400)).toMatchObject({ status: 'done' })
    expect(await ask(attempt, 'b', 400, 1)).toMatchObject({ status: 'done' })
    expect(await ask(attempt, 'b', 400, 1)).toMatchObject({ status: 'done' })
    expect(live.refundsOf(attempt.id)).toEqual([400, 400])
  })

  it('is refused for good where Payfast wants bank data for a payout', async () => {
    const attempt = await paid()
    await live.fail(attempt, 'refund-for-good')
    expect(await ask(attempt, 'a', 1000)).toEqual({ status: 'failed', code: 'bank_payout', retry: false })
    expect(live.refundsOf(attempt.id)).toEqual([])
  })

  it('waits while none is available, and says nothing where the answers contradict each other', () => {
    const options = {
      status: 'REFUNDABLE' as const,
      amount_original: 1000,
      amount_available_for_refund: 1000,
      refund_full: { method: 'PAYMENT_SOURCE' as const },
      refund_partial: { method: 'NOT_AVAILABLE' as const },
    }
    const request = (minor: number) => ({ money: { minor, currency: 'ZAR' }, alike: 0 })
    expect(planRefund(request(1000), [], options)).toBe('make')
    expect(planRefund(request(400), [], options)).toEqual({ status: 'failed', code: 'not_available', retry: false })
    expect(planRefund(request(1000), [], { ...options, status: 'NOT_AVAILABLE' })).toMatchObject({ retry: true })
    expect(planRefund(request(400), [300], options)).toBe('lost')
  })
})
