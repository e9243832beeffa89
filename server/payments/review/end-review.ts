import { AppError } from '@remis/domain/messages/app-error'
import { endsOfReview } from '@remis/domain/payments/payment-review'
import type { paymentsApi } from '@remis/domain/payments/payments-api'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { capturePayment, refundReviewed } from '../capture-payment.ts'
import { viewPayment } from '../get-payment.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { endByOffice, isEndOfRefund } from '../refunds/end-by-office.ts'
import { closeChargeback, findOtherWithMoney, selectPayment, updatePayment, type Payment } from '../payment-store.ts'
import { lockInOrder, prepareCapture } from '../settle-payment.ts'
import { factsOfReview } from './list-reviews.ts'
import { paymentsInReview } from './review-store.ts'

/** The gateway's id of the money: as reported, else as the admin read it at the gateway. */
const moneyId = async (tx: Tx, payment: Payment, reported: string, given: string | undefined): Promise<string> => {
  const id = reported === '' ? (given ?? '').trim() : reported
  if (id === '') throw new AppError(422, 'payment_id_missing', { fields: { paymentId: 'missing' } })
  if ((await findOtherWithMoney(tx, payment, id)) !== null)
    throw new AppError(409, 'payment_id_taken', { fields: { paymentId: 'taken' } })
  return id
}

/**
 * An admin ends the review of an attempt [design/payments-65], of a refund ([design/payments-101],
 * [design/payments-113]), or of a chargeback [design/payments-108]. Answers 409 if matching evidence has arrived or
 * another admin has ended it before.
 */
export const endReview: UseCase<PaymentDeps, typeof paymentsApi.endReview> = async (app, call) => {
  const { end, paymentId, refundId = null } = call.body
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reject_reason_missing', { fields: { reason: 'missing' } })
  const seen = await selectPayment(app.db.request, call.params.id)
  if (seen === null) throw new AppError(404, 'not_found')
  const prepared = await prepareCapture(app, seen)
  return call.commit(async (tx) => {
    const payment = await lockInOrder(tx, seen)
    await app.failpoint.at('end-review.locked')
    const row = await paymentsInReview(tx)
      .where('p.id', '=', payment.id)
      .where('p.refund_id', 'is not distinct from', refundId)
      .executeTakeFirst()
    if (row === undefined) throw new AppError(409, 'payment_not_in_review')
    const { settings } = prepared
    const facts = factsOfReview(row, { admin: call.who.id, production: app.config.mode === 'production', settings })
    if (end === 'credit' && facts.noCredit === 'own-ask') throw new AppError(409, 'credit_needs_other_admin')
    if (!endsOfReview(facts).includes(end)) throw new AppError(409, 'payment_review_refused')
    const reported = row.reported?.kind === 'paid' ? row.reported.providerPaymentId : ''
    if (isEndOfRefund(end) && refundId !== null) {
      const decision = { admin: { id: call.who.id, role: call.who.role }, address: call.address, end, reason }
      const isEnded = await endByOffice(app, tx, payment, refundId, { ...decision, settings })
      if (!isEnded) return { payment: await viewPayment(tx, payment.id) }
    } else if (end === 'close') await updatePayment(tx, payment.id, { status: 'FAILED' })
    else if (end === 'won' || end === 'lost') await closeChargeback(tx, payment.id, end)
    else {
      const providerPaymentId = await moneyId(tx, payment, reported, paymentId)
      if (end === 'accept') await capturePayment(app, tx, payment, providerPaymentId, prepared)
      else
        await refundReviewed(app, tx, payment, { amount: facts.reported?.amount ?? payment.amount, providerPaymentId })
    }
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: `payment.review-${end}`,
      subject: `payment:${payment.id}`,
      data: {
        reason,
        ...(paymentId === undefined ? {} : { paymentId }),
        ...(refundId === null ? {} : { refund: refundId }),
      },
    })
    await app.failpoint.at('end-review.before_commit')
    return { payment: await viewPayment(tx, payment.id) }
  })
}
