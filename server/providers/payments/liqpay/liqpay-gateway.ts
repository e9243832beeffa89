import { z } from 'zod'
import type { LiqpayConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayAnswer, type GatewayEdges } from '../ask-gateway.ts'
import {
  findRefusal,
  refuseRefund,
  unreachableOf,
  type Attempt,
  type Evidence,
  type Money,
  type PaymentsProvider,
  type RawRequest,
  type RefundRequest,
  type RefundResult,
  type Refusals,
  type Urls,
  type WebhookResult,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { majorText, supportsAmount } from '../wire-amount.ts'
import {
  isMade,
  isPaidAtLiqpay,
  isSafeToRepeat,
  isWaitingAtLiqpay,
  liqpayPayment,
  liqpayRefusal,
  notesOf,
  outcomesOf,
  type LiqpayPayment,
  type RefundNote,
} from './liqpay-payment.ts'
import { decodeLiqpay, isFromLiqpay, signForLiqpay } from './liqpay-signature.ts'

const name = 'liqpay'
const home = 'https://www.liqpay.ua'
const currencies = ['UAH', 'USD', 'EUR']
/** From the attempt's time, so that a repeated start says the same. */
const pageMs = 40 * 60_000

/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  // the payment has ended another way, or less is left of it
  payment_err_status: 'gone',
  err_amount_hold: 'gone',
  // the payment is being changed now
  payment_processing: 'wait',
}

const refundAnswer = z.object({
  status: z.string(),
  /** the refund waits until the shop has enough money */
  wait_amount: z.union([z.boolean(), z.string()]).nullish(),
})

/** LiqPay takes a JSON number of up to two decimals. */
const amountOf = (money: Money): number => Number(majorText(money))

const unreachable = unreachableOf(name)

/** LiqPay Checkout: its hosted page, by a form of signed data [design/payments-86]. */
export const liqpayGateway = (config: LiqpayConfig, edges: GatewayEdges): PaymentsProvider => {
  const base = edges.url ?? home
  const isSandbox = config.publicKey.startsWith('sandbox_')

  const ask = (fields: Readonly<Record<string, string | number>>, signal: AbortSignal): Promise<GatewayAnswer> =>
    askGateway(name, edges, `${base}/api/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(signForLiqpay(fields, config)).toString(),
      signal,
    })

  /** The payment of this attempt; null: LiqPay knows none. */
  const lookUp = async ({ id }: Attempt, signal: AbortSignal): Promise<LiqpayPayment | null> => {
    const answer = await ask({ action: 'status', order_id: id }, signal)
    const found = readAnswer(name, answer, z.union([liqpayPayment, liqpayRefusal]))
    if (!('order_id' in found)) return found.err_code === 'payment_not_found' ? null : unreachable(found.err_code)
    if (found.order_id !== id || (found.public_key ?? config.publicKey) !== config.publicKey)
      return unreachable('another payment')
    return found
  }

  const evidenceOf = (payment: LiqpayPayment): Evidence[] =>
    outcomesOf(payment, isSandbox).map(([eventKey, outcome]) => ({ attemptId: payment.order_id, eventKey, outcome }))

  const query = async (attempt: Attempt, signal: AbortSignal): Promise<Evidence> => {
    const payment = await lookUp(attempt, signal)
    const [evidence] = payment === null ? [] : evidenceOf(payment)
    // The buyer may still have the page with the form.
    const outcome = { kind: 'pending', reason: 'payment_not_found' } as const
    return evidence ?? { attemptId: attempt.id, eventKey: `${attempt.id}:none`, outcome }
  }

  const checkoutOf = (attempt: Attempt, urls: Urls): Record<string, string | number> => ({
    action: 'pay',
    amount: amountOf(attempt.money),
    currency: attempt.money.currency,
    description: attempt.description,
    order_id: attempt.id,
    paytypes: 'card,apay,gpay',
    expired_date: new Date(attempt.createdAt + pageMs).toISOString().slice(0, 19).replace('T', ' '),
    result_url: urls.returnUrl,
    server_url: urls.webhookUrl,
  })

  const handleWebhook = ({ rawBody }: RawRequest): WebhookResult => {
    const form = new URLSearchParams(rawBody.toString('utf8'))
    const data = form.get('data') ?? ''
    if (!isFromLiqpay(data, form.get('signature') ?? '', config)) return refuseWebhook(401)
    const payment = liqpayPayment.safeParse(decodeLiqpay(data))
    if (!payment.success) return refuseWebhook(400)
    if ((payment.data.public_key ?? config.publicKey) !== config.publicKey) return refuseWebhook(401)
    return acceptWebhook(evidenceOf(payment.data))
  }

  /** Stores the notes at the payment, where a status shows them. */
  const writeNotes = async (attempt: Attempt, notes: readonly RefundNote[], signal: AbortSignal): Promise<void> => {
    const info = JSON.stringify(notes)
    const answer = await ask({ action: 'data', order_id: attempt.id, info }, signal)
    if ('err_code' in readAnswer(name, answer, z.union([liqpayRefusal, z.object({})]))) unreachable('no note')
  }

  /** The notes with this refund; a refusal where more is requested than is left of the payment. */
  const noteRefund = async (
    attempt: Attempt,
    { key, money }: RefundRequest,
    payment: LiqpayPayment,
    signal: AbortSignal,
  ): Promise<readonly RefundNote[] | RefundResult> => {
    const notes = notesOf(payment)
    const [mine] = notes.filter((note) => note.key === key)
    if (mine !== undefined) {
      if (isMade(mine, payment)) return { status: 'done', providerRefundId: key }
      return isSafeToRepeat(mine, payment) ? notes : unreachable('the refund may have been made')
    }
    if (notes.some((note) => !isMade(note, payment))) return unreachable('another refund is not settled')
    const before = payment.refunded ?? 0
    if (money.minor > payment.money.minor - before) return refuseRefund('amount', 'gone')
    const all = [...notes, { key, minor: money.minor, before }]
    await writeNotes(attempt, all, signal)
    return all
  }

  const refund = async (attempt: Attempt, request: RefundRequest, signal: AbortSignal): Promise<RefundResult> => {
    const payment = await lookUp(attempt, signal)
    if (payment === null || (payment.status !== 'reversed' && !isPaidAtLiqpay(payment)))
      return unreachable('no payment that is paid')
    const notes = await noteRefund(attempt, request, payment, signal)
    if ('status' in notes) return notes
    const fields = { action: 'refund', order_id: attempt.id, amount: amountOf(request.money) }
    const answer = readAnswer(name, await ask(fields, signal), z.union([liqpayRefusal, refundAnswer]))
    if ('err_code' in answer) {
      const refused = findRefusal(refusals, answer.err_code) ?? unreachable(answer.err_code)
      // Other refunds of the payment wait for every note to be made or taken back.
      const others = notes.filter(({ key }) => key !== request.key)
      await writeNotes(attempt, others, signal)
      return refused
    }
    const waits = String(answer.wait_amount ?? false) === 'true' || isWaitingAtLiqpay(answer.status)
    if (!waits && !['reversed', 'success'].includes(answer.status)) return unreachable(answer.status)
    return { status: waits ? 'pending' : 'done', providerRefundId: request.key }
  }

  const queryRefund: PaymentsProvider['queryRefund'] = async (attempt, key, providerRefundId, signal) => {
    const payment = (await lookUp(attempt, signal)) ?? unreachable('no payment')
    const isDone = notesOf(payment).some((note) => note.key === key && isMade(note, payment))
    return { status: isDone ? 'done' : 'pending', providerRefundId }
  }

  return {
    name,
    formOrigins: [new URL(base).origin],
    takes: (currency) => currencies.includes(currency),
    supports: (money) => supportsAmount(money, { currencies }),
    start: (attempt, _buyer, urls) =>
      Promise.resolve({
        action: {
          kind: 'form',
          action: `${base}/api/3/checkout`,
          fields: Object.entries(signForLiqpay(checkoutOf(attempt, urls), config)),
        },
      }),
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook: (request) => Promise.resolve(handleWebhook(request)),
    query,
    refund,
    queryRefund,
  }
}
