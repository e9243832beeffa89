import { paymentId as attemptId } from '@remis/domain/payments/payments-api'
import { z } from 'zod'
import type { PaypalConfig } from '../../../platform/runtime/gateway-variables.ts'
import { readAnswer } from '../ask-gateway.ts'
import type { Attempt, Evidence, PaymentOutcome, StartResult, Urls } from '../payments-provider.ts'
import { toPaypal } from './paypal-amounts.ts'
import { amount, issueOf, moneyOf, name, unreachable, type AskPaypal } from './paypal-api.ts'

export const captureAnswer = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
})
export const orderAnswer = z.object({
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

type Capture = z.output<typeof captureAnswer>
type Order = z.output<typeof orderAnswer>

/** Statuses of a capture with money. */
const captured = ['COMPLETED', 'PARTIALLY_REFUNDED']
/** Statuses of a capture without money, which end its order. */
const ended = ['DECLINED', 'FAILED', 'REFUNDED']
/** Issues that decline a capture; after `INSTRUMENT_DECLINED` the buyer can choose another card. */
const declines = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]

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

/** Orders at PayPal: each is created, approved by the buyer and captured once. */
export const paypalOrders = ({ sandbox }: PaypalConfig, ask: AskPaypal) => {
  const outcomeOf = (capture: Capture): PaymentOutcome => {
    const { id, status, status_details: details } = capture
    if (captured.includes(status))
      return { kind: 'paid', money: moneyOf(capture.amount), providerPaymentId: id, test: sandbox }
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

  /** Reads an order, and captures it if it is approved. Null: PayPal does not know it. */
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

  const start = async (attempt: Attempt, urls: Urls, signal: AbortSignal): Promise<StartResult> => {
    const body = JSON.stringify(bodyOf(attempt, urls))
    const call = { method: 'POST', path: '/v2/checkout/orders', body, requestId: `create-${attempt.id}` } as const
    const { id, links } = readAnswer(name, await ask(call, signal), startAnswer)
    const url = links.find(({ rel }) => rel === 'payer-action')?.href ?? unreachable('no address of a page')
    return { action: { kind: 'redirect', status: 302, url }, providerRef: id }
  }

  return { start, settle: settleOrder, query, ofCapture }
}
