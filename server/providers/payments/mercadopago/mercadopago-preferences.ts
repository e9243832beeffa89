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
  type RefundRequest,
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

const preferenceAnswer = z.object({ id: idText, init_point: z.string().min(1) })
const paymentAnswer = z.object({
  id: idText,
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  currency_id: z.string(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.number().nullish(),
  live_mode: z.boolean().optional(),
})
const searchAnswer = z.object({ results: z.array(paymentAnswer) })
const refundAnswer = z.object({ id: idText, status: z.string() })
const refundsAnswer = z.array(refundAnswer.extend({ amount: z.number() }))
const errorAnswer = z.object({ cause: z.array(z.object({ code: idText })).nullish() })

type PaymentAnswer = z.output<typeof paymentAnswer>

/** The page is open for it, from the attempt's time: a repeated start says the same. */
const pageMs = 40 * 60_000

/** There is no such payment. */
const unknownCause = '2000'
/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  // too old, or not to be refunded in part
  '2024': 'final',
  '15016': 'final',
  '3024': 'final',
  // not possible in the state of the payment
  '2063': 'wait',
}
/** States of a payment in which its money is gone. */
const goneStatuses = ['refunded', 'charged_back', 'cancelled', 'rejected']
/** The payer disputes the payment, and the money may leave. */
const disputedStatus = 'in_mediation'

const causeOf = ({ json }: GatewayAnswer): string => errorAnswer.safeParse(json).data?.cause?.[0]?.code ?? ''

const outcomeOf = (payment: PaymentAnswer): PaymentOutcome => {
  const code = payment.status_detail ?? payment.status
  switch (payment.status) {
    case 'approved':
      return {
        kind: 'paid',
        money: moneyOf(payment.transaction_amount, payment.currency_id),
        providerPaymentId: payment.id,
        test: payment.live_mode === false,
      }
    case 'pending':
    case 'in_process':
    case 'in_mediation':
    case 'authorized':
      return { kind: 'pending', reason: code }
    case 'rejected':
    case 'cancelled':
      return { kind: 'failed', code, retryableByBuyer: true }
    case 'charged_back':
      return {
        kind: 'reversed',
        money: moneyOf(payment.transaction_amount, payment.currency_id),
        providerPaymentId: payment.id,
      }
    case 'refunded':
      return { kind: 'failed', code, retryableByBuyer: false }
    default:
      return unreachable(payment.status)
  }
}

const evidenceOf = (payment: PaymentAnswer): Evidence => {
  const outcome = outcomeOf(payment)
  return {
    attemptId: payment.external_reference ?? null,
    eventKey: `payment:${payment.id}:${outcome.kind}`,
    outcome,
  }
}

const bodyOf = (attempt: Attempt, buyer: Buyer, urls: Urls) => ({
  items: [
    {
      title: attempt.description.slice(0, 150),
      quantity: 1,
      unit_price: Number(toMercadopago(attempt.money)),
      currency_id: attempt.money.currency,
    },
  ],
  external_reference: attempt.id,
  payer: { email: emailOrOwn(attempt, buyer, urls) },
  back_urls: { success: urls.returnUrl, pending: urls.returnUrl, failure: urls.returnUrl },
  auto_return: 'approved',
  payment_methods: { excluded_payment_types: slowTypes.map((id) => ({ id })) },
  expires: true,
  expiration_date_to: new Date(attempt.createdAt + pageMs).toISOString().replace('Z', '+00:00'),
})

/** Checkout Pro by preferences, for countries without the Orders API: each try of the buyer is a payment. */
export const mercadopagoPreferences = (ask: AskMercadopago): MercadopagoFlow => {
  const findPayment = async (id: string, signal: AbortSignal): Promise<PaymentAnswer | null> => {
    const answer = await ask({ method: 'GET', path: `/v1/payments/${encodeURIComponent(id)}` }, signal)
    const isUnknown = answer.status === 404 && causeOf(answer) === unknownCause
    return isUnknown ? null : readAnswer(name, answer, paymentAnswer)
  }

  /** What a refused refund means depends on what is left of the payment. */
  const refusalOf = async (
    attempt: Attempt,
    { money }: RefundRequest,
    answer: GatewayAnswer,
    signal: AbortSignal,
  ): Promise<RefundResult> => {
    const code = causeOf(answer)
    const refused = findRefusal(refusals, code)
    if (refused?.retry === false) return refused
    if (answer.status !== 400) return unreachable(answer.status)
    const payment = await findPayment(attempt.providerPaymentId ?? '', signal)
    if (payment === null) return unreachable('no such payment')
    const [all, back] = [payment.transaction_amount, payment.transaction_amount_refunded ?? 0].map(
      (amount) => moneyOf(amount, payment.currency_id).minor,
    ) as [number, number]
    if (goneStatuses.includes(payment.status) || money.minor > all - back) return refuseRefund(code || 'amount', 'gone')
    if (refused === null) return unreachable(code)
    return payment.status === disputedStatus ? refuseRefund(code, 'wait-gone') : refused
  }

  return {
    start: async (attempt, buyer, urls, signal) => {
      const answer = await ask(
        {
          method: 'POST',
          path: '/checkout/preferences',
          body: bodyOf(attempt, buyer, urls),
          idempotencyKey: `create-${attempt.id}`,
        },
        signal,
      )
      const { id, init_point: url } = readAnswer(name, answer, preferenceAnswer)
      return { action: { kind: 'redirect', status: 302, url }, providerRef: id }
    },
    query: async (attempt, signal) => {
      const path = `/v1/payments/search?external_reference=${attempt.id}&sort=date_created&criteria=asc`
      const { results } = readAnswer(name, await ask({ method: 'GET', path }, signal), searchAnswer)
      const payments = results.filter(({ external_reference: reference }) => reference === attempt.id)
      // The first money, if there is any. Further money is reported by its notification.
      const found = payments.find(({ status }) => status === 'approved') ?? payments.at(-1)
      if (found !== undefined) return evidenceOf(found)
      const outcome = { kind: 'pending', reason: 'no payment' } as const
      return { attemptId: attempt.id, eventKey: `preference:${attempt.id}:pending`, outcome }
    },
    find: async (id, signal) => {
      const payment = await findPayment(id, signal)
      return payment === null ? null : evidenceOf(payment)
    },
    refund: async (attempt, request, signal) => {
      const path = `/v1/payments/${encodeURIComponent(attempt.providerPaymentId ?? '')}/refunds`
      const earlier = readAnswer(name, await ask({ method: 'GET', path }, signal), refundsAnswer)
      const same = findMade(earlier, request)
      if (same !== undefined) return refundOf(same.id, same.status)
      const answer = await ask(
        {
          method: 'POST',
          path,
          body: { amount: Number(toMercadopago(request.money)) },
          idempotencyKey: refundKey(attempt, request),
        },
        signal,
      )
      if (answer.status === 400 || answer.status === 404) return refusalOf(attempt, request, answer, signal)
      const { id, status } = readAnswer(name, answer, refundAnswer)
      return refundOf(id, status)
    },
    queryRefund: async ({ providerPaymentId }, id, signal) => {
      const path = `/v1/payments/${encodeURIComponent(providerPaymentId ?? '')}/refunds/${encodeURIComponent(id)}`
      return refundOf(id, readAnswer(name, await ask({ method: 'GET', path }, signal), refundAnswer).status)
    },
  }
}
