import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { PaystackConfig } from '../../../platform/runtime/gateway-variables.ts'
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
  refuseRefund,
  type Attempt,
  type Evidence,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundResult,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { isSameText } from '../same-text.ts'
import { supportsAmount } from '../wire-amount.ts'
import { readJson } from '../../read-json.ts'

const name = 'paystack'

/** Smallest charges, in minor units. All currencies here have two decimals, and Paystack counts in hundredths. */
const least: Readonly<Record<string, number>> = { GHS: 10, KES: 300, NGN: 5000, USD: 200, ZAR: 100 }
/** Largest charge in any currency: 10,000,000. */
const most = 1_000_000_000

const good = <T extends z.ZodType>(data: T) => z.object({ status: z.literal(true), data })
const problem = z.object({ status: z.literal(false), message: z.string(), code: z.string().optional() })

const started = good(z.object({ authorization_url: z.url(), reference: z.string() }))
const transaction = z.object({
  id: z.int(),
  domain: z.string(),
  status: z.enum(['success', 'failed', 'reversed', 'abandoned', 'pending', 'ongoing', 'processing', 'queued']),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  gateway_response: z.string().nullish(),
})
/** `needs-attention`: the merchant has to add the payer's account at Paystack. */
const refund = z.object({
  id: z.int(),
  status: z.enum(['pending', 'processing', 'processed', 'failed', 'needs-attention']),
  amount: z.int(),
  currency: z.string(),
  merchant_note: z.string().nullish(),
})
const refundsOf = (transactionId: string) =>
  good(z.array(refund.extend({ transaction: z.literal(Number(transactionId)) })))
const event = z.object({
  event: z.string(),
  data: z.object({ reference: z.string().optional(), transaction_reference: z.string().optional() }),
})
const dispute = z.object({
  event: z.literal('charge.dispute.create'),
  data: z.object({
    id: z.int(),
    refund_amount: z.int().nullish(),
    transaction: z.object({ id: z.int(), reference: z.string(), amount: z.int(), currency: z.string() }),
  }),
})

type Transaction = z.output<typeof transaction>
type Refund = z.output<typeof refund>

const outcomeOf = (found: Transaction): PaymentOutcome => {
  const { id, status, amount, currency, domain } = found
  switch (status) {
    case 'success':
      return {
        kind: 'paid',
        money: { minor: amount, currency },
        providerPaymentId: String(id),
        test: domain !== 'live',
      }
    case 'failed':
      return { kind: 'failed', code: found.gateway_response ?? status, retryableByBuyer: true }
    case 'reversed':
      return { kind: 'failed', code: status, retryableByBuyer: false }
    // An abandoned page can still be paid.
    case 'abandoned':
    case 'pending':
    case 'ongoing':
    case 'processing':
    case 'queued':
      return { kind: 'pending', reason: status }
  }
}

const evidenceOf = (found: Transaction): Evidence => {
  const outcome = outcomeOf(found)
  return { attemptId: found.reference, eventKey: `query:${found.id}:${found.status}`, outcome }
}

const statusOf = ({ status }: Refund): 'pending' | 'done' | 'failed' => {
  if (status === 'processed') return 'done'
  return status === 'failed' ? 'failed' : 'pending'
}

const refundResult = (made: Refund): RefundResult => {
  const status = statusOf(made)
  return status === 'failed' ? refuseRefund(made.status) : { status, providerRefundId: String(made.id) }
}

/** Paystack's refusals of a refund, which it documents as sentences. */
const refusals: SpokenRefusals = [
  [/fully reversed/i, 'gone'],
  [/amount.*(exceed|more than)/i, 'gone'],
  [/refund less than/i, 'final'],
  [/insufficient balance/i, 'wait'],
  [/balance is not enough/i, 'wait'],
]

const refusalOf = (answer: GatewayAnswer): RefundResult =>
  refusalInWords(name, answer, problem.safeParse(answer.json).data?.message, refusals)

const isUnknown = ({ status, json }: GatewayAnswer): boolean => {
  const refused = problem.safeParse(json)
  if ((status !== 400 && status !== 404) || !refused.success) return false
  const { code, message } = refused.data
  return code === 'transaction_not_found' || /^transaction (reference )?not found/i.test(message)
}

/** The signature covers all of a dispute's notice, so nothing is looked up. */
const disputeEvidence = (json: unknown): Evidence | null => {
  const read = dispute.safeParse(json).data
  if (read === undefined) return null
  const { id, refund_amount: disputed, transaction: of } = read.data
  const money = { minor: disputed ?? of.amount, currency: of.currency }
  return {
    attemptId: of.reference,
    eventKey: `dispute:${id}`,
    outcome: { kind: 'reversed', money, providerPaymentId: String(of.id) },
  }
}

const readEvent = (body: Buffer): z.output<typeof event> | undefined =>
  event.safeParse(readJson(body.toString('utf8'))).data

/** Paystack: its hosted page, cards only [design/payments-76]. */
export const paystackGateway = (config: PaystackConfig, edges: GatewayEdges): PaymentsProvider => {
  const base = edges.url ?? 'https://api.paystack.co'

  const ask = (path: string, signal: AbortSignal, body?: object): Promise<GatewayAnswer> =>
    askGateway(name, edges, base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${config.secretKey}`, 'content-type': 'application/json' },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const query = async ({ id }: Pick<Attempt, 'id'>, signal: AbortSignal): Promise<Evidence> => {
    const answer = await ask(`/transaction/verify/${encodeURIComponent(id)}`, signal)
    if (isUnknown(answer)) return { attemptId: id, eventKey: `query:${id}:none`, outcome: { kind: 'expired' } }
    return evidenceOf(readAnswer(name, answer, good(transaction)).data)
  }

  /** The refunds of one payment; of another payment none may be among them, or the key could be missed. */
  const listRefunds = async (transactionId: string, signal: AbortSignal): Promise<readonly Refund[]> => {
    const search = new URLSearchParams({ transaction: transactionId, perPage: '100' })
    return readAnswer(name, await ask(`/refund?${search.toString()}`, signal), refundsOf(transactionId)).data
  }

  /** A refund's notice names neither the refund nor its key: they are in the list of the payment. */
  const refundEvidence = async (reference: string, signal: AbortSignal): Promise<readonly Evidence[]> => {
    const answer = await ask(`/transaction/verify/${encodeURIComponent(reference)}`, signal)
    if (isUnknown(answer)) return []
    const { id } = readAnswer(name, answer, good(transaction)).data
    const refunds = await listRefunds(String(id), signal)
    return refunds.map((made) => ({
      attemptId: reference,
      eventKey: `refund:${made.id}:${made.status}`,
      outcome: {
        kind: 'refund',
        refundKey: made.merchant_note ?? null,
        providerRefundId: String(made.id),
        money: { minor: made.amount, currency: made.currency },
        status: statusOf(made),
      },
    }))
  }

  const handleWebhook: PaymentsProvider['handleWebhook'] = async ({ headers, rawBody }, signal) => {
    const signature = createHmac('sha512', config.secretKey).update(rawBody).digest('hex')
    if (!isSameText(headers.get('x-paystack-signature') ?? '', signature)) return refuseWebhook(401)
    const read = readEvent(rawBody)
    if (read === undefined) return refuseWebhook(400)
    const { reference, transaction_reference: refunded } = read.data
    const disputed = disputeEvidence(readJson(rawBody.toString('utf8')))
    const evidence =
      read.event === 'charge.success' && reference !== undefined
        ? [await query({ id: reference }, signal)]
        : read.event.startsWith('refund.') && refunded !== undefined
          ? await refundEvidence(refunded, signal)
          : disputed === null
            ? []
            : [disputed]
    return acceptWebhook(evidence)
  }

  return {
    name,
    formOrigins: [edges.url === undefined ? 'https://checkout.paystack.com' : new URL(edges.url).origin],
    takes: (currency) => currency in least,
    supports: (money) =>
      supportsAmount(money, { currencies: Object.keys(least), least: least[money.currency] ?? 1, most }),
    /**
     * Paystack takes a reference once and names the page only then, so after a lost answer the buyer needs a new
     * attempt.
     */
    start: async (attempt, buyer, urls, signal) => {
      const answer = await ask('/transaction/initialize', signal, {
        email: emailOrOwn(attempt, buyer, urls),
        amount: attempt.money.minor,
        currency: attempt.money.currency,
        reference: attempt.id,
        callback_url: urls.returnUrl,
        channels: ['card'],
        metadata: { payment_id: attempt.id, description: attempt.description, cancel_action: urls.cancelUrl },
      })
      const { data } = readAnswer(name, answer, started)
      return { action: { kind: 'redirect', status: 303, url: data.authorization_url }, providerRef: data.reference }
    },
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook,
    query,
    /** Paystack has no idempotency key, so the key is a note, looked for among the refunds of the payment first. */
    refund: async (attempt, { key, money }, signal) => {
      const transactionId = attempt.providerPaymentId ?? ''
      const known = (await listRefunds(transactionId, signal)).find((made) => made.merchant_note === key)
      if (known !== undefined) return refundResult(known)
      const answer = await ask('/refund', signal, {
        transaction: transactionId,
        amount: money.minor,
        currency: money.currency,
        merchant_note: key,
      })
      return answer.status >= 400 ? refusalOf(answer) : refundResult(readAnswer(name, answer, good(refund)).data)
    },
    queryRefund: async (_attempt, _key, providerRefundId, signal) =>
      refundResult(
        readAnswer(name, await ask(`/refund/${encodeURIComponent(providerRefundId)}`, signal), good(refund)).data,
      ),
  }
}
