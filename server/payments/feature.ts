import { bookingMoneyApi } from '@remis/domain/payments/booking-money-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { readBookingMoney } from './booking-money/read-booking-money.ts'
import { sweepPerGateway } from './reconcile/due-work.ts'
import { followEvents } from './follow-events.ts'
import { getPayment } from './get-payment.ts'
import { getProviders, listGateways } from './get-providers.ts'
import { payRoutes } from './pay-routes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { selectPayment } from './payment-store.ts'
import { reconcileAt } from './reconcile/reconcile-payments.ts'
import { makeRefund, makeRefundsAt } from './refunds/make-refund.ts'
import { endReview } from './review/end-review.ts'
import { listReviews } from './review/list-reviews.ts'
import { topUpWallet } from './top-up-wallet.ts'

type Deps = PaymentDeps & { readonly mountGateways: (fastify: FastifyInstance) => void }

export const payments: Feature<Deps> = {
  endpoints: [
    ...serve<Deps, typeof paymentsApi>(paymentsApi, {
      providers: getProviders,
      gateways: listGateways,
      get: getPayment,
      inReview: listReviews,
      endReview,
      topUp: topUpWallet,
    }),
    ...serve<Deps, typeof bookingMoneyApi>(bookingMoneyApi, { read: readBookingMoney }),
  ],
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
    ...sweepPerGateway(app, 'payments without an end', reconcileAt),
    ...sweepPerGateway(app, 'refunds to be made', makeRefundsAt),
  }),
  jobs: (app) => ({ refund: (payload) => makeRefund(app, (payload as { id: string }).id) }),
  consumers: () => ({ payments: { handle: followEvents } }),
  mount: (fastify, app) => {
    payRoutes(fastify, app)
    app.mountGateways(fastify)
  },
}
