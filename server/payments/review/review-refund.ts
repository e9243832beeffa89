import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { listAdmins } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { markOfficeTold, type Refund } from '../refunds/refund-store.ts'

/**
 * The gateway has been silent about a refund for too long, so the office decides; it is asked on. Every admin is
 * notified once per silence [design/payments-101].
 */
export const reviewSilentRefund = (app: PaymentDeps, payment: Payment, refund: Refund): Promise<void> =>
  app.db.transact(async (tx) => {
    if (!(await markOfficeTold(tx, refund.id))) return
    const { amount, currency, id } = refund
    app.log.error({ paymentId: payment.id, refundId: id }, 'refund needs review: the gateway does not answer')
    const params = { payment: payment.id, amount: toMajor(amount, exponentOf(currency)) }
    const bookingId = payment.purpose === 'booking' ? payment.orderId : null
    const admins = await listAdmins(tx)
    await app.notify(
      tx,
      admins.map((user) => ({ user, message: 'notice_refund_silent', params, screen: 'wallet', bookingId })),
    )
    await addAudit(tx, {
      actor: 'system',
      action: 'refund.no-answer',
      subject: `payment:${payment.id}`,
      data: { refund: id, amount, currency },
    })
  })
