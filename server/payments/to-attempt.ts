import type { Attempt } from '../providers/payments/payments-provider.ts'
import type { Payment } from './payment-store.ts'

/** A second capture of one attempt has its own row; the gateway knows it by the first one's id. */
export const gatewayAttemptId = 'gatewayAttempt'

/** The attempt as its gateway knows it. */
export const toAttempt = (payment: Payment): Attempt => ({
  id: payment.data[gatewayAttemptId] ?? payment.id,
  purpose: payment.purpose,
  money: { minor: payment.amount, currency: payment.currency },
  description: payment.description,
  createdAt: payment.createdAt,
  providerRef: payment.providerRef,
  providerPaymentId: payment.providerPaymentId,
  data: payment.data,
})
