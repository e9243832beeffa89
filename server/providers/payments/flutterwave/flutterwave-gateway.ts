import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { FlutterwaveConfig } from '../../../platform/runtime/gateway-variables.ts'
import {
  askGateway,
  type GatewayAnswer,
  type GatewayEdges,
  readAnswer,
  refusalInWords,
  type SpokenRefusals,
} from '../ask-gateway.ts'
import { emailOrOwn } from '../buyer-email.ts'
import {
  GatewayUnreachable,
  refuseRefund,
  type Attempt,
  type Buyer,
  type Evidence,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundResult,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { isSameText } from '../same-text.ts'
import { majorText, minorOf, supportsAmount } from '../wire-amount.ts'
import { readJson } from '../../read-json.ts'

const name = 'flutterwave'
const currencies = ['EUR', 'GBP', 'GHS', 'KES', 'NGN', 'RWF', 'TZS', 'UGX', 'USD', 'XAF', 'XOF', 'ZAR', 'ZMW']
/** The hosted pages of live and of test keys. */
const pages = { live: 'https://checkout.flutterwave.com', test: 'https://checkout-v2.dev-flutterwave.com' }

const good = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data })
const problem = z.object({ status: z.literal('error'), message: z.string() })

const started = good(z.object({ link: z.url() }))
const transaction = z.object({
  id: z.int(),
  tx_ref: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['successful', 'failed', 'pending']),
  processor_response: z.string().nullish(),
})
const refund = z.object({ id: z.int(), status: z.string() })
/** The documentation spells the payment's id in two ways. */
const refunds = good(
  z.array(
    refund.extend({
      comment: z.string().nullish(),
      transaction_id: z.int().optional(),
      TransactionId: z.int().optional(),
    }),
  ),
).extend({ meta: z.object({ page_info: z.object({ total_pages: z.int() }) }) })
const event = z.object({ event: z.string(), data: z.object({ id: z.int() }) })

type Transaction = z.output<typeof transaction>

const isTest = ({ secretKey }: FlutterwaveConfig): boolean => secretKey.startsWith('FLWSECK_TEST')

const outcomeOf = (found: Transaction, test: boolean): PaymentOutcome => {
  const { id, status, amount, currency } = found
  if (status === 'pending') return { kind: 'pending', reason: status }
  if (status === 'failed') return { kind: 'failed', code: found.processor_response ?? status, retryableByBuyer: true }
  const minor = minorOf(amount, currency)
  if (minor === null) throw new GatewayUnreachable(name, 'amount')
  return { kind: 'paid', money: { minor, currency }, providerPaymentId: String(id), test }
}

/**
 * A bare `completed` is initiated and not paid out yet; one that is paid out names its channel, as `completed-mpgs`.
 */
const refundResult = ({ id, status }: z.output<typeof refund>): RefundResult => {
  if (status === 'failed') return refuseRefund(status)
  const isDone = status === 'successful' || status.startsWith('completed-')
  return { status: isDone ? 'done' : 'pending', providerRefundId: String(id) }
}

/** Flutterwave's refusals of a refund, which are sentences. */
const refusals: SpokenRefusals = [
  [/(greater|more) than/i, 'gone'],
  [/exceed/i, 'gone'],
  [/already (been )?refunded/i, 'gone'],
  [/should be above/i, 'final'],
  [/insufficient/i, 'wait'],
  [/balance/i, 'wait'],
]

const refusalOf = (answer: GatewayAnswer): RefundResult =>
  refusalInWords(name, answer, problem.safeParse(answer.json).data?.message, refusals)

/** Also said of an attempt that is started: Flutterwave has a transaction only once a card was tried. */
const isUnknown = ({ status, json }: GatewayAnswer): boolean => {
  const refused = problem.safeParse(json)
  return (
    (status === 400 || status === 404) && refused.success && /^no transaction was found/i.test(refused.data.message)
  )
}

const readEvent = (body: Buffer): z.output<typeof event> | undefined =>
  event.safeParse(readJson(body.toString('utf8'))).data

/** Flutterwave Standard of API v3: its hosted page, cards only [design/payments-77]. */
export const flutterwaveGateway = (config: FlutterwaveConfig, edges: GatewayEdges): PaymentsProvider => {
  const base = edges.url ?? 'https://api.flutterwave.com/v3'
  const test = isTest(config)

  const ask = (path: string, signal: AbortSignal, body?: object): Promise<GatewayAnswer> =>
    askGateway(name, edges, base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${config.secretKey}`, 'content-type': 'application/json' },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  /** What Flutterwave says of one transaction; null: it knows none. */
  const verify = async (path: string, signal: AbortSignal): Promise<Evidence | null> => {
    const answer = await ask(path, signal)
    if (isUnknown(answer)) return null
    const { data } = readAnswer(name, answer, good(transaction))
    return { attemptId: data.tx_ref, eventKey: `query:${data.id}:${data.status}`, outcome: outcomeOf(data, test) }
  }
  const verifyById = (id: string, signal: AbortSignal) =>
    verify(`/transactions/${encodeURIComponent(id)}/verify`, signal)

  const findPayment = ({ id }: Attempt, signal: AbortSignal) =>
    verify(`/transactions/verify_by_reference?tx_ref=${encodeURIComponent(id)}`, signal)

  const none = ({ id }: Attempt): Evidence => ({
    attemptId: id,
    eventKey: `query:${id}:none`,
    outcome: { kind: 'pending', reason: 'no transaction' },
  })

  /**
   * A buyer who left comes back to the same address as one who paid. The status in the address is not verified, like a
   * visit of the cancel address, so it counts only where Flutterwave knows no payment, not even a pending one
   * [design/payments-17].
   */
  const handleReturn: PaymentsProvider['handleReturn'] = async (attempt, request, signal) => {
    const payment = await findPayment(attempt, signal)
    if (payment !== null || request.query.get('status') !== 'cancelled') return payment ?? none(attempt)
    return { attemptId: attempt.id, eventKey: `return:${attempt.id}:cancelled`, outcome: { kind: 'cancelled' } }
  }

  const isFromVendor = (headers: ReadonlyMap<string, string>, rawBody: Buffer): boolean => {
    const signature = headers.get('flutterwave-signature')
    if (signature === undefined) return isSameText(headers.get('verif-hash') ?? '', config.secretHash)
    return isSameText(signature, createHmac('sha256', config.secretHash).update(rawBody).digest('base64'))
  }

  /** The secret hash names the sender and does not sign the body, so each notice leads to a look-up. */
  const handleWebhook: PaymentsProvider['handleWebhook'] = async ({ headers, rawBody }, signal) => {
    if (!isFromVendor(headers, rawBody)) return refuseWebhook(401)
    const read = readEvent(rawBody)
    if (read === undefined) return refuseWebhook(400)
    const evidence = read.event === 'charge.completed' ? await verifyById(String(read.data.id), signal) : null
    return acceptWebhook(evidence === null ? [] : [evidence])
  }

  const parametersOf = (attempt: Attempt, buyer: Buyer, urls: Urls) => ({
    tx_ref: attempt.id,
    amount: Number(majorText(attempt.money)),
    currency: attempt.money.currency,
    redirect_url: urls.returnUrl,
    payment_options: 'card',
    customer: {
      email: emailOrOwn(attempt, buyer, urls),
      name: `${buyer.firstName} ${buyer.lastName}`.trim(),
      ...(buyer.mobile === '' ? {} : { phonenumber: buyer.mobile }),
    },
    meta: { payment_id: attempt.id },
    customizations: { title: attempt.description },
    session_duration: 30,
    max_retry_attempt: 3,
  })

  /** The refund with this key; of another payment none may be in the list, or the key could be missed. */
  const findRefund = async (transactionId: string, key: string, signal: AbortSignal) => {
    const answer = await ask(`/refunds?id=${encodeURIComponent(transactionId)}`, signal)
    const { data, meta } = readAnswer(name, answer, refunds)
    const isOurs = data.every((one) => String(one.transaction_id ?? one.TransactionId) === transactionId)
    if (!isOurs || meta.page_info.total_pages > 1) throw new GatewayUnreachable(name, 'list of refunds')
    return data.find(({ comment }) => comment === key)
  }

  return {
    name,
    formOrigins: edges.url === undefined ? [pages[test ? 'test' : 'live']] : [new URL(edges.url).origin],
    takes: (currency) => currencies.includes(currency),
    supports: (money) => supportsAmount(money, { currencies }),
    start: async (attempt, buyer, urls, signal) => {
      const answer = await ask('/payments', signal, parametersOf(attempt, buyer, urls))
      return { action: { kind: 'redirect', status: 303, url: readAnswer(name, answer, started).data.link } }
    },
    handleReturn,
    handleWebhook,
    query: async (attempt, signal) => (await findPayment(attempt, signal)) ?? none(attempt),
    /** There is no idempotency key, so the key is the comment, looked for among the refunds of the payment first. */
    refund: async ({ providerPaymentId }, { key, money }, signal) => {
      const transactionId = providerPaymentId ?? ''
      const known = await findRefund(transactionId, key, signal)
      if (known !== undefined) return refundResult(known)
      const answer = await ask(`/transactions/${encodeURIComponent(transactionId)}/refund`, signal, {
        amount: Number(majorText(money)),
        comments: key,
      })
      return answer.status >= 400 ? refusalOf(answer) : refundResult(readAnswer(name, answer, good(refund)).data)
    },
    queryRefund: async (_attempt, _key, providerRefundId, signal) =>
      refundResult(
        readAnswer(name, await ask(`/refunds/${encodeURIComponent(providerRefundId)}`, signal), good(refund)).data,
      ),
  }
}
