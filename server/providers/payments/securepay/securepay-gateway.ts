import type { SecurepayConfig } from '../../../platform/runtime/gateway-variables.ts'
import type { GatewayEdges } from '../ask-gateway.ts'
import {
  GatewayUnreachable,
  refuseRefund,
  type Attempt,
  type Evidence,
  type PaymentOutcome,
  type PaymentsProvider,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { supportsAmount } from '../wire-amount.ts'
import { fingerprintOf, readResult, securepayTime, type SecurepayResult } from './securepay-fingerprint.ts'

const name = 'securepay'
const currency = 'AUD'
const hosts = { live: 'https://payment.securepay.com.au', sandbox: 'https://test.payment.securepay.com.au' }

/** The query of the return address when the buyer pressed Cancel. */
const leftMark = 'left'
/** SecureFrame documents no method for the cancel address, so it is the return address, which takes GET and POST. */
const cancelUrlOf = ({ returnUrl }: Urls): string => {
  const url = new URL(returnUrl)
  url.searchParams.set(leftMark, '1')
  return url.href
}

const noLookUp = (): Promise<never> => Promise.reject(new GatewayUnreachable(name, 'SecureFrame has no look-up'))

/** SecurePay's SecureFrame: its hosted page, by a form with a fingerprint [design/payments-93]. */
export const securepayGateway = (config: SecurepayConfig, edges: GatewayEdges): PaymentsProvider => {
  const base = edges.url ?? (config.sandbox ? hosts.sandbox : hosts.live)

  const fieldsOf = ({ id, money, createdAt }: Attempt, urls: Urls): readonly (readonly [string, string])[] => {
    const timestamp = securepayTime(createdAt)
    return [
      ['bill_name', 'transact'],
      ['merchant_id', config.merchantId],
      ['txn_type', config.transactionType],
      ['primary_ref', id],
      ['amount', String(money.minor)],
      ['currency', money.currency],
      ['fp_timestamp', timestamp],
      ['fingerprint', fingerprintOf([config.transactionType, id, money.minor, timestamp], config)],
      ['return_url', urls.returnUrl],
      ['return_url_target', 'parent'],
      ['callback_url', urls.webhookUrl],
      ['cancel_url', cancelUrlOf(urls)],
      ['template', 'responsive'],
      ['confirmation', 'no'],
      ['display_receipt', 'no'],
      ['card_types', 'VISA|MASTERCARD'],
    ]
  }

  const outcomeOf = ({ refid, amount, summarycode, rescode, currency: paidIn = currency }: SecurepayResult) => {
    const outcomes: Readonly<Record<typeof summarycode, PaymentOutcome>> = {
      // The fingerprint does not cover SecurePay's transaction number. A buyer could change it in the result that they
      // bring back, and the payment would look like a second one.
      '1': {
        kind: 'paid',
        money: { minor: amount, currency: paidIn },
        providerPaymentId: refid,
        test: config.sandbox,
      },
      '2': { kind: 'failed', code: rescode ?? 'declined', retryableByBuyer: true },
      '3': { kind: 'failed', code: rescode ?? 'refused', retryableByBuyer: true },
      '4': { kind: 'cancelled' },
    }
    return outcomes[summarycode]
  }

  const evidenceOf = (result: SecurepayResult): Evidence => ({
    attemptId: result.refid,
    eventKey: `result:${result.refid}:${result.timestamp}:${result.summarycode}`,
    outcome: outcomeOf(result),
  })

  const handleReturn: PaymentsProvider['handleReturn'] = ({ id }, { rawBody, query }) => {
    const result = readResult(rawBody.length > 0 ? new URLSearchParams(rawBody.toString('utf8')) : query, config)
    // The result of another attempt says nothing about this one.
    if (result?.refid === id) return Promise.resolve(evidenceOf(result))
    return Promise.resolve(
      query.has(leftMark)
        ? { attemptId: id, eventKey: `return:${id}:left`, outcome: { kind: 'cancelled' } }
        : { attemptId: id, eventKey: `return:${id}:none`, outcome: { kind: 'pending', reason: 'no result' } },
    )
  }

  const handleWebhook: PaymentsProvider['handleWebhook'] = ({ rawBody }) => {
    const result = readResult(new URLSearchParams(rawBody.toString('utf8')), config)
    return Promise.resolve(result === null ? refuseWebhook(401) : acceptWebhook([evidenceOf(result)]))
  }

  return {
    name,
    formOrigins: [new URL(base).origin],
    looksUp: false,
    takes: (code) => code === currency,
    supports: (money) => supportsAmount(money, { currencies: [currency] }),
    start: (attempt, _buyer, urls) =>
      Promise.resolve({
        action: { kind: 'form', action: `${base}/secureframe/invoice`, fields: fieldsOf(attempt, urls) },
      }),
    handleReturn,
    handleWebhook,
    query: noLookUp,
    // Refunds are made by hand in SecurePay's portal, so the wallet is credited.
    refund: () => Promise.resolve(refuseRefund('no_refunds')),
    queryRefund: noLookUp,
  }
}
