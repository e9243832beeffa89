import { z } from 'zod'
import { readAnswer, type GatewayAnswer } from '../ask-gateway.ts'
import { emailOrOwn } from '../buyer-email.ts'
import {
  findRefusal,
  refuseRefund,
  type Attempt,
  type Buyer,
  type Evidence,
  type PaymentOutcome,
  type RefundResult,
  type Refusals,
  type Urls,
} from '../payments-provider.ts'
import {
  findMade,
  idText,
  moneyOf,
  name,
  refundKey,
  refundOf,
  slowTypes,
  toMercadopago,
  unreachable,
  type AskMercadopago,
  type MercadopagoFlow,
} from './mercadopago-api.ts'

const payment = z.object({ id: idText, status: z.string().optional(), status_detail: z.string().optional() })
const refund = z.object({ id: idText, transaction_id: idText.optional(), amount: z.string(), status: z.string() })
const orderAnswer = z.object({
  id: idText,
  status: z.string(),
  status_detail: z.string().optional(),
  external_reference: z.string().optional(),
  currency: z.string().optional(),
  country_code: z.string().optional(),
  total_amount: z.string(),
  total_paid_amount: z.string().optional(),
  checkout_url: z.string().optional(),
  transactions: z.object({ payments: z.array(payment).nullish(), refunds: z.array(refund).nullish() }).nullish(),
})
const refundAnswer = z.object({ transactions: z.object({ refunds: z.array(refund) }) })
const errorAnswer = z.object({ errors: z.array(z.object({ code: z.string() })).min(1) })

type Order = z.output<typeof orderAnswer>

const currencyOfCountry: Readonly<Record<string, string>> = {
  AR: 'ARS',
  ARG: 'ARS',
  BR: 'BRL',
  BRA: 'BRL',
  CL: 'CLP',
  CHL: 'CLP',
  CO: 'COP',
  COL: 'COP',
  MX: 'MXN',
  MEX: 'MXN',
  PE: 'PEN',
  PER: 'PEN',
  UY: 'UYU',
  URY: 'UYU',
}

/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  refund_amount_exceeds: 'gone',
  order_already_refunded: 'gone',
  unsupported_partially_refunds: 'final',
  // the order cannot be refunded now
  refund_in_progress: 'wait',
  cannot_refund_order: 'wait',
}
/** States of an order in which its money is gone, or may leave. */
const goneStatuses = ['refunded', 'charged_back']

const errorOf = ({ json }: GatewayAnswer): string => errorAnswer.safeParse(json).data?.errors[0]?.code ?? ''

/** An order is in the currency of the account's country, which the request does not name. */
const currencyOf = ({ currency, country_code: country }: Order): string =>
  currency ?? currencyOfCountry[country ?? ''] ?? unreachable('currency')

/** Ids of orders without money begin with it. */
const testPrefix = 'ORDTST'

const paid = (order: Order): PaymentOutcome => {
  const currency = currencyOf(order)
  const total = moneyOf(order.total_amount, currency)
  const arrived = moneyOf(order.total_paid_amount ?? order.total_amount, currency)
  const payments = order.transactions?.payments ?? []
  const only = payments.length === 1 ? payments[0] : undefined
  const money = only ?? payments.find(({ status }) => status === 'processed')
  return {
    kind: 'paid',
    // Interest for instalments comes on top of the order's amount, and is not for the shop.
    money: arrived.minor < total.minor ? arrived : total,
    providerPaymentId: money?.id ?? unreachable('paid order without a payment'),
    test: order.id.startsWith(testPrefix),
  }
}

const chargedBack = (order: Order): PaymentOutcome => {
  const payments = order.transactions?.payments ?? []
  const taken = payments.find(({ status }) => status === 'charged_back') ?? payments.at(-1)
  const money = moneyOf(order.total_amount, currencyOf(order))
  return { kind: 'reversed', money, providerPaymentId: taken?.id ?? '' }
}

const outcomeOf = (order: Order): PaymentOutcome => {
  const code = order.status_detail ?? order.status
  switch (order.status) {
    case 'created':
    case 'processing':
    case 'action_required':
      return { kind: 'pending', reason: code }
    case 'processed':
      return code === 'refunded' ? { kind: 'failed', code, retryableByBuyer: false } : paid(order)
    case 'failed':
      return { kind: 'failed', code, retryableByBuyer: true }
    case 'charged_back':
      return chargedBack(order)
    case 'refunded':
      return { kind: 'failed', code, retryableByBuyer: false }
    case 'canceled':
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'expired':
      return { kind: 'expired' }
    default:
      return unreachable(order.status)
  }
}

const evidenceOf = (order: Order): Evidence => {
  const outcome = outcomeOf(order)
  // Each try of the buyer is a payment of the order.
  const tries = order.transactions?.payments?.length ?? 0
  const version = outcome.kind === 'failed' ? `:${outcome.code}:${tries}` : ''
  return {
    attemptId: order.external_reference ?? null,
    eventKey: `order:${order.id}:${outcome.kind}${version}`,
    outcome,
  }
}

const bodyOf = (attempt: Attempt, buyer: Buyer, urls: Urls) => {
  const amount = toMercadopago(attempt.money)
  return {
    type: 'online',
    processing_mode: 'manual',
    total_amount: amount,
    external_reference: attempt.id,
    payer: { email: emailOrOwn(attempt, buyer, urls) },
    items: [{ title: attempt.description.slice(0, 150), quantity: 1, unit_price: amount }],
    config: {
      online: {
        success_url: urls.returnUrl,
        failure_url: urls.returnUrl,
        pending_url: urls.returnUrl,
        auto_return: 'all',
      },
      payment_method: { not_allowed_types: slowTypes },
    },
  }
}

/** Checkout Pro by the Orders API: one order per attempt. */
export const mercadopagoOrders = (ask: AskMercadopago): MercadopagoFlow => {
  const findOrder = async (id: string, signal: AbortSignal): Promise<Order | null> => {
    const answer = await ask({ method: 'GET', path: `/v1/orders/${encodeURIComponent(id)}` }, signal)
    return answer.status === 404 && errorOf(answer) === 'order_not_found' ? null : readAnswer(name, answer, orderAnswer)
  }
  const orderOf = async ({ providerRef }: Attempt, signal: AbortSignal): Promise<Order> =>
    (await findOrder(providerRef ?? '', signal)) ?? unreachable('no such order')

  return {
    start: async (attempt, buyer, urls, signal) => {
      const body = bodyOf(attempt, buyer, urls)
      const call = { method: 'POST', path: '/v1/orders', body, idempotencyKey: `create-${attempt.id}` } as const
      const order = readAnswer(name, await ask(call, signal), orderAnswer)
      if (currencyOf(order) !== attempt.money.currency) return unreachable('the account has another currency')
      const url = order.checkout_url ?? unreachable('no address of a page')
      return { action: { kind: 'redirect', status: 302, url }, providerRef: order.id }
    },
    query: async (attempt, signal) => evidenceOf(await orderOf(attempt, signal)),
    find: async (id, signal) => {
      const order = await findOrder(id.toUpperCase(), signal)
      return order === null ? null : evidenceOf(order)
    },
    refund: async (attempt, request, signal): Promise<RefundResult> => {
      const { currency, minor } = request.money
      const { status, transactions } = await orderOf(attempt, signal)
      const earlier = (transactions?.refunds ?? []).filter(({ transaction_id: of }) => of === attempt.providerPaymentId)
      const same = findMade(earlier, request)
      if (same !== undefined) return refundOf(same.id, same.status)
      const amount = toMercadopago(request.money)
      const answer = await ask(
        {
          method: 'POST',
          path: `/v1/orders/${encodeURIComponent(attempt.providerRef ?? '')}/refund`,
          body: { transactions: [{ id: attempt.providerPaymentId ?? '', amount }] },
          idempotencyKey: refundKey(attempt, request),
        },
        signal,
      )
      const code = errorOf(answer)
      const refused = findRefusal(refusals, code)
      if (refused !== null)
        return refused.retry && goneStatuses.includes(status) ? refuseRefund(code, 'wait-gone') : refused
      const { refunds } = readAnswer(name, answer, refundAnswer).transactions
      const made = refunds.findLast((one) => moneyOf(one.amount, currency).minor === minor)
      return made === undefined ? unreachable('no refund of this amount') : refundOf(made.id, made.status)
    },
    queryRefund: async (attempt, id, signal) => {
      const order = await orderOf(attempt, signal)
      const found = order.transactions?.refunds?.find((one) => one.id === id)
      return found === undefined ? unreachable('no such refund') : refundOf(id, found.status)
    },
  }
}
