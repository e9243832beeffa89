import { z } from 'zod'
import { readAnswer, type GatewayAnswer } from '../ask-gateway.ts'
import {
  findRefusal,
  refuseRefund,
  type Attempt,
  type Evidence,
  type Money,
  type RefundRequest,
  type RefundResult,
  type Refusals,
} from '../payments-provider.ts'
import { toPaypal } from './paypal-amounts.ts'
import { amount, issueOf, moneyOf, name, unreachable, type AskPaypal } from './paypal-api.ts'
import { captureAnswer } from './paypal-orders.ts'

const refundAnswer = z.object({
  id: z.string().min(1),
  status: z.string(),
  custom_id: z.string().optional(),
})
export const refundNotice = refundAnswer.extend({
  amount,
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
})
export const disputeNotice = z.object({
  dispute_id: z.string().min(1),
  disputed_transactions: z.tuple([z.object({ seller_transaction_id: z.string().min(1) })], z.unknown()),
  dispute_amount: amount,
})

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

export const captureOf = ({ links }: z.output<typeof refundNotice>): string => {
  const up = links.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/captures\/(\w+)$/.exec(up)?.[1] ?? unreachable('refund without a capture')
}

/** Refunds, and reversals by a bank or a dispute. */
export const paypalRefunds = (ask: AskPaypal) => {
  /** The attempt that a capture names. Undefined: PayPal knows no such capture. */
  const attemptOfCapture = async (id: string, signal: AbortSignal): Promise<string | null | undefined> => {
    const answer = await ask({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}` }, signal)
    return answer.status === 404 ? undefined : (readAnswer(name, answer, captureAnswer).custom_id ?? null)
  }

  const refund = async (
    attempt: Attempt,
    { key, money }: RefundRequest,
    signal: AbortSignal,
  ): Promise<RefundResult> => {
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
  }

  const queryRefund = async (providerRefundId: string, signal: AbortSignal): Promise<RefundResult> => {
    const path = `/v2/payments/refunds/${encodeURIComponent(providerRefundId)}`
    return refundOf(readAnswer(name, await ask({ method: 'GET', path }, signal), refundAnswer))
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

  /** Reads the attempt from the capture: a refund that was made at PayPal does not name it. */
  const ofRefund = async (notice: z.output<typeof refundNotice>, signal: AbortSignal): Promise<Evidence> => {
    const attempt = await attemptOfCapture(captureOf(notice), signal)
    if (attempt === undefined) return unreachable('refund of an unknown capture')
    const { status } = refundOf(notice)
    const key = notice.custom_id === attempt ? null : (notice.custom_id ?? null)
    return {
      attemptId: attempt,
      eventKey: `refund:${notice.id}:${status}`,
      outcome: {
        kind: 'refund',
        refundKey: key,
        providerRefundId: notice.id,
        money: moneyOf(notice.amount),
        status,
      },
    }
  }

  return { refund, queryRefund, ofRefund, ofReversal }
}
