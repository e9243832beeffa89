import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Verdict } from '../payment-event-store.ts'
import { markChargedBack, type Payment } from '../payment-store.ts'
import { noticesForAdmins } from './notices-for-admins.ts'

/**
 * A chargeback of money that was captured: nothing is booked, since the office may win the dispute. It is audited,
 * every admin is notified and it waits in the list of reviews, once per attempt [design/payments-108].
 */
export const reviewChargeback = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { money, providerPaymentId }: Extract<PaymentOutcome, { kind: 'reversed' }>,
): Promise<Verdict> => {
  if (!(await markChargedBack(tx, payment.id))) return 'again'
  const params = { payment: payment.id, amount: toMajor(money.minor, exponentOf(money.currency)) }
  await app.notify(tx, await noticesForAdmins(tx, payment, { message: 'notice_payment_charged_back', params }))
  await addAudit(tx, {
    actor: 'system',
    action: 'payment.charged-back',
    subject: `payment:${payment.id}`,
    data: { amount: money.minor, currency: money.currency, paymentId: providerPaymentId },
  })
  app.log.error({ paymentId: payment.id, providerPaymentId }, 'payment was charged back')
  return 'review'
}
