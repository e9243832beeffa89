import type { PaypalConfig } from '../../../platform/runtime/gateway-variables.ts'
import type { GatewayEdges } from '../ask-gateway.ts'
import type { Evidence, PaymentsProvider } from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { supportsAmount } from '../wire-amount.ts'
import { paypalTakes } from './paypal-amounts.ts'
import { moneyOf, name, paypalApi, unreachable } from './paypal-api.ts'
import { paypalEvents, type Resource } from './paypal-events.ts'
import { captureAnswer, orderAnswer, paypalOrders } from './paypal-orders.ts'
import { captureOf, disputeNotice, paypalRefunds, refundNotice } from './paypal-refunds.ts'

/** PayPal Orders: the buyer approves at PayPal, then the money is captured here [design/payments-73]. */
export const paypalGateway = (config: PaypalConfig, edges: GatewayEdges): PaymentsProvider => {
  const ask = paypalApi(config, edges)
  const orders = paypalOrders(config, ask)
  const refunds = paypalRefunds(ask)
  const page = config.sandbox ? 'https://www.sandbox.paypal.com' : 'https://www.paypal.com'

  const evidenceOf = async ({ type, resource }: Resource, signal: AbortSignal): Promise<Evidence | null> => {
    switch (type) {
      case 'CHECKOUT.ORDER.APPROVED': {
        const { data } = orderAnswer.safeParse(resource)
        return orders.settle(data?.id ?? unreachable(type), signal)
      }
      case 'PAYMENT.CAPTURE.COMPLETED':
      case 'PAYMENT.CAPTURE.PENDING':
      case 'PAYMENT.CAPTURE.DENIED':
      case 'PAYMENT.CAPTURE.DECLINED': {
        const found = captureAnswer.safeParse(resource).data ?? unreachable(type)
        return orders.ofCapture(found, found.custom_id ?? null)
      }
      case 'PAYMENT.CAPTURE.REFUNDED':
        return refunds.ofRefund(refundNotice.safeParse(resource).data ?? unreachable(type), signal)
      case 'PAYMENT.CAPTURE.REVERSED': {
        const reversal = refundNotice.safeParse(resource).data ?? unreachable(type)
        return refunds.ofReversal(reversal.id, captureOf(reversal), moneyOf(reversal.amount), signal)
      }
      case 'CUSTOMER.DISPUTE.CREATED': {
        const dispute = disputeNotice.safeParse(resource).data ?? unreachable(type)
        const [disputed] = dispute.disputed_transactions
        return refunds.ofReversal(
          dispute.dispute_id,
          disputed.seller_transaction_id,
          moneyOf(dispute.dispute_amount),
          signal,
        )
      }
      default:
        return null
    }
  }

  const readEvent = paypalEvents(config, edges, ask)

  return {
    name,
    formOrigins: [edges.url === undefined ? page : new URL(edges.url).origin],
    takes: (currency) => paypalTakes(currency).currencies.includes(currency),
    supports: (money) => supportsAmount(money, paypalTakes(money.currency)),
    start: (attempt, _buyer, urls, signal) => orders.start(attempt, urls, signal),
    handleReturn: (attempt, _request, signal) => orders.query(attempt, signal),
    handleWebhook: async (request, signal) => {
      const event = await readEvent(request, signal)
      if (event === null) return refuseWebhook(401)
      const evidence = await evidenceOf(event, signal)
      return acceptWebhook(evidence === null ? [] : [evidence])
    },
    query: orders.query,
    refund: refunds.refund,
    queryRefund: (_attempt, _key, providerRefundId, signal) => refunds.queryRefund(providerRefundId, signal),
  }
}
