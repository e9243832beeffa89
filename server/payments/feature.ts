import { paymentsApi } from '@remis/domain/payments/payments-api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { followEvents } from './follow-events.ts'
import { getPayment } from './get-payment.ts'
import { getProviders } from './get-providers.ts'
import { payRoutes } from './pay-routes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { selectPayment } from './payment-store.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { makeRefund, sweepRefunds } from './refunds/make-refund.ts'
import { topUpWallet } from './top-up-wallet.ts'

type Deps = PaymentDeps & { readonly mountGateways: (fastify: FastifyInstance) => void }

export const payments: Feature<Deps> = {
  endpoints: serve<Deps, typeof paymentsApi>(paymentsApi, {
    providers: getProviders,
    get: getPayment,
    topUp: topUpWallet,
  }),
  relations: {
    payment: async (db, { id, who }) => {
      const payment = await selectPayment(db, id)
      if (payment === null) return []
      return [
        ...(payment.userId === who.id ? (['payer'] as const) : []),
        ...(who.role === 'admin' ? (['admin'] as const) : []),
      ]
    },
  },
  sweeps: (app) => ({
    'payments without an end': { everyMs: 15_000, run: () => reconcilePayments(app) },
    'refunds to be made': { everyMs: 15_000, run: () => sweepRefunds(app) },
  }),
  jobs: (app) => ({ refund: (payload) => makeRefund(app, (payload as { id: string }).id) }),
  consumers: () => ({ payments: followEvents }),
  mount: (fastify, app) => {
    payRoutes(fastify, app)
    app.mountGateways(fastify)
  },
}
