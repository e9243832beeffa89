import type { BraintreeConfig } from '../../../platform/runtime/gateway-variables.ts'
import type { GatewayEdges } from '../ask-gateway.ts'
import {
  findRefusal,
  GatewayUnreachable,
  refuseRefund,
  type Attempt,
  type Buyer,
  type Evidence,
  type PaymentOutcome,
  type PaymentsProvider,
  type PayPage,
  type RefundRequest,
  type RefundResult,
  type Refusals,
  type Submission,
  type SubmitResult,
} from '../payments-provider.ts'
import { keyOfHour } from '../key-of-hour.ts'
import { majorText, minorOf, supportsAmount } from '../wire-amount.ts'
import { braintreeApi, name, type Refund, type Refusal, type Status, type Transaction } from './braintree-api.ts'

/** Version of Braintree's scripts for the browser. */
const scripts = 'https://js.braintreegateway.com/web/3.144.0'
const parts = ['client', 'hosted-fields', 'three-d-secure', 'data-collector']
/** Hosts that the scripts call. */
const hosts = ['braintreegateway.com', 'braintree-api.com', 'cardinalcommerce.com', 'paypal.com']

/** States of a charge whose money comes, or has come. */
const taken: readonly Status[] = [
  'SUBMITTED_FOR_SETTLEMENT',
  'SETTLING',
  'SETTLEMENT_PENDING',
  'SETTLEMENT_CONFIRMED',
  'SETTLED',
]
const open: readonly Status[] = ['AUTHORIZING', 'AUTHORIZED']
/** A transaction in these states is refunded; before them it can only be voided, as a whole. */
const refundable: readonly Status[] = ['SETTLING', 'SETTLEMENT_CONFIRMED', 'SETTLED']

/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  // refunded already, or too much
  '91512': 'gone',
  '91521': 'gone',
  // of a kind or an account without refunds
  '91505': 'final',
  '91547': 'final',
  // not settled yet, settled meanwhile, or an account that waits for Braintree
  '91504': 'wait',
  '91506': 'wait',
  '91538': 'wait',
  '91559': 'wait',
  '91574': 'wait',
  '915201': 'wait',
}

const minorIn = ({ amount }: Pick<Refund, 'amount'>): number => {
  const minor = minorOf(amount.value, amount.currencyCode)
  if (minor === null) throw new GatewayUnreachable(name, 'amount')
  return minor
}
const isMade = ({ status }: Refund): boolean => taken.includes(status) || open.includes(status)
const refundedOf = ({ refunds }: Transaction): number =>
  (refunds ?? []).filter(isMade).reduce((sum, one) => sum + minorIn(one), 0)

const outcomeOf = (found: Transaction, test: boolean): PaymentOutcome => {
  const { status, legacyId, amount } = found
  if (open.includes(status)) return { kind: 'pending', reason: status }
  if (!taken.includes(status)) return { kind: 'failed', code: status, retryableByBuyer: false }
  const minor = minorIn(found)
  if (refundedOf(found) >= minor) return { kind: 'failed', code: 'refunded', retryableByBuyer: false }
  return { kind: 'paid', money: { minor, currency: amount.currencyCode }, providerPaymentId: legacyId, test }
}

/** Until the refund is settled its money is on the way. */
const resultOf = (made: Refund): RefundResult => {
  if (!isMade(made)) return refuseRefund(made.status)
  return { status: made.status === 'SETTLED' ? 'done' : 'pending', providerRefundId: made.legacyId }
}

/** A voided transaction gave all of its money back. */
const voided = (legacyId: string): RefundResult => ({ status: 'done', providerRefundId: `void-${legacyId}` })

const refusalOf = ({ refused }: Refusal): RefundResult => {
  const found = findRefusal(refusals, refused)
  if (found === null) throw new GatewayUnreachable(name, refused)
  return found
}

/** Braintree: Hosted Fields and 3D Secure on a page of this server, by its GraphQL API [design/payments-89]. */
export const braintreeGateway = (config: BraintreeConfig, edges: GatewayEdges): PaymentsProvider => {
  const api = braintreeApi(config, edges)
  const accountOf = (currency: string): string | undefined => config.merchantAccounts[currency]
  const currencies = Object.keys(config.merchantAccounts)

  const evidenceOf = (id: string, found: Transaction): Evidence => {
    const outcome = outcomeOf(found, config.sandbox)
    const what = outcome.kind === 'failed' ? outcome.code : outcome.kind
    return { attemptId: id, eventKey: `transaction:${found.legacyId}:${what}`, outcome }
  }

  const pageOf = async ({ id, money }: Attempt, { email }: Buyer, signal: AbortSignal): Promise<PayPage> => {
    const account = { merchantAccountId: accountOf(money.currency) }
    const clientToken = await api.clientToken({ clientMutationId: id, clientToken: account }, signal)
    return {
      scripts: parts.map((part) => `${edges.url ?? scripts}/js/${part}.min.js`),
      script: 'providers/payments/braintree/braintree-page.mjs',
      cardFields: true,
      model: { clientToken, amount: majorText(money), email },
      connect: edges.url === undefined ? hosts.map((host) => `https://*.${host}`) : [],
      frames: [edges.url === undefined ? 'https:' : new URL(edges.url).origin],
    }
  }

  const submit = async (attempt: Attempt, { form, buyer }: Submission, signal: AbortSignal): Promise<SubmitResult> => {
    const { id, money } = attempt
    const nonce = form.get('nonce') ?? ''
    if (!/^[\w-]{1,200}$/.test(nonce)) return { kind: 'page', page: await pageOf(attempt, buyer, signal) }
    const deviceData = form.get('deviceData') ?? ''
    const customer = {
      ...(buyer.email === '' ? {} : { email: buyer.email }),
      ...(buyer.mobile === '' ? {} : { phoneNumber: buyer.mobile }),
    }
    const made = await api.charge(
      {
        clientMutationId: id,
        paymentMethodId: nonce,
        options: { threeDSecureAuthentication: { required: true } },
        transaction: {
          amount: majorText(money),
          merchantAccountId: accountOf(money.currency),
          orderId: id,
          ...(deviceData === '' || deviceData.length > 5000 ? {} : { riskData: { deviceData } }),
          ...(Object.keys(customer).length === 0 ? {} : { customerDetails: customer }),
        },
      },
      signal,
    )
    if (!('refused' in made)) return { kind: 'evidence', evidence: evidenceOf(id, made) }
    const outcome = { kind: 'failed', code: made.refused, retryableByBuyer: false } as const
    return { kind: 'evidence', evidence: { attemptId: id, eventKey: `submit:${id}:${nonce}`, outcome } }
  }

  /** Each try of a card is a transaction of the order; money outweighs the others. */
  const query = async ({ id }: Attempt, signal: AbortSignal): Promise<Evidence> => {
    const all = (await api.find(id, signal)).map((one) => evidenceOf(id, one))
    return (
      all.find(({ outcome }) => outcome.kind === 'paid') ??
      all.find(({ outcome }) => outcome.kind === 'pending') ??
      all[0] ?? { attemptId: id, eventKey: `query:${id}:none`, outcome: { kind: 'pending', reason: 'no transaction' } }
    )
  }

  const chargeOf = async ({ id, providerPaymentId }: Attempt, signal: AbortSignal): Promise<Transaction> => {
    const found = (await api.find(id, signal)).find(({ legacyId }) => legacyId === providerPaymentId)
    if (found === undefined) throw new GatewayUnreachable(name, 'transaction')
    return found
  }

  /**
   * A refund's order is its key, which is looked for first. Braintree may repeat its answer to the key of a request for
   * 30 days, so a later try has another one [design/payments-102]. A reversal that became a refund has no key: it is
   * counted by its amount [design/payments-90].
   */
  const refund = async (
    attempt: Attempt,
    { key, money, alike }: RefundRequest,
    signal: AbortSignal,
  ): Promise<RefundResult> => {
    const of = await chargeOf(attempt, signal)
    const [whole, orderId] = [minorIn(of), `${attempt.id}-${key}`]
    const refunds = of.refunds ?? []
    const equal = refunds.filter((one) => isMade(one) && minorIn(one) === money.minor)
    const known =
      refunds.find((one) => one.orderId === orderId) ??
      (equal.length > alike ? equal.find((one) => !one.orderId?.startsWith(`${attempt.id}-`)) : undefined)
    if (known !== undefined) return resultOf(known)
    if (of.status === 'VOIDED' && money.minor === whole) return voided(of.legacyId)
    if (!taken.includes(of.status) || money.minor > whole - refundedOf(of))
      return refuseRefund('more than is left of the transaction', 'gone')
    if (refundable.includes(of.status)) {
      const made = await api.refund(
        {
          apiRequestKey: keyOfHour(orderId, edges),
          transactionId: of.id,
          refund: { amount: majorText(money), orderId },
        },
        signal,
      )
      return 'refused' in made ? refusalOf(made) : resultOf(made)
    }
    if (money.minor !== whole) return refuseRefund('not settled yet', 'wait')
    const reversed = await api.reverse(
      { apiRequestKey: keyOfHour(`${orderId}-whole`, edges), transactionId: of.id },
      signal,
    )
    if ('refused' in reversed) return refusalOf(reversed)
    return reversed.status === 'VOIDED' ? voided(reversed.legacyId) : resultOf(reversed)
  }

  return {
    name,
    formOrigins: [],
    sendsWebhooks: false,
    takes: (currency) => accountOf(currency) !== undefined,
    supports: (money) => supportsAmount(money, { currencies }),
    start: async (attempt, buyer, _urls, signal) => ({
      action: { kind: 'page', page: await pageOf(attempt, buyer, signal) },
    }),
    submit,
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    /** None is set up: Braintree sends none about a sale by card. */
    handleWebhook: () =>
      Promise.resolve({ accepted: false, reply: { status: 400, body: '', contentType: 'text/plain' } }),
    query,
    refund,
    queryRefund: async (attempt, _key, providerRefundId, signal) => {
      const of = await chargeOf(attempt, signal)
      if (of.status === 'VOIDED' && providerRefundId === `void-${of.legacyId}`) return voided(of.legacyId)
      const made = of.refunds?.find(({ legacyId }) => legacyId === providerRefundId)
      if (made === undefined) throw new GatewayUnreachable(name, 'refund')
      return resultOf(made)
    },
  }
}
