import { paymentId as attemptId } from '@remis/domain/payments/payments-api'
import { z } from 'zod'
import type { PaypalConfig } from '../../../platform/runtime/gateway-variables.ts'
import { readAnswer, type GatewayAnswer, type GatewayEdges } from '../ask-gateway.ts'
import {
  findRefusal,
  refuseRefund,
  unreachableOf,
  type Attempt,
  type Evidence,
  type Money,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundResult,
  type Refusals,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { minorOf, supportsAmount } from '../wire-amount.ts'
import { paypalTakes, toPaypal } from './paypal-amounts.ts'
import { issueOf, paypalApi } from './paypal-api.ts'
import { paypalEvents, type Resource } from './paypal-events.ts'

const name = 'paypal'

const amount = z.object({ value: z.string(), currency_code: z.string() })
const captureAnswer = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
})
const orderAnswer = z.object({
  id: z.string().min(1),
  status: z.string(),
  update_time: z.string().optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z.object({ captures: z.array(captureAnswer).optional() }).optional(),
      }),
    )
    .min(1),
})
const startAnswer = z.object({
  id: z.string().min(1),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
})
const refundAnswer = z.object({
  id: z.string().min(1),
  status: z.string(),
  custom_id: z.string().optional(),
})
const refundNotice = refundAnswer.extend({ amount, links: z.array(z.object({ rel: z.string(), href: z.string() })) })
const disputeNotice = z.object({
  dispute_id: z.string().min(1),
  disputed_transactions: z.tuple([z.object({ seller_transaction_id: z.string().min(1) })], z.unknown()),
  dispute_amount: amount,
})

type Capture = z.output<typeof captureAnswer>
type Order = z.output<typeof orderAnswer>

/** Statuses of a capture with money. */
const captured = ['COMPLETED', 'PARTIALLY_REFUNDED']
/** Statuses of a capture without money, which end its order. */
const ended = ['DECLINED', 'FAILED', 'REFUNDED']
/** Refusals of a capture after which this order is not paid; the first one lets the buyer choose another card. */
const declines = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]
/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  CAPTURE_FULLY_REFUNDED: 'gone',
  REFUND_AMOUNT_EXCEEDED: 'gone',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'gone',
  REFUND_AMOUNT_TOO_LOW: 'final',
  REFUND_TIME_LIMIT_EXCEEDED: 'final',
  REFUND_NOT_ALLOWED: 'final',
  PARTIAL_REFUND_NOT_ALLOWED: 'final',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'final',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'final',
  // the account has too little money now, or the payment is pending
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'wait',
  PENDING_CAPTURE: 'wait',
  PAYEE_ACCOUNT_RESTRICTED: 'wait',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'wait',
  TRANSACTION_DISPUTED: 'wait-gone',
}

const unreachable = unreachableOf(name)

const moneyOf = ({ value, currency_code: currency }: z.output<typeof amount>): Money => ({
  minor: minorOf(value, currency) ?? unreachable('amount'),
  currency,
})

const refundOf = ({ id, status }: z.output<typeof refundAnswer>): RefundResult => {
  switch (status) {
    case 'COMPLETED':
      return { status: 'done', providerRefundId: id }
    case 'PENDING':
      return { status: 'pending', providerRefundId: id }
    case 'FAILED':
    case 'CANCELLED':
      return refuseRefund(status)
    default:
      return unreachable(status)
  }
}

const refusalOf = (answer: GatewayAnswer): RefundResult => {
  const issue = answer.status === 422 ? (issueOf(answer) ?? '') : ''
  return findRefusal(refusals, issue) ?? unreachable(answer.status)
}

/** PayPal Orders: the buyer approves at PayPal, then the money is captured here [design/payments-73]. */
export const paypalGateway = (config: PaypalConfig, edges: GatewayEdges): PaymentsProvider => {
  const ask = paypalApi(name, config, edges)
  const page = config.sandbox ? 'https://www.sandbox.paypal.com' : 'https://www.paypal.com'

  const outcomeOf = (capture: Capture): PaymentOutcome => {
    const { id, status, status_details: details } = capture
    if (captured.includes(status))
      return { kind: 'paid', money: moneyOf(capture.amount), providerPaymentId: id, test: config.sandbox }
    if (status === 'PENDING') return { kind: 'pending', reason: details?.reason ?? status }
    if (ended.includes(status)) return { kind: 'failed', code: status, retryableByBuyer: false }
    return unreachable(status)
  }

  const ofCapture = (capture: Capture, attempt: string | null): Evidence => {
    const outcome = outcomeOf(capture)
    return { attemptId: attempt, eventKey: `capture:${capture.id}:${outcome.kind}`, outcome }
  }

  const ofOrder = (order: Order, outcome: PaymentOutcome, version = ''): Evidence => ({
    attemptId: order.purchase_units[0]?.custom_id ?? null,
    eventKey: `order:${order.id}:${outcome.kind}${version}`,
    outcome,
  })

  const readOrder = (order: Order): Evidence => {
    const [unit] = order.purchase_units
    const captures = unit?.payments?.captures ?? []
    const capture = captures.find(({ status }) => captured.includes(status)) ?? captures.at(-1)
    if (capture !== undefined) return ofCapture(capture, unit?.custom_id ?? capture.custom_id ?? null)
    switch (order.status) {
      case 'CREATED':
      case 'SAVED':
      case 'APPROVED':
      case 'PAYER_ACTION_REQUIRED':
        return ofOrder(order, { kind: 'pending', reason: order.status })
      case 'VOIDED':
        return ofOrder(order, { kind: 'cancelled' })
      default:
        return unreachable(order.status)
    }
  }

  const findOrder = async (id: string, signal: AbortSignal): Promise<Order | null> => {
    const answer = await ask({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` }, signal)
    // An order that is not paid for a few hours is deleted.
    if (answer.status === 404 && ['INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND'].includes(issueOf(answer) ?? ''))
      return null
    return readAnswer(name, answer, orderAnswer)
  }

  /** Captures an approved order. PayPal captures an order once, whatever the request id. */
  const capture = async (order: Order, signal: AbortSignal): Promise<Evidence> => {
    const version = order.update_time ?? ''
    const answer = await ask(
      {
        method: 'POST',
        path: `/v2/checkout/orders/${encodeURIComponent(order.id)}/capture`,
        body: '{}',
        // PayPal repeats a decline under the same request id: an approval with another card needs another one.
        requestId: `capture-${order.id}-${version}`,
      },
      signal,
    )
    const issue = answer.status === 422 ? (issueOf(answer) ?? '') : ''
    if (issue === 'ORDER_ALREADY_CAPTURED') return readOrder((await findOrder(order.id, signal)) ?? unreachable(issue))
    if (declines.includes(issue)) {
      const retryableByBuyer = issue === 'INSTRUMENT_DECLINED'
      return ofOrder(order, { kind: 'failed', code: issue, retryableByBuyer }, `:${version}`)
    }
    return readOrder(readAnswer(name, answer, orderAnswer))
  }

  /** The state of an order, captured when it is approved. Null: there is none. */
  const settleOrder = async (id: string, signal: AbortSignal): Promise<Evidence | null> => {
    const order = await findOrder(id, signal)
    if (order === null) return null
    // An order of another shop of this account is not captured here.
    const isOurs = attemptId.safeParse(order.purchase_units[0]?.custom_id).success
    return order.status === 'APPROVED' && isOurs ? capture(order, signal) : readOrder(order)
  }

  const query = async (attempt: Attempt, signal: AbortSignal): Promise<Evidence> => {
    // Without a reference the start was not answered, so no buyer got the address of a page.
    const found = attempt.providerRef === null ? null : await settleOrder(attempt.providerRef, signal)
    return found ?? { attemptId: attempt.id, eventKey: `order:${attempt.id}:expired`, outcome: { kind: 'expired' } }
  }

  const bodyOf = (attempt: Attempt, urls: Urls) => ({
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: attempt.id,
        invoice_id: attempt.id,
        description: attempt.description.slice(0, 127),
        amount: toPaypal(attempt.money),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: urls.returnUrl,
          cancel_url: urls.cancelUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          // No payment from a bank account, which takes days.
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  })

  /** The attempt that a capture names. Undefined: PayPal knows no such capture. */
  const attemptOfCapture = async (id: string, signal: AbortSignal): Promise<string | null | undefined> => {
    const answer = await ask({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}` }, signal)
    return answer.status === 404 ? undefined : (readAnswer(name, answer, captureAnswer).custom_id ?? null)
  }

  const captureOf = ({ links }: z.output<typeof refundNotice>): string => {
    const up = links.find(({ rel }) => rel === 'up')?.href ?? ''
    return /\/captures\/(\w+)$/.exec(up)?.[1] ?? unreachable('refund without a capture')
  }

  /** Null: another payment of the account, which is no capture. `key`: the dispute or reversal at PayPal. */
  const ofReversal = async (
    key: string,
    providerPaymentId: string,
    money: Money,
    signal: AbortSignal,
  ): Promise<Evidence | null> => {
    const attempt = await attemptOfCapture(providerPaymentId, signal)
    if (attempt === undefined) return null
    return { attemptId: attempt, eventKey: `reversed:${key}`, outcome: { kind: 'reversed', money, providerPaymentId } }
  }

  /** A refund does not name the attempt when it was made at PayPal; its capture does. */
  const ofRefund = async (refund: z.output<typeof refundNotice>, signal: AbortSignal): Promise<Evidence> => {
    const attempt = await attemptOfCapture(captureOf(refund), signal)
    if (attempt === undefined) return unreachable('refund of an unknown capture')
    const { status } = refundOf(refund)
    const key = refund.custom_id === attempt ? null : (refund.custom_id ?? null)
    return {
      attemptId: attempt,
      eventKey: `refund:${refund.id}:${status}`,
      outcome: {
        kind: 'refund',
        refundKey: key,
        providerRefundId: refund.id,
        money: moneyOf(refund.amount),
        status,
      },
    }
  }

  const evidenceOf = async ({ type, resource }: Resource, signal: AbortSignal): Promise<Evidence | null> => {
    switch (type) {
      case 'CHECKOUT.ORDER.APPROVED': {
        const { data } = orderAnswer.safeParse(resource)
        return settleOrder(data?.id ?? unreachable(type), signal)
      }
      case 'PAYMENT.CAPTURE.COMPLETED':
      case 'PAYMENT.CAPTURE.PENDING':
      case 'PAYMENT.CAPTURE.DENIED':
      case 'PAYMENT.CAPTURE.DECLINED': {
        const found = captureAnswer.safeParse(resource).data ?? unreachable(type)
        return ofCapture(found, found.custom_id ?? null)
      }
      case 'PAYMENT.CAPTURE.REFUNDED':
        return ofRefund(refundNotice.safeParse(resource).data ?? unreachable(type), signal)
      case 'PAYMENT.CAPTURE.REVERSED': {
        const reversal = refundNotice.safeParse(resource).data ?? unreachable(type)
        return ofReversal(reversal.id, captureOf(reversal), moneyOf(reversal.amount), signal)
      }
      case 'CUSTOMER.DISPUTE.CREATED': {
        const dispute = disputeNotice.safeParse(resource).data ?? unreachable(type)
        const [disputed] = dispute.disputed_transactions
        return ofReversal(dispute.dispute_id, disputed.seller_transaction_id, moneyOf(dispute.dispute_amount), signal)
      }
      default:
        return null
    }
  }

  const readEvent = paypalEvents(name, config, edges, ask)

  return {
    name,
    formOrigins: [edges.url === undefined ? page : new URL(edges.url).origin],
    takes: (currency) => paypalTakes(currency).currencies.includes(currency),
    supports: (money) => supportsAmount(money, paypalTakes(money.currency)),
    start: async (attempt, _buyer, urls, signal) => {
      const body = JSON.stringify(bodyOf(attempt, urls))
      const call = { method: 'POST', path: '/v2/checkout/orders', body, requestId: `create-${attempt.id}` } as const
      const { id, links } = readAnswer(name, await ask(call, signal), startAnswer)
      const url = links.find(({ rel }) => rel === 'payer-action')?.href ?? unreachable('no address of a page')
      return { action: { kind: 'redirect', status: 302, url }, providerRef: id }
    },
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook: async (request, signal) => {
      const event = await readEvent(request, signal)
      if (event === null) return refuseWebhook(401)
      const evidence = await evidenceOf(event, signal)
      return acceptWebhook(evidence === null ? [] : [evidence])
    },
    query,
    refund: async (attempt, { key, money }, signal) => {
      const answer = await ask(
        {
          method: 'POST',
          path: `/v2/payments/captures/${encodeURIComponent(attempt.providerPaymentId ?? '')}/refund`,
          body: JSON.stringify({ amount: toPaypal(money), custom_id: key }),
          requestId: `refund-${attempt.id}-${key}`,
        },
        signal,
      )
      return answer.status === 422 ? refusalOf(answer) : refundOf(readAnswer(name, answer, refundAnswer))
    },
    queryRefund: async (_attempt, _key, providerRefundId, signal) => {
      const path = `/v2/payments/refunds/${encodeURIComponent(providerRefundId)}`
      return refundOf(readAnswer(name, await ask({ method: 'GET', path }, signal), refundAnswer))
    },
  }
}
