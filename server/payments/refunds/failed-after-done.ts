import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { refundFailed } from '@remis/domain/payments/payment-postings'
import { listAdmins } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { post } from '../../wallet/post.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { factsOf } from './paid-twice.ts'
import { markFailed, type Refund } from './refund-store.ts'

/**
 * A refund to the card that was done failed later, and its money is at the gateway again: the payer's wallet is
 * credited, once, and payer and admins are notified [design/payments-100].
 */
export const creditFailedRefund = async (app: PaymentDeps, tx: Tx, payment: Payment, refund: Refund): Promise<void> => {
  if (!(await markFailed(tx, refund.id))) return
  const { currency } = refund
  await post(tx, [refundFailed(factsOf(payment, refund), payment.userId)], { actorId: null, currency })
  const amount = toMajor(refund.amount, exponentOf(currency))
  const bookingId = payment.purpose === 'booking' ? payment.orderId : null
  await app.notify(tx, [
    { user: payment.userId, message: 'notice_refund_credited', params: { amount }, screen: 'wallet', bookingId },
    ...(await listAdmins(tx)).map((user) => ({
      user,
      message: 'notice_refund_failed' as const,
      params: { amount, payment: payment.id },
      screen: 'wallet' as const,
      bookingId,
    })),
  ])
  await addAudit(tx, {
    actor: 'system',
    action: 'refund.failed',
    subject: `payment:${payment.id}`,
    data: { refund: refund.id, amount: refund.amount, currency },
  })
  app.log.error({ paymentId: payment.id, refundId: refund.id }, 'refund failed after it was done')
}
