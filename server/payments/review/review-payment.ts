import type { ReviewReason } from '@remis/domain/payments/payment-review'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Verdict } from '../payment-event-store.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { updatePayment, type Payment } from '../payment-store.ts'
import { noticesForAdmins } from './notices-for-admins.ts'
import { reportEarlierChargeback } from './review-chargeback.ts'

interface Why {
  readonly reason: ReviewReason
  /** for log and audit row */
  readonly detail?: string
}

/**
 * For evidence that does not match the attempt: no booking changes, and every admin is notified once
 * [design/payments-23].
 */
export const reviewPayment = async (app: PaymentDeps, tx: Tx, payment: Payment, why: Why): Promise<Verdict> => {
  app.log.error({ paymentId: payment.id, ...why }, 'payment needs review')
  if (payment.use === null) {
    await updatePayment(tx, payment.id, { status: 'REVIEW', failure: why.reason, nextCheckAt: null })
    await reportEarlierChargeback(app, tx, payment, payment.providerPaymentId ?? '')
  }
  if (payment.status !== 'REVIEW') {
    const params = { payment: payment.id, order: payment.orderId }
    await app.notify(tx, await noticesForAdmins(tx, payment, { message: 'notice_payment_review', params }))
  }
  await addAudit(tx, { actor: 'system', action: 'payment.review', subject: `payment:${payment.id}`, data: { ...why } })
  return 'review'
}
