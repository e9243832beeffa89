import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { amount, freeText, text, uuid } from '../kit/schema.ts'
import { statuses } from '../booking/statuses.ts'
import { noCredits, reviewEnds, reviewReasons } from './payment-review.ts'
import { paymentStatuses } from './payment-status.ts'
import { paymentsRoutes, reviewSorts } from './payments-routes.ts'

/** The id of a payment attempt: 'RP' and a ULID, accepted by every gateway [design/payments-6]. */
export const paymentId = z.string().regex(/^RP[0-9A-HJKMNP-TV-Z]{26}$/)

/** An attempt as its payer sees it; amounts in major units. */
export const paymentView = z.object({
  id: z.string(),
  purpose: z.enum(['booking', 'wallet_topup']),
  /** the booking's or the top-up's id: `order_id` of the pay form */
  orderId: z.string(),
  provider: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  /** the state that the status page shows */
  state: z.enum(['waiting', 'paid', 'failed', 'cancelled', 'expired', 'given-back', 'review']),
  /** whether another attempt may still pay the order */
  payable: z.boolean(),
  bookingStatus: z.enum(statuses).nullable(),
  /** refunded so far, to the card or to the wallet */
  refunded: z.number(),
  createdAt: z.number(),
  paidAt: z.number().nullable(),
})
export type PaymentView = z.output<typeof paymentView>

/** An attempt, a refund or a chargeback of it, that waits for a person; amounts in major units. */
export const reviewView = z.object({
  id: z.string(),
  /** null: the attempt itself waits */
  refundId: z.string().nullable(),
  purpose: z.enum(['booking', 'wallet_topup']),
  orderId: z.string(),
  payer: z.string(),
  provider: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.enum(reviewReasons),
  /** the gateway's word for the refusal of a refund */
  refusal: z.string().nullable(),
  /** why this admin cannot credit the wallet with a refund */
  noCredit: z.enum(noCredits).nullable(),
  /** the admin who asked to credit the wallet; a second one decides */
  creditAskedBy: z.string().nullable(),
  /** the money that the gateway reported */
  reported: z.object({ amount: z.number(), currency: z.string(), paymentId: z.string() }).nullable(),
  /** how it may end */
  ends: z.array(z.enum(reviewEnds)),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type ReviewView = z.output<typeof reviewView>

export const topUpView = z.object({
  /** `order_id` of the pay form */
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  createdAt: z.number(),
  paidAt: z.number().nullable(),
})

export const paymentsApi = {
  providers: endpoint(paymentsRoutes.providers, {
    summary: 'The card payment providers that are set up and take the currency',
    relation: 'none',
    rate: 'read',
    legacyError: true,
    reply: z.array(z.object({ name: z.string(), link: z.string() })),
  }),
  gateways: endpoint(paymentsRoutes.gateways, {
    summary: 'The card gateways that are set up, with the address for their webhooks',
    relation: 'by-role',
    rate: 'read',
    reply: z.object({
      gateways: z.array(
        z.object({
          name: z.string(),
          /** whether it takes the currency of the settings; otherwise it is not offered */
          takesCurrency: z.boolean(),
          /** the address that is entered at the gateway; null: it sends no webhooks */
          webhook: z.string().nullable(),
        }),
      ),
    }),
  }),
  get: endpoint(paymentsRoutes.get, {
    summary: 'The state of a payment attempt; the status page polls it until it is no longer waiting',
    relation: { object: 'payment', allow: ['payer', 'admin'] },
    rate: 'read',
    params: z.strictObject({ id: paymentId }),
    reply: z.object({ payment: paymentView }),
  }),
  inReview: endpoint(paymentsRoutes.inReview, {
    summary: 'The payment attempts, refunds and chargebacks that wait for a person, with what the gateway reported',
    relation: 'none',
    rate: 'read',
    query: listQuery(reviewSorts, {}),
    reply: page(reviewView),
  }),
  endReview: endpoint(paymentsRoutes.endReview, {
    summary:
      'Ends a review with a reason: accepts the money, refunds it, or closes the attempt; of a refund, says whether it was made, credits the wallet or says that it was settled outside; of a chargeback, says who won; audited',
    relation: { object: 'payment', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params: z.strictObject({ id: paymentId }),
    body: z.strictObject({
      end: z.enum(reviewEnds),
      reason: freeText(300),
      /** the gateway's id of the money, where it reported none */
      paymentId: text(200).optional(),
      /** where a refund of the attempt waits */
      refundId: uuid.optional(),
    }),
    reply: z.object({ payment: paymentView }),
  }),
  topUp: endpoint(paymentsRoutes.topUp, {
    summary: 'Creates an order to add money to the wallet by card',
    relation: 'self',
    rate: 'write',
    body: z.strictObject({ amount }),
    reply: z.object({ topUp: topUpView }),
  }),
}
