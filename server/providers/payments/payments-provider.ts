import type { Minor } from '@remis/domain/kit/money'
import type { PaymentPurpose } from '@remis/domain/payments/payment-status'

/** Integer minor units by the currency's ISO 4217 exponent; the adapter converts to the vendor's format. */
export interface Money {
  readonly minor: Minor
  readonly currency: string
}

export interface Buyer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobile: string
  readonly customerId: string
  readonly ip: string
}

/** One try to pay one order. Order, amount, currency, provider and user never change [design/payments-7]. */
export interface Attempt {
  /** 'RP' and a ULID; the gateway knows the attempt by it */
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly money: Money
  readonly description: string
  readonly createdAt: number
  /** the gateway's id of the attempt, known after the start */
  readonly providerRef: string | null
  /** the gateway's id of the captured money */
  readonly providerPaymentId: string | null
  /** vendor data, stored from the start */
  readonly data: Readonly<Record<string, string>>
}

export interface Urls {
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly webhookUrl: string
  readonly submitUrl: string
}

/** A page of this server where the buyer pays with the vendor's script [design/payments-92]. */
export interface PayPage {
  /** addresses of the vendor's scripts */
  readonly scripts: readonly string[]
  /** the page's own script: its path in this package, `providers/payments/<vendor>/<vendor>-page.mjs` */
  readonly script: string
  /** fields for number, expiry and code of a card, which the vendor's script fills */
  readonly cardFields?: true
  /** what the page's script reads; the buyer can read it too, so no secret may be in it */
  readonly model: Readonly<Record<string, unknown>>
  /** sources of the page's policy beside the scripts */
  readonly connect: readonly string[]
  /** of frames and of the forms sent to them, for example the page of the buyer's bank */
  readonly frames: readonly string[]
}

/** How the buyer reaches the gateway. Form fields keep their order (PayFast signs it). */
export type StartAction =
  | { readonly kind: 'redirect'; readonly status: 302 | 303; readonly url: string }
  | { readonly kind: 'form'; readonly action: string; readonly fields: readonly (readonly [string, string])[] }
  | { readonly kind: 'page'; readonly page: PayPage }

export interface StartResult {
  readonly action: StartAction
  readonly providerRef?: string
  readonly data?: Readonly<Record<string, string>>
}

/** The outcome reported by a gateway. `failed.retryableByBuyer`: its page may still turn it into paid. */
export type PaymentOutcome =
  | { readonly kind: 'paid'; readonly money: Money; readonly providerPaymentId: string; readonly test: boolean }
  | { readonly kind: 'pending'; readonly reason: string }
  | { readonly kind: 'failed'; readonly code: string; readonly retryableByBuyer: boolean }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'refund'
      readonly refundKey: string | null
      readonly providerRefundId: string
      readonly money: Money
      readonly status: 'pending' | 'done' | 'failed'
    }
  /** the payer's bank took the money back, or asks to: a chargeback [design/payments-107] */
  | { readonly kind: 'reversed'; readonly money: Money; readonly providerPaymentId: string }
  | { readonly kind: 'ignored' }

/** A verified statement of the gateway. `eventKey` is the same whenever the same statement is repeated. */
export interface Evidence {
  readonly attemptId: string | null
  readonly eventKey: string
  readonly outcome: PaymentOutcome
}

/** The form that the buyer's page sent to this server. */
export interface Submission {
  readonly form: URLSearchParams
  readonly buyer: Buyer
  readonly urls: Urls
}

/** `page`: nothing was charged, and the buyer has a further step to do. */
export type SubmitResult =
  { readonly kind: 'evidence'; readonly evidence: Evidence } | { readonly kind: 'page'; readonly page: PayPage }

export interface RawRequest {
  readonly method: string
  /** names in lower case */
  readonly headers: ReadonlyMap<string, string>
  readonly query: URLSearchParams
  /** the bytes as received, before any parser */
  readonly rawBody: Buffer
  readonly remoteIp: string
}

interface WebhookReply {
  readonly status: number
  readonly body: string
  readonly contentType: string
}

/** `accepted: false`: a bad signature or an unreadable body; nothing is looked up or changed. */
export type WebhookResult =
  | { readonly accepted: true; readonly evidence: readonly Evidence[]; readonly reply: WebhookReply }
  | { readonly accepted: false; readonly reply: WebhookReply & { readonly status: 400 | 401 | 503 } }

export interface RefundRequest {
  /** the same key is the same refund, however often it is requested */
  readonly key: string
  readonly money: Money
  readonly reason: string
  /** other refunds of this payment and amount that the gateway accepted [design/payments-90] */
  readonly alike: number
}

/**
 * What a refusal of a refund means. `final`: retries do not help. `gone`: final, because the money is no longer there:
 * it was already refunded, less is left, or the payer's bank took it back. `wait`: a retry may succeed. `wait-gone`: a
 * retry may succeed; if none does, the money is gone, as in a dispute [design/payments-110].
 */
export type RefusalMeaning = 'final' | 'gone' | 'wait' | 'wait-gone'

/** The refusals that a gateway documents, by their code [design/payments-112]. */
export type Refusals = Readonly<Record<string, RefusalMeaning>>

/** `retry: false`: the gateway finally rejected it. `gone`: its money is no longer there, or may leave. */
export interface RefusedRefund {
  readonly status: 'failed'
  readonly code: string
  readonly retry: boolean
  readonly gone?: true
}

export type RefundResult = { readonly status: 'pending' | 'done'; readonly providerRefundId: string } | RefusedRefund

export const refuseRefund = (code: string, meaning: RefusalMeaning = 'final'): RefusedRefund => ({
  status: 'failed',
  code,
  retry: meaning === 'wait' || meaning === 'wait-gone',
  ...((meaning === 'gone' || meaning === 'wait-gone') && { gone: true }),
})

/** null: no documented refusal, so the answer says nothing about the refund [design/payments-63]. */
export const findRefusal = (refusals: Refusals, code: string): RefusedRefund | null =>
  Object.hasOwn(refusals, code) ? refuseRefund(code, refusals[code]) : null

/**
 * The port of all card gateways. An adapter writes no database and decides nothing about bookings: it returns evidence,
 * which only the settlement applies [design/payments-2]. An unreachable gateway throws `GatewayUnreachable`.
 */
export interface PaymentsProvider {
  readonly name: string
  /** origins a pay form may redirect to, for the page's `form-action` [design/payments-20] */
  readonly formOrigins: readonly string[]
  /** false: the outcome of a payment is known by look-ups only */
  readonly sendsWebhooks?: false
  /** false: the outcome is known by its notices and the return of the buyer only [design/payments-94] */
  readonly looksUp?: false
  /** Whether it takes this currency; otherwise it is not listed. */
  takes(currency: string): boolean
  /** Whether it takes this amount: within its limits and in its smallest step. */
  supports(money: Money): { readonly ok: true } | { readonly ok: false; readonly reason: string }
  start(attempt: Attempt, buyer: Buyer, urls: Urls, signal: AbortSignal): Promise<StartResult>
  /**
   * Charges what the buyer's page sent; only of a gateway that starts with a page. Called once per attempt, and again
   * only after a further page: the charge has no idempotency key [design/payments-91].
   */
  readonly submit?: (attempt: Attempt, submission: Submission, signal: AbortSignal) => Promise<SubmitResult>
  /** The buyer returned: asks the gateway, or reads what it signed; never trusts the address. */
  handleReturn(attempt: Attempt, request: RawRequest, signal: AbortSignal): Promise<Evidence>
  /** Verifies the signature over the raw bytes first. */
  handleWebhook(request: RawRequest, signal: AbortSignal): Promise<WebhookResult>
  /** The state at the gateway, for the reconciliation; not called of a gateway without look-ups. */
  query(attempt: Attempt, signal: AbortSignal): Promise<Evidence>
  refund(attempt: Attempt, request: RefundRequest, signal: AbortSignal): Promise<RefundResult>
  queryRefund(attempt: Attempt, key: string, providerRefundId: string, signal: AbortSignal): Promise<RefundResult>
}

/** The gateway did not answer, or not in a way that says whether it did what was requested. */
export class GatewayUnreachable extends Error {
  constructor(provider: string, cause?: unknown) {
    super(`${provider} does not answer`, cause === undefined ? undefined : { cause })
  }
}

/** A function that throws `GatewayUnreachable` of this provider. */
export const unreachableOf =
  (provider: string) =>
  (cause: unknown): never => {
    throw new GatewayUnreachable(provider, cause)
  }
