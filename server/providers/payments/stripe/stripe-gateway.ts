import { Stripe } from 'stripe'
import type { StripeConfig } from '../../../platform/runtime/gateway-variables.ts'
import type { GatewayEdges } from '../ask-gateway.ts'
import {
  findRefusal,
  refuseRefund,
  unreachableOf,
  type Attempt,
  type Buyer,
  type Evidence,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundResult,
  type Refusals,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { keyOfHour } from '../key-of-hour.ts'
import { supportsAmount } from '../wire-amount.ts'
import { fromStripe, stripeTakes, toStripe } from './stripe-amounts.ts'

const name = 'stripe'
const home = 'https://api.stripe.com'
const checkout = 'https://checkout.stripe.com'
/** A page is open for at least 30 minutes. From the attempt's time, so that a repeated start says the same. */
const pageSeconds = 40 * 60
/** More refunds of one payment than anyone makes. */
const mostRefunds = 1000

/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  charge_already_refunded: 'gone',
  charge_disputed: 'gone',
  refund_disputed_payment: 'gone',
  charge_not_refundable: 'final',
  // the account has too little money now
  balance_insufficient: 'wait',
  insufficient_funds: 'wait',
}

const idOf = (found: string | { readonly id: string } | null): string | null =>
  typeof found === 'string' ? found : (found?.id ?? null)

const outcomeOf = (session: Stripe.Checkout.Session): PaymentOutcome => {
  if (session.payment_status === 'paid') {
    const money = fromStripe(session.amount_total ?? 0, session.currency ?? '')
    return { kind: 'paid', money, providerPaymentId: idOf(session.payment_intent) ?? '', test: !session.livemode }
  }
  if (session.status === 'expired') return { kind: 'expired' }
  return { kind: 'pending', reason: session.status ?? 'open' }
}

const refundOf = ({ id, status, failure_reason: reason }: Stripe.Refund): RefundResult => {
  if (status === 'failed' || status === 'canceled')
    return refuseRefund(reason ?? status, reason === 'charge_for_pending_refund_disputed' ? 'gone' : 'final')
  return { status: status === 'succeeded' ? 'done' : 'pending', providerRefundId: id }
}

/** Any error of the SDK but a documented refusal says nothing about the payment [design/payments-63]. */
const unreachable = unreachableOf(name)

const refusalOf = (error: unknown): RefundResult => {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return unreachable(error)
  const code = error.code ?? ''
  // More than is left of the payment: Stripe names the parameter and no code.
  const unnamed = error.param === 'amount' ? refuseRefund(code || 'amount', 'gone') : null
  return findRefusal(refusals, code) ?? unnamed ?? unreachable(error)
}

/** Stripe Checkout: its hosted page, cards only [design/payments-72]. */
export const stripeGateway = (config: StripeConfig, edges: GatewayEdges): PaymentsProvider => {
  const base = edges.url ?? home
  const client = (signal?: AbortSignal) =>
    new Stripe(config.secretKey, {
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient((url, init) =>
        // The SDK calls it with a text.
        edges.fetch((url as string).replace(home, base), { ...init, ...(signal === undefined ? {} : { signal }) }),
      ),
    })

  const query = async (attempt: Attempt, signal: AbortSignal): Promise<Evidence> => {
    // The start was not answered, so no buyer got the address of a page.
    if (attempt.providerRef === null)
      return { attemptId: attempt.id, eventKey: `query:${attempt.id}:none`, outcome: { kind: 'expired' } }
    const session = await client(signal).checkout.sessions.retrieve(attempt.providerRef).catch(unreachable)
    const outcome = outcomeOf(session)
    const id = outcome.kind === 'paid' ? outcome.providerPaymentId : session.id
    return { attemptId: session.client_reference_id, eventKey: `query:${id}:${outcome.kind}`, outcome }
  }

  const parametersOf = (attempt: Attempt, buyer: Buyer, urls: Urls): Stripe.Checkout.SessionCreateParams => ({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: attempt.id,
    ...(buyer.email === '' ? {} : { customer_email: buyer.email }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: attempt.money.currency.toLowerCase(),
          unit_amount: toStripe(attempt.money),
          product_data: { name: attempt.description },
        },
      },
    ],
    payment_intent_data: { metadata: { payment_id: attempt.id } },
    success_url: urls.returnUrl,
    cancel_url: urls.cancelUrl,
    expires_at: Math.floor(attempt.createdAt / 1000) + pageSeconds,
  })

  const attemptOfIntent = async (intent: string | null, signal: AbortSignal): Promise<string | null> => {
    if (intent === null) return null
    const { metadata } = await client(signal).paymentIntents.retrieve(intent).catch(unreachable)
    return metadata['payment_id'] ?? null
  }

  const evidenceOf = async (event: Stripe.Event, signal: AbortSignal): Promise<Evidence | null> => {
    const eventKey = `webhook:${event.id}`
    const { type } = event
    if (
      type === 'checkout.session.completed' ||
      type === 'checkout.session.async_payment_succeeded' ||
      type === 'checkout.session.expired'
    ) {
      const session = event.data.object
      return { attemptId: session.client_reference_id, eventKey, outcome: outcomeOf(session) }
    }
    if (type === 'checkout.session.async_payment_failed') {
      const { client_reference_id: attemptId } = event.data.object
      return { attemptId, eventKey, outcome: { kind: 'failed', code: 'async_payment_failed', retryableByBuyer: false } }
    }
    if (type === 'refund.created' || type === 'refund.updated' || type === 'refund.failed') {
      const refund = event.data.object
      const outcome: PaymentOutcome = {
        kind: 'refund',
        refundKey: refund.metadata?.['refund_key'] ?? null,
        providerRefundId: refund.id,
        money: fromStripe(refund.amount, refund.currency),
        status: refundOf(refund).status,
      }
      // A refund made here names its attempt; of one made at Stripe the payment does.
      const named = refund.metadata?.['payment_id']
      return { attemptId: named ?? (await attemptOfIntent(idOf(refund.payment_intent), signal)), eventKey, outcome }
    }
    if (type === 'charge.dispute.created' || type === 'charge.dispute.funds_withdrawn') {
      const dispute = event.data.object
      const intent = idOf(dispute.payment_intent)
      const money = fromStripe(dispute.amount, dispute.currency)
      const outcome: PaymentOutcome = { kind: 'reversed', money, providerPaymentId: intent ?? '' }
      return { attemptId: await attemptOfIntent(intent, signal), eventKey, outcome }
    }
    return null
  }

  /**
   * Stripe forgets an idempotency key after a day, so a refund is looked for by its key first [design/payments-102].
   */
  const refund: PaymentsProvider['refund'] = async ({ id, providerPaymentId }, { key, money }, signal) => {
    const payment = { payment_intent: providerPaymentId ?? '' }
    const made = await client(signal)
      .refunds.list({ ...payment, limit: 100 })
      .autoPagingToArray({ limit: mostRefunds })
      .catch(unreachable)
    const known = made.find(({ metadata }) => metadata?.['refund_key'] === key)
    if (known !== undefined) return refundOf(known)
    return client(signal)
      .refunds.create(
        { ...payment, amount: toStripe(money), metadata: { payment_id: id, refund_key: key } },
        { idempotencyKey: keyOfHour(`refund-${id}-${key}`, edges) },
      )
      .then(refundOf, refusalOf)
  }

  /** The SDK refuses old signatures; one from the future is refused here [design/payments-33]. */
  const isTimely = (header: string): boolean => {
    const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
    return Math.abs(edges.now() / 1000 - seconds) <= edges.signatureSeconds
  }

  const readEvent = (body: Buffer, header: string): Stripe.Event | null => {
    if (!isTimely(header)) return null
    try {
      return client().webhooks.constructEvent(body, header, config.webhookSecret, 0)
    } catch {
      return null
    }
  }

  const handleWebhook: PaymentsProvider['handleWebhook'] = async ({ headers, rawBody }, signal) => {
    const event = readEvent(rawBody, headers.get('stripe-signature') ?? '')
    if (event === null) return refuseWebhook(401)
    const evidence = await evidenceOf(event, signal)
    return acceptWebhook(evidence === null ? [] : [evidence])
  }

  return {
    name,
    formOrigins: [edges.url === undefined ? checkout : new URL(edges.url).origin],
    takes: (currency) => stripeTakes(currency) !== undefined,
    supports: (money) => supportsAmount(money, stripeTakes(money.currency) ?? { currencies: [] }),
    start: async (attempt, buyer, urls, signal) => {
      const session = await client(signal)
        .checkout.sessions.create(parametersOf(attempt, buyer, urls), { idempotencyKey: `create-${attempt.id}` })
        .catch(unreachable)
      if (session.url === null) return unreachable('no address of a page')
      return { action: { kind: 'redirect', status: 303, url: session.url }, providerRef: session.id }
    },
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook,
    query,
    refund,
    queryRefund: (_attempt, _key, providerRefundId, signal) =>
      client(signal).refunds.retrieve(providerRefundId).then(refundOf, unreachable),
  }
}
