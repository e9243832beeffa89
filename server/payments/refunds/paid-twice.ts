import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { refundPaidTwice, type RefundFacts } from '@remis/domain/payments/payment-postings'
import { listAdmins } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { post } from '../../wallet/post.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { markPaidTwice, type Refund } from './refund-store.ts'

export const factsOf = (payment: Payment, { amount, id: reference }: Refund): RefundFacts => ({
  bookingId: payment.purpose === 'booking' ? payment.orderId : null,
  holder: payment.orderId,
  provider: payment.provider,
  amount,
  reference,
})

/**
 * A gateway that refused a refund for good made it after all. The payer has the money twice, on the card and in the
 * wallet: it is posted as a debt, once, and payer and admins are notified [design/payments-64]. An old report of a
 * refund that failed later says nothing new.
 */
export const claimIfPaidTwice = async (app: PaymentDeps, tx: Tx, payment: Payment, refund: Refund): Promise<void> => {
  if (refund.status !== 'credited' || refund.failedAt !== null || !(await markPaidTwice(tx, refund.id))) return
  const { currency } = refund
  await post(tx, [refundPaidTwice(factsOf(payment, refund), payment.userId)], { actorId: null, currency })
  const amount = toMajor(refund.amount, exponentOf(currency))
  const bookingId = payment.purpose === 'booking' ? payment.orderId : null
  await app.notify(tx, [
    { user: payment.userId, message: 'notice_refunded_twice', params: { amount }, screen: 'wallet', bookingId },
    ...(await listAdmins(tx)).map((user) => ({
      user,
      message: 'notice_refund_claim' as const,
      params: { amount, payment: payment.id },
      screen: 'wallet' as const,
      bookingId,
    })),
  ])
  await addAudit(tx, {
    actor: 'system',
    action: 'refund.paid-twice',
    subject: `payment:${payment.id}`,
    data: { refund: refund.id, amount: refund.amount, currency },
  })
  app.log.error(
    { paymentId: payment.id, refundId: refund.id },
    'gateway made a refund that the wallet was credited for',
  )
}
