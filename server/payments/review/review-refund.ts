import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { markOfficeTold, type Refund } from '../refunds/refund-store.ts'
import { reportRefund } from '../refunds/report-refund.ts'

/**
 * The gateway has been silent about a refund for too long, so the office decides; it is asked on. Every admin is
 * notified once per silence [design/payments-101].
 */
export const reviewSilentRefund = (app: PaymentDeps, payment: Payment, refund: Refund): Promise<void> =>
  app.db.transact(async (tx) => {
    if (!(await markOfficeTold(tx, refund.id))) return
    await reportRefund(app, tx, payment, refund, {
      payer: null,
      admins: 'notice_refund_silent',
      action: 'refund.no-answer',
      log: 'refund needs review: the gateway does not answer',
    })
  })
