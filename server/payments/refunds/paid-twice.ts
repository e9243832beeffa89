import { paidTwiceFailed, refundPaidTwice, type RefundFacts } from '@remis/domain/payments/payment-postings'
import type { Tx } from '../../platform/database/database.ts'
import { lockDebtOfRefund } from '../../wallet/debts/lock-debt-of-refund.ts'
import { post } from '../../wallet/post.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { bookingOf, type Payment } from '../payment-store.ts'
import { markPaidTwice, unmarkPaidTwice, type Refund } from './refund-store.ts'
import { reportRefund } from './report-refund.ts'

export const factsOf = (payment: Payment, { amount, id: reference }: Refund): RefundFacts => ({
  bookingId: bookingOf(payment),
  holder: payment.orderId,
  provider: payment.provider,
  amount,
  reference,
})

/**
 * The gateway made a refund that it had finally rejected. The payer has the money twice, on the card and in the
 * wallet: it is posted as a debt, once, and payer and admins are notified [design/payments-64].
 */
export const claimPaidTwice = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refund: Refund,
  providerRefundId: string,
): Promise<void> => {
  if (!(await markPaidTwice(tx, refund.id, providerRefundId))) return
  const { currency } = refund
  await post(tx, [refundPaidTwice(factsOf(payment, refund), payment.userId)], { actorId: null, currency })
  await reportRefund(app, tx, payment, refund, {
    payer: 'notice_refunded_twice',
    admins: 'notice_refund_claim',
    action: 'refund.paid-twice',
    log: 'gateway made a refund that the wallet was credited for',
  })
}

/** Takes the debt of `claimPaidTwice` back, since that refund failed [design/payments-115]. */
export const takeBackClaim = async (
  tx: Tx,
  payment: Payment,
  refund: Refund,
  by: { readonly failedRefundId: string | null; readonly actorId: string | null },
): Promise<void> => {
  await unmarkPaidTwice(tx, refund.id, by.failedRefundId)
  const debt = await lockDebtOfRefund(tx, payment.userId, refund.id)
  const postings = paidTwiceFailed(factsOf(payment, refund), payment.userId, debt)
  await post(tx, postings, { actorId: by.actorId, currency: refund.currency })
}
