import { z } from 'zod'
import type { PayfastConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayAnswer, type GatewayEdges } from '../ask-gateway.ts'
import {
  refuseRefund,
  unreachableOf,
  type Attempt,
  type Buyer,
  type Evidence,
  type Money,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundRequest,
  type RefundResult,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { majorText, minorOf, supportsAmount } from '../wire-amount.ts'
import { daysOf, keepFinishedDays, payfastTime, readHistory, type ReceivedPayment } from './payfast-history.ts'
import { planRefund, refundMade, refundOptions, refundStatement } from './payfast-refunds.ts'
import { apiSignature, formSignature, readItn } from './payfast-signature.ts'

const name = 'payfast'
const currency = 'ZAR'
const hosts = {
  live: { site: 'https://www.payfast.co.za', origins: ['https://www.payfast.co.za', 'https://payment.payfast.io'] },
  sandbox: { site: 'https://sandbox.payfast.co.za', origins: ['https://sandbox.payfast.co.za'] },
}
const apiHost = 'https://api.payfast.co.za'
/** rows of one page of the history */
const pageRows = 1000

const itnFields = z.object({
  m_payment_id: z.string().min(1),
  pf_payment_id: z.string().min(1),
  payment_status: z.string().min(1),
  amount_gross: z.string(),
})

type Values = Readonly<Record<string, string | number>>

const unreachable = unreachableOf(name)
/** At most 100 characters, without half a sign at the end. */
const short = (text: string): string =>
  text
    .trim()
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')
const rand = (amount: string): Money | null => {
  const minor = minorOf(amount, currency)
  return minor === null ? null : { minor, currency }
}

/** Payfast: its hosted page for cards, by a signed form, with notifications (ITN) [design/payments-79]. */
export const payfastGateway = (config: PayfastConfig, edges: GatewayEdges): PaymentsProvider => {
  const { site, origins } = config.sandbox ? hosts.sandbox : hosts.live
  const base = edges.url ?? site
  const test = config.sandbox

  const api = (
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    { query = {}, body }: { readonly query?: Values; readonly body?: Values } = {},
  ): Promise<GatewayAnswer> => {
    const headers = { 'merchant-id': config.merchantId, version: 'v1', timestamp: payfastTime(edges.now()) }
    const signature = apiSignature({ ...headers, ...query, ...body }, config.passphrase)
    const search = Object.entries({ ...query, ...(test ? { testing: 'true' } : {}) })
      .map(([key, value]) => `${key}=${value}`)
      .join('&')
    return askGateway(name, edges, `${edges.url ?? apiHost}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: { ...headers, signature, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    })
  }

  const fieldsOf = (attempt: Attempt, buyer: Buyer, urls: Urls): readonly (readonly [string, string])[] => {
    const fields = [
      ['merchant_id', config.merchantId],
      ['merchant_key', config.merchantKey],
      ['return_url', urls.returnUrl],
      ['cancel_url', urls.cancelUrl],
      ['notify_url', urls.webhookUrl],
      ['name_first', short(buyer.firstName)],
      ['name_last', short(buyer.lastName)],
      ['email_address', buyer.email.trim()],
      ['m_payment_id', attempt.id],
      ['amount', majorText(attempt.money)],
      ['item_name', short(attempt.description)],
      ['payment_method', 'cc'],
    ] as const
    // Payfast signs no empty field of a form.
    const filled = fields.filter(([, value]) => value !== '')
    return [...filled, ['signature', formSignature(filled, config.passphrase)]]
  }

  const receivedOn = keepFinishedDays(edges.now, async (date, signal) => {
    const received: ReceivedPayment[] = []
    for (let offset = 0; ; offset += pageRows) {
      const query = { date, limit: pageRows, offset }
      const { status, text } = await api('GET', '/transactions/history/daily', signal, { query })
      const page = (status === 200 ? readHistory(text) : null) ?? unreachable(status)
      received.push(...page.received)
      if (page.count < pageRows) return received
    }
  })

  const query = async (attempt: Attempt, signal: AbortSignal): Promise<Evidence> => {
    for (const date of daysOf(attempt.createdAt, edges.now())) {
      const found = (await receivedOn(date, signal)).find(({ attemptId }) => attemptId === attempt.id)
      if (found === undefined) continue
      const money = (found.currency === currency ? rand(found.gross) : null) ?? unreachable('no amount')
      return {
        attemptId: found.attemptId,
        eventKey: `history:${found.paymentId}`,
        outcome: { kind: 'paid', money, providerPaymentId: found.paymentId, test },
      }
    }
    return {
      attemptId: attempt.id,
      eventKey: `history:${attempt.id}:none`,
      outcome: { kind: 'pending', reason: 'not in the history' },
    }
  }

  /** Whether Payfast sent this notification. */
  const isValid = async (body: string, signal: AbortSignal): Promise<boolean> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, text } = await askGateway(name, edges, `${base}/eng/query/validate`, {
      method: 'POST',
      headers,
      body,
      signal,
    })
    const word = text.trim()
    if (status !== 200 || !['VALID', 'INVALID'].includes(word)) return unreachable(status)
    return word === 'VALID'
  }

  const outcomeOf = (status: string, money: Money, providerPaymentId: string): PaymentOutcome => {
    switch (status) {
      case 'COMPLETE':
        return { kind: 'paid', money, providerPaymentId, test }
      case 'FAILED':
        return { kind: 'failed', code: status, retryableByBuyer: true }
      case 'CANCELLED':
        return { kind: 'cancelled' }
      default:
        return { kind: 'pending', reason: status }
    }
  }

  const handleWebhook: PaymentsProvider['handleWebhook'] = async ({ rawBody }, signal) => {
    const itn = readItn(rawBody, config.passphrase)
    if (itn === null || itn.fields.get('merchant_id') !== config.merchantId || !(await isValid(itn.text, signal)))
      return refuseWebhook(401)
    const fields = itnFields.safeParse(Object.fromEntries(itn.fields)).data
    const money = fields === undefined ? null : rand(fields.amount_gross)
    if (fields === undefined || money === null) return refuseWebhook(400)
    const { m_payment_id: attemptId, pf_payment_id: id, payment_status: status } = fields
    const outcome = outcomeOf(status, money, id)
    const evidence = [{ attemptId, eventKey: `itn:${id}:${status}`, outcome }]
    return acceptWebhook(evidence)
  }

  const refund = async (attempt: Attempt, request: RefundRequest, signal: AbortSignal): Promise<RefundResult> => {
    if (test) return refuseRefund('no_refunds_in_sandbox')
    const paymentId = attempt.providerPaymentId ?? unreachable('no payment id')
    const at = encodeURIComponent(paymentId)
    const refunds = readAnswer(name, await api('GET', `/refunds/${at}`, signal), refundStatement)
    const options = readAnswer(name, await api('GET', `/refunds/query/${at}`, signal), refundOptions)
    const plan = planRefund(request, refunds, options)
    if (typeof plan === 'object') return plan
    if (plan === 'lost') return unreachable('refunds do not add up')
    if (plan === 'make') {
      const reason = `Refund: ${request.reason}`.slice(0, 255)
      const body = { amount: request.money.minor, notify_buyer: 1, reason }
      readAnswer(name, await api('POST', `/refunds/${at}`, signal, { body }), refundMade)
    }
    return { status: 'done', providerRefundId: `${paymentId}:${request.key}` }
  }

  return {
    name,
    formOrigins: edges.url === undefined ? origins : [new URL(edges.url).origin],
    takes: (code) => code === currency,
    supports: (money) => supportsAmount(money, { currencies: [currency] }),
    start: (attempt, buyer, urls) =>
      Promise.resolve({
        action: { kind: 'form', action: `${base}/eng/process`, fields: fieldsOf(attempt, buyer, urls) },
      }),
    // The buyer comes back without any data, and a look-up reads whole days: the notification settles.
    handleReturn: ({ id }) =>
      Promise.resolve({
        attemptId: id,
        eventKey: `return:${id}`,
        outcome: { kind: 'pending', reason: 'no notification yet' },
      }),
    handleWebhook,
    query,
    refund,
    // Payfast makes a refund at once or refuses it, so that none is ever pending.
    queryRefund: (_attempt, _key, providerRefundId) => Promise.resolve({ status: 'done', providerRefundId }),
  }
}
