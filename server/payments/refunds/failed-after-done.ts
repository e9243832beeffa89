import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { refundFailed } from '@remis/domain/payments/payment-postings'
import type { Tx } from '../../platform/database/database.ts'
import { post } from '../../wallet/post.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { checkCreditOf } from './check-credit-of.ts'
import { factsOf, takeBackClaim } from './paid-twice.ts'
import { creditDone, leaveFailed, lockRefund, unmarkMade, type Refund } from './refund-store.ts'
import { reportRefund } from './report-refund.ts'

/**
 * Credits the payer's wallet with a refund that is posted as done ([design/payments-100], [design/payments-113]), or
 * takes back the debt of one that was paid twice [design/payments-115]. `failedRefundId`: of the refund that failed;
 * null: it was refused, or is known already.
 */
export const postCredit = async (
  tx: Tx,
  payment: Payment,
  refund: Refund,
  by: { readonly failedRefundId: string | null; readonly actorId: string | null },
): Promise<void> => {
  if (refund.status === 'credited') return takeBackClaim(tx, payment, refund, by)
  await creditDone(tx, refund.id, by.failedRefundId)
  const posting = refundFailed(factsOf(payment, refund), payment.userId)
  await post(tx, [posting], { actorId: by.actorId, currency: refund.currency })
}

/** Admins are notified of a refund that is left to them [design/payments-113]. */
export const reportUnpaid = (app: PaymentDeps, tx: Tx, payment: Payment, refund: Refund, log: string): Promise<void> =>
  reportRefund(app, tx, payment, refund, {
    payer: null,
    admins: 'notice_refund_failed_unpaid',
    action: 'refund.failed-unpaid',
    log,
  })

/**
 * Handles a failed refund to the card. If it was done before, its money is back at the gateway: credits the payer's
 * wallet once, or leaves it to the office [design/payments-105]. If the gateway had made it late, restores the state
 * before that ([design/payments-115], [design/payments-116]). A gateway may try a refund several times: ignores
 * failures of tries other than the successful one, if its id is stored.
 */
export const noteFailedRefund = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { id, providerRefundId }: { readonly id: string; readonly providerRefundId: string },
): Promise<void> => {
  const refund = await lockRefund(tx, id)
  // A failure does not change a refund that waits for the office or was settled by it [design/payments-114].
  if (refund.officeState !== null) return
  const isPaidTwice = refund.status === 'credited' && refund.paidTwiceRefundId !== null
  if (refund.status !== 'done' && !isPaidTwice) return
  const made = isPaidTwice ? refund.paidTwiceRefundId : refund.providerRefundId
  if (made !== null && made !== providerRefundId) return
  if (refund.settledAt !== null) {
    await unmarkMade(tx, id, providerRefundId)
    return reportLateFailure(app, tx, payment, refund, null)
  }
  if (made === null || (await checkCreditOf(tx, payment)) !== null) {
    await leaveFailed(tx, id, providerRefundId)
    return reportUnpaid(app, tx, payment, refund, 'refund failed after it was done, and no wallet was credited')
  }
  await postCredit(tx, payment, refund, { failedRefundId: providerRefundId, actorId: null })
  if (isPaidTwice) return reportLateFailure(app, tx, payment, refund, 'notice_refund_debt_ended')
  await reportRefund(app, tx, payment, refund, {
    payer: 'notice_refund_credited',
    admins: 'notice_refund_failed',
    action: 'refund.failed',
    log: 'refund failed after it was done',
  })
}

const reportLateFailure = (app: PaymentDeps, tx: Tx, payment: Payment, refund: Refund, payer: NoticeKey | null) =>
  reportRefund(app, tx, payment, refund, {
    payer,
    admins: 'notice_refund_late_failed',
    action: 'refund.late-failed',
    log: 'refund that the gateway made late failed',
  })
