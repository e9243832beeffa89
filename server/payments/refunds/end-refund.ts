import { refundToCard, refundToWallet } from '@remis/domain/payments/payment-postings'
import { lockWalletRole } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import { post } from '../../wallet/post.ts'
import type { Verdict } from '../payment-event-store.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { lockPayment, updatePayment, type Payment } from '../payment-store.ts'
import { noteFailedRefund, reportUnpaid } from './failed-after-done.ts'
import { claimIfPaidTwice, factsOf } from './paid-twice.ts'
import { reportEnd } from './report-refund.ts'
import {
  clearRefusal,
  endRefund,
  findRefundByKey,
  leftToOffice,
  lockRefund,
  nameRefund,
  sumRefunded,
  type Refund,
} from './refund-store.ts'

/** Only open refunds end; a second call finds it done and writes nothing. */
const isOpen = ({ status }: Refund): boolean => status === 'asked' || status === 'pending'

export type End =
  | { readonly to: 'card'; readonly providerRefundId: string | null }
  | { readonly to: 'wallet' | 'office'; readonly why: string }

/**
 * The money is gone from the gateway ([design/payments-110]), or the payer has no wallet ([design/payments-106]): the
 * office decides whether it pays, and its admins are notified.
 */
const endUnpaid = async (app: PaymentDeps, tx: Tx, payment: Payment, refund: Refund, why: string): Promise<void> => {
  await post(tx, [refundToCard(factsOf(payment, refund))], { actorId: null, currency: refund.currency })
  await endRefund(tx, refund.id, { status: 'done', failure: `refused, ${leftToOffice}: ${why}`.slice(0, 200) })
  await noteRefunded(tx, payment)
  await reportUnpaid(app, tx, payment, refund, 'refund refused, and no wallet was credited')
}

const noteRefunded = async (tx: Tx, payment: Payment): Promise<void> => {
  const refunded = await sumRefunded(tx, payment.id)
  await updatePayment(tx, payment.id, { status: refunded === payment.amount ? 'REFUNDED' : 'PART_REFUNDED' })
}

/**
 * Ends a refund: to the card (`done`), or to the payer's wallet because the gateway finally rejected it, or because the
 * office says that it made none (`credited`); or it is left to the office. Writes ledger, refund and attempt in the
 * caller's transaction, which holds the attempt's lock. An ended refund stays as it is; one that the office ended as
 * made learns its id at the gateway.
 */
export const finishRefund = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refundId: string,
  end: End,
): Promise<void> => {
  const refund = await lockRefund(tx, refundId)
  if (!isOpen(refund)) {
    if (end.to !== 'card') return
    if (end.providerRefundId !== null) await nameRefund(tx, refundId, end.providerRefundId)
    if (await clearRefusal(tx, refundId)) return reportEnd(app, tx, payment, refund, true)
    return claimIfPaidTwice(app, tx, payment, refund)
  }
  if (end.to === 'office' || (end.to === 'wallet' && (await lockWalletRole(tx, payment.userId)) === null))
    return endUnpaid(app, tx, payment, refund, end.why)
  const back = factsOf(payment, refund)
  const posting = end.to === 'card' ? refundToCard(back) : refundToWallet(back, payment.userId)
  await post(tx, [posting], { actorId: null, currency: refund.currency })
  await endRefund(
    tx,
    refundId,
    end.to === 'card'
      ? { status: 'done', ...(end.providerRefundId === null ? {} : { providerRefundId: end.providerRefundId }) }
      : { status: 'credited', failure: end.why.slice(0, 200) },
  )
  await noteRefunded(tx, payment)
  await reportEnd(app, tx, payment, refund, end.to === 'card')
}

/** The key at the gateway, unique there because it begins with the payment's id [design/payments-27]. */
export const keyAtGateway = (paymentId: string, key: string): string => `${paymentId}-${key}`

const idLength = 28

/**
 * A refund reported by the gateway: ends the requested refund, or takes back its end where it failed later
 * ([design/payments-100], [design/payments-105]); one that was not requested here is audited for an admin
 * [design/payments-30].
 */
export const noteRefundEvidence = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  outcome: Extract<PaymentOutcome, { kind: 'refund' }>,
): Promise<Verdict> => {
  const key = outcome.refundKey ?? ''
  const known = await findRefundByKey(tx, key.slice(0, idLength), key.slice(idLength + 1))
  const { status, providerRefundId } = outcome
  const same = known !== null && known.amount === outcome.money.minor && known.currency === outcome.money.currency
  if (known !== null && same && status === 'done')
    await finishRefund(app, tx, await lockPayment(tx, known.paymentId), known.id, { to: 'card', providerRefundId })
  if (known !== null && same && status === 'failed')
    await noteFailedRefund(app, tx, {
      payment: await lockPayment(tx, known.paymentId),
      refund: known,
      providerRefundId,
    })
  if (known === null || !same) {
    app.log.error({ paymentId: payment.id, outcome }, 'unexpected refund from gateway')
    await addAudit(tx, {
      actor: 'system',
      action: 'payment.foreign-refund',
      subject: `payment:${payment.id}`,
      data: { ...outcome },
    })
  }
  return 'refund'
}
