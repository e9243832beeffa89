import { z } from 'zod'
import type { MercadopagoConfig } from '../../../platform/runtime/gateway-variables.ts'
import type { GatewayEdges } from '../ask-gateway.ts'
import type { PaymentsProvider, RawRequest } from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { supportsAmount } from '../wire-amount.ts'
import { mercadopagoApi, mercadopagoTakes, name, type MercadopagoFlow } from './mercadopago-api.ts'
import { mercadopagoOrders } from './mercadopago-orders.ts'
import { mercadopagoPreferences } from './mercadopago-preferences.ts'
import { isFromMercadopago } from './mercadopago-signature.ts'

/** The page of each country. */
const pages = ['com.ar', 'com.br', 'cl', 'com.co', 'com.mx', 'com.pe', 'com.uy', 'com'].map(
  (end) => `https://www.mercadopago.${end}`,
)

const notification = z.object({ type: z.string() })

/** What a notification is about; the body is not signed and decides nothing. Null: unreadable. */
const topicOf = ({ query, rawBody }: RawRequest): { readonly type: string; readonly id: string } | null => {
  try {
    const { type } = notification.parse(JSON.parse(rawBody.toString('utf8')))
    const id = query.get('data.id') ?? ''
    return id === '' ? null : { type: query.get('type') ?? type, id }
  } catch {
    return null
  }
}

/** Mercado Pago Checkout Pro, by its Orders API or by preferences [design/payments-74]. */
export const mercadopagoGateway = (config: MercadopagoConfig, edges: GatewayEdges): PaymentsProvider => {
  const ask = mercadopagoApi(config, edges)
  const flows = { orders: mercadopagoOrders(ask), preferences: mercadopagoPreferences(ask) }
  const flow = flows[config.flow]
  /** A payment of an order has another id in the other flow, so each flow reads its own notifications only. */
  const topic = config.flow === 'orders' ? 'order' : 'payment'
  /** An attempt stays in the flow it was started in. */
  const flowOf = (reference: string | null): MercadopagoFlow =>
    reference?.startsWith('ORD') === true ? flows.orders : flows.preferences

  const query: PaymentsProvider['query'] = async (attempt, signal) => {
    // The start was not answered, so no buyer got the address of a page.
    if (attempt.providerRef === null)
      return { attemptId: attempt.id, eventKey: `query:${attempt.id}:none`, outcome: { kind: 'expired' } }
    return flowOf(attempt.providerRef).query(attempt, signal)
  }

  return {
    name,
    formOrigins: edges.url === undefined ? pages : [new URL(edges.url).origin],
    takes: (currency) => mercadopagoTakes(currency).currencies.includes(currency),
    supports: (money) => supportsAmount(money, mercadopagoTakes(money.currency)),
    start: (attempt, buyer, urls, signal) => flow.start(attempt, buyer, urls, signal),
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook: async (request, signal) => {
      if (!isFromMercadopago(config.webhookSecret, request)) return refuseWebhook(401)
      const about = topicOf(request)
      if (about === null) return refuseWebhook(400)
      const evidence = about.type === topic ? await flow.find(about.id, signal) : null
      return acceptWebhook(evidence === null ? [] : [evidence])
    },
    query,
    refund: (attempt, request, signal) => flowOf(attempt.providerRef).refund(attempt, request, signal),
    queryRefund: (attempt, _key, id, signal) => flowOf(attempt.providerRef).queryRefund(attempt, id, signal),
  }
}
