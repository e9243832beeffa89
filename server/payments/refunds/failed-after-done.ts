import { refundFailed } from '@remis/domain/payments/payment-postings'
import { lockWalletRole } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { post } from '../../wallet/post.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { factsOf } from './paid-twice.ts'
import { markFailed, markLeftToOffice, type Refund } from './refund-store.ts'
import { reportRefund } from './report-refund.ts'

/** The gateway reports that its refund with this id failed. */
interface Failure {
  readonly payment: Payment
  readonly refund: Refund
  readonly providerRefundId: string
}

/** The payer's wallet is credited, once, and payer and admins are notified [design/payments-100]. */
const creditPayer = async (app: PaymentDeps, tx: Tx, { payment, refund }: Failure): Promise<void> => {
  if (!(await markFailed(tx, refund.id))) return
  const { currency } = refund
  await post(tx, [refundFailed(factsOf(payment, refund), payment.userId)], { actorId: null, currency })
  await reportRefund(app, tx, payment, refund, {
    payer: 'notice_refund_credited',
    admins: 'notice_refund_failed',
    action: 'refund.failed',
    log: 'refund failed after it was done',
  })
}

/** Admins are notified of a refund that they have to pay by hand. */
export const reportUnpaid = (app: PaymentDeps, tx: Tx, payment: Payment, refund: Refund, log: string): Promise<void> =>
  reportRefund(app, tx, payment, refund, {
    payer: null,
    admins: 'notice_refund_failed_unpaid',
    action: 'refund.failed-unpaid',
    log,
  })

/** The office pays, since no wallet may be credited. Admins are notified once [design/payments-105]. */
const leaveToOffice = async (
  app: PaymentDeps,
  tx: Tx,
  { payment, refund, providerRefundId }: Failure,
): Promise<void> => {
  if (!(await markLeftToOffice(tx, refund.id, providerRefundId))) return
  await reportUnpaid(app, tx, payment, refund, 'refund failed after it was done, and no wallet was credited')
}

/**
 * The gateway says that a refund to the card failed. Where it was done before, its money is at the gateway again. A
 * gateway may make a refund in several tries: failures of other attempts than the successful one are ignored.
 * Without an id it is not known which one this is.
 */
export const noteFailedRefund = async (app: PaymentDeps, tx: Tx, failure: Failure): Promise<void> => {
  const { payment, refund, providerRefundId } = failure
  if (refund.providerRefundId === null) return leaveToOffice(app, tx, failure)
  if (refund.providerRefundId !== providerRefundId) return
  // An account may be erased after its last refund was done. Of a chargeback the bank may give the money back.
  const mayCredit = payment.chargedBackAt === null && (await lockWalletRole(tx, payment.userId)) !== null
  await (mayCredit ? creditPayer : leaveToOffice)(app, tx, failure)
}
