import { refundToCard, refundToWallet } from '@remis/domain/payments/payment-postings'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import { post } from '../../wallet/post.ts'
import type { Verdict } from '../payment-event-store.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { lockPayment, updatePayment, type Payment } from '../payment-store.ts'
import { checkCreditOf } from './check-credit-of.ts'
import { noteFailedRefund, reportUnpaid } from './failed-after-done.ts'
import { claimPaidTwice, factsOf } from './paid-twice.ts'
import { reportEnd, reportRefund, showRefund } from './report-refund.ts'
import {
  endRefund,
  findRefundByKey,
  lockRefund,
  markMade,
  nameRefund,
  sumRefunded,
  type Refund,
} from './refund-store.ts'

/** Only open refunds can be ended. */
const isOpen = ({ status }: Refund): boolean => status === 'asked' || status === 'pending'

/** `outside`: an admin says that the gateway made none and that it is settled outside Remis [design/payments-101]. */
export type End =
  | { readonly to: 'card'; readonly providerRefundId: string | null }
  | { readonly to: 'wallet' | 'office'; readonly why: string }
  | { readonly to: 'outside' }

const noteRefunded = async (tx: Tx, payment: Payment): Promise<void> => {
  const refunded = await sumRefunded(tx, payment.id)
  await updatePayment(tx, payment.id, { status: refunded === payment.amount ? 'REFUNDED' : 'PART_REFUNDED' })
}

/** Handles a report that an ended refund was made ([design/payments-64], [design/payments-114]). */
const noteMade = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refund: Refund,
  providerRefundId: string | null,
): Promise<void> => {
  // An outdated report: this refund failed later.
  if (providerRefundId === null || providerRefundId === refund.failedRefundId) return
  if (refund.officeState === null)
    return refund.status === 'credited'
      ? claimPaidTwice(app, tx, payment, refund, providerRefundId)
      : nameRefund(tx, refund.id, providerRefundId)
  await markMade(tx, refund, providerRefundId)
  if (refund.officeState === 'left') return reportEnd(app, tx, payment, refund, true)
  await reportRefund(app, tx, payment, refund, {
    payer: 'notice_refunded',
    admins: 'notice_refund_made_late',
    action: 'refund.made-late',
    log: 'gateway made a refund that the office had settled',
  })
}

/**
 * Stores the gateway's id of an accepted refund. If the office ended the refund during the call, audits that and
 * notifies the admins instead, since the gateway is not asked again [design/payments-117]; `noteMade` posts the refund
 * if the gateway reports it as made.
 */
export const noteAccepted = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refundId: string,
  providerRefundId: string,
): Promise<void> => {
  const refund = await lockRefund(tx, refundId)
  const isCredited = refund.status === 'credited' && refund.paidTwiceRefundId === null
  if (!isCredited && refund.officeState !== 'settled') return nameRefund(tx, refundId, providerRefundId)
  await reportRefund(app, tx, payment, refund, {
    payer: null,
    admins: 'notice_refund_accepted_late',
    action: 'refund.accepted-late',
    log: 'gateway accepted a refund that the office had ended',
  })
}

/**
 * Ends a refund: to the card (`done`), to the payer's wallet (`credited`), outside Remis, or by leaving it to the
 * office, also if the wallet may not be credited [design/payments-111]. Writes ledger, refund and attempt in the
 * caller's transaction, which holds the attempt's lock.
 */
export const finishRefund = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refundId: string,
  end: End,
): Promise<void> => {
  const refund = await lockRefund(tx, refundId)
  if (!isOpen(refund)) return end.to === 'card' ? noteMade(app, tx, payment, refund, end.providerRefundId) : undefined
  const facts = factsOf(payment, refund)
  const isCredit = end.to === 'wallet' && (await checkCreditOf(tx, payment)) === null
  const posting = isCredit ? refundToWallet(facts, payment.userId) : refundToCard(facts)
  await post(tx, [posting], { actorId: null, currency: refund.currency })
  await endRefund(tx, refundId, endedAs(end, isCredit))
  await noteRefunded(tx, payment)
  if (end.to === 'outside') return showRefund(tx, payment)
  if (isCredit || end.to === 'card') return reportEnd(app, tx, payment, refund, !isCredit)
  await reportUnpaid(app, tx, payment, refund, 'refund refused, and no wallet was credited')
}

const endedAs = (end: End, isCredit: boolean): Parameters<typeof endRefund>[2] => {
  switch (end.to) {
    case 'card':
      return { status: 'done', ...(end.providerRefundId === null ? {} : { providerRefundId: end.providerRefundId }) }
    case 'outside':
      return { status: 'done', by: 'settled_at' }
    case 'wallet':
    case 'office': {
      const failure = end.why.slice(0, 200)
      return isCredit ? { status: 'credited', failure } : { status: 'done', failure, by: 'left_at' }
    }
  }
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
    await noteFailedRefund(app, tx, await lockPayment(tx, known.paymentId), { id: known.id, providerRefundId })
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
