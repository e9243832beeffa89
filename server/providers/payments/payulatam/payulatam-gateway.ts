import type { PayulatamConfig } from '../../../platform/runtime/gateway-variables.ts'
import type { GatewayEdges } from '../ask-gateway.ts'
import {
  refuseRefund,
  type Attempt,
  type Buyer,
  type Evidence,
  type Money,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundRequest,
  type RefundResult,
  type StartAction,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { supportsAmount } from '../wire-amount.ts'
import {
  name,
  payulatamOrders,
  payulatamTakes,
  toPayulatam,
  unreachable,
  type Payment,
  type Transaction,
} from './payulatam-orders.ts'
import { isFromPayulatam, payulatamSigns } from './payulatam-signature.ts'

/** States of a try to pay; of several tries the first of this list is the state of the reference. */
const states = ['APPROVED', 'PENDING', 'SUBMITTED', 'DECLINED', 'ERROR', 'EXPIRED']
/** States of a refund that is made or will be. */
const madeStates = ['APPROVED', 'PENDING', 'SUBMITTED']
/** Answers to a refund after which no repetition helps: the card or the bank does not take it. */
const finalCodes = [
  'ENTITY_DECLINED',
  'PAYMENT_NETWORK_REJECTED',
  'EXCEEDED_AMOUNT',
  'EXPIRED_TRANSACTION',
  'INVALID_CARD',
  'EXPIRED_CARD',
  'RESTRICTED_CARD',
]

const sumOf = (payment: Payment, counted: readonly string[]): number =>
  payment.refunds
    .filter(({ state }) => counted.includes(state))
    .reduce((sum, { money }) => sum + (money?.minor ?? payment.money?.minor ?? 0), 0)

const outcomeOf = (payment: Payment): PaymentOutcome => {
  const { state, code, id, money, test } = payment
  switch (state) {
    case 'APPROVED': {
      if (money === null) return unreachable('approved without an amount')
      return sumOf(payment, ['APPROVED']) >= money.minor
        ? { kind: 'failed', code: 'REFUNDED', retryableByBuyer: false }
        : { kind: 'paid', money, providerPaymentId: id, test }
    }
    case 'PENDING':
    case 'SUBMITTED':
      return { kind: 'pending', reason: code }
    case 'DECLINED':
    case 'ERROR':
      return { kind: 'failed', code, retryableByBuyer: true }
    case 'EXPIRED':
      return { kind: 'expired' }
    default:
      return unreachable(state)
  }
}

const evidenceOf = (attemptId: string, payment: Payment): Evidence => {
  const outcome = outcomeOf(payment)
  return { attemptId, eventKey: `transaction:${payment.id}:${outcome.kind}`, outcome }
}

/** PayU reviews most refunds. A declined one can be asked for again, unless `final` or the card refused it. */
const resultOf = ({ id, state, code }: Transaction, final: boolean): RefundResult => {
  if (state === 'APPROVED') return { status: 'done', providerRefundId: id }
  if (madeStates.includes(state)) return { status: 'pending', providerRefundId: id }
  return refuseRefund(code, final || finalCodes.includes(code) ? 'final' : 'wait')
}

/** In Argentina a part of a payment is refunded without decimals. */
const hasForbiddenDecimals = ({ minor, currency }: Money): boolean => currency === 'ARS' && minor % 100 !== 0

/** PayU Latam WebCheckout: a signed form leads to its page; all states are looked up [design/payments-75]. */
export const payulatamGateway = (config: PayulatamConfig, edges: GatewayEdges): PaymentsProvider => {
  const orders = payulatamOrders(config, edges)
  const home = config.sandbox ? 'https://sandbox.checkout.payulatam.com' : 'https://checkout.payulatam.com'
  const checkout = edges.url ?? home

  const formOf = ({ id, money, description }: Attempt, buyer: Buyer, urls: Urls): StartAction => {
    const amount = toPayulatam(money)
    const { currency } = money
    const fields = {
      merchantId: config.merchantId,
      accountId: config.accountId,
      description: description.slice(0, 255),
      referenceCode: id,
      amount,
      // Without a tax of 0 PayU adds the one of Colombia.
      tax: '0',
      taxReturnBase: '0',
      currency,
      algorithmSignature: config.signature,
      signature: payulatamSigns(config, [id, amount, currency]),
      test: config.sandbox ? '1' : '0',
      buyerEmail: buyer.email === '' ? `${id.toLowerCase()}@${new URL(urls.returnUrl).hostname}` : buyer.email,
      buyerFullName: `${buyer.firstName} ${buyer.lastName}`.trim(),
      telephone: buyer.mobile,
      responseUrl: urls.returnUrl,
      confirmationUrl: urls.webhookUrl,
      lng: currency === 'BRL' ? 'pt' : 'es',
    }
    return { kind: 'form', action: `${checkout}/ppp-web-gateway-payu/`, fields: Object.entries(fields) }
  }

  const query = async ({ id }: Attempt, signal: AbortSignal): Promise<Evidence> => {
    const payments = await orders.list(id, signal)
    const found = payments.toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state))[0]
    // PayU knows a reference once the buyer tried to pay it.
    if (found === undefined)
      return { attemptId: id, eventKey: `reference:${id}:pending`, outcome: { kind: 'pending', reason: 'no payment' } }
    return evidenceOf(id, found)
  }

  /** The payment of an attempt that money is refunded of. */
  const paymentOf = async ({ id, providerPaymentId }: Attempt, signal: AbortSignal): Promise<Payment> =>
    (await orders.list(id, signal)).find((payment) => payment.id === providerPaymentId) ??
    unreachable('no such payment')

  /**
   * PayU has no key for a refund, so that an earlier one with this key as its reason is looked for first. Where the
   * reports name no reasons, refunds of the same amount are counted [design/payments-90].
   */
  const refund = async (attempt: Attempt, request: RefundRequest, signal: AbortSignal): Promise<RefundResult> => {
    const { key, money, alike } = request
    const payment = await paymentOf(attempt, signal)
    const made = payment.refunds.filter(({ state }) => madeStates.includes(state))
    const equal = made.filter((one) => one.reason === null && (one.money ?? payment.money)?.minor === money.minor)
    const same = made.find(({ reason }) => reason === key) ?? (equal.length > alike ? equal[0] : undefined)
    if (same !== undefined) return resultOf(same, false)
    const whole = payment.money?.minor ?? unreachable('approved without an amount')
    const left = whole - sumOf(payment, madeStates)
    if (money.minor > left) return refuseRefund('amount', 'gone')
    if (money.minor === whole) return resultOf(await orders.refund(payment, null, key, signal), false)
    if (hasForbiddenDecimals(money)) return refuseRefund('decimals')
    return resultOf(await orders.refund(payment, money, key, signal), false)
  }

  return {
    name,
    formOrigins: [new URL(checkout).origin],
    takes: (currency) => payulatamTakes(currency).currencies.includes(currency),
    supports: (money) => supportsAmount(money, payulatamTakes(money.currency)),
    start: (attempt, buyer, urls) => Promise.resolve({ action: formOf(attempt, buyer, urls) }),
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook: async ({ rawBody }, signal) => {
      const confirmation = new URLSearchParams(rawBody.toString('utf8'))
      if (!isFromPayulatam(config, confirmation)) return refuseWebhook(401)
      // The signature covers neither the transaction nor its test mark.
      const reference = confirmation.get('reference_sale') ?? ''
      const id = confirmation.get('transaction_id')
      const payment = (await orders.list(reference, signal)).find((one) => one.id === id)
      if (payment === undefined) return unreachable('a confirmation of an unknown transaction')
      return acceptWebhook([evidenceOf(reference, payment)])
    },
    query,
    refund,
    queryRefund: async (attempt, _key, id, signal) => {
      const { refunds } = await paymentOf(attempt, signal)
      const found = refunds.find((one) => one.id === id) ?? unreachable('no such refund')
      return resultOf(found, true)
    },
  }
}
