import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, type Minor } from '@remis/domain/kit/money'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { strayCapture } from '@remis/domain/payments/payment-postings'
import { capture, topUp } from '@remis/domain/wallet/postings'
import { applyCardPayment, type Prepared } from '../booking/moves/apply-card-payment.ts'
import { lockWalletRole } from '../people/find-person.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { post } from '../wallet/post.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { insertOwnRow, findOtherMoney } from './own-row.ts'
import { wasReported, type Verdict } from './payment-event-store.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { bookingOf, updatePayment, type Payment } from './payment-store.ts'
import { reportEarlierChargeback } from './review/review-chargeback.ts'
import { reviewEarlierAmounts } from './review/review-other-amount.ts'
import { reviewPayment } from './review/review-payment.ts'
import { lockTopUp, markTopUpPaid } from './top-up-store.ts'

const notifyPayer = (app: PaymentDeps, tx: Tx, payment: Payment, message: NoticeKey): Promise<void> =>
  app.notify(tx, [
    {
      user: payment.userId,
      message,
      params: { amount: toMajor(payment.amount, exponentOf(payment.currency)) },
      screen: payment.purpose === 'booking' ? 'BookedCab' : 'wallet',
      bookingId: bookingOf(payment),
    },
  ])

/** Applies the money to its order; false where the order no longer takes a payment. */
const applyMoney = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  prepared: Prepared,
  now: number,
): Promise<boolean> => {
  const { orderId, amount, currency, provider, id: reference } = payment
  if (payment.purpose === 'booking')
    return applyCardPayment(app, tx, { bookingId: orderId, captured: amount, gateway: provider, reference }, prepared)
  const order = await lockTopUp(tx, orderId)
  if (order === null || order.paidAt !== null) return false
  // An account may be erased, or lose its wallet by a change of role, before the money arrives [design/payments-106].
  if ((await lockWalletRole(tx, order.userId)) === null) return false
  await post(tx, [topUp(order.userId, provider, amount, reference)], { actorId: order.userId, currency, at: now })
  await markTopUpPaid(tx, orderId, now)
  await notifyPayer(app, tx, payment, 'notice_topped_up')
  return true
}

/** Captures money that has no use and requests its refund in the same commit [design/payments-24]. */
const refundUnused = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { now, notice }: { readonly now: number; readonly notice: NoticeKey },
): Promise<void> => {
  const { orderId, amount, currency, provider, id } = payment
  const held =
    payment.purpose === 'booking' ? capture(orderId, provider, amount, id) : strayCapture(orderId, provider, amount, id)
  await post(tx, [held], { actorId: null, currency, at: now })
  await requestRefund(tx, payment, { key: 'unapplied', amount, reason: 'nothing was due' })
  await notifyPayer(app, tx, payment, notice)
}

const late: NoticeKey = 'notice_late_payment'

/** Captures money that does not match its attempt in its own payment row, and refunds it. */
const refundInOwnRow = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  money: {
    readonly amount: Minor
    readonly providerPaymentId: string
    readonly now: number
    readonly notice: NoticeKey
  },
): Promise<Payment> => {
  const { now, notice } = money
  const row = await insertOwnRow(tx, payment, money)
  await updatePayment(tx, row.id, { status: 'PAID', use: 'unapplied', paidAt: now })
  await refundUnused(app, tx, row, { now, notice })
  return row
}

/** An attempt was charged twice: the second money is refunded [design/payments-25]. */
const refundSecondMoney = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  providerPaymentId: string,
  now: number,
): Promise<void> => {
  const row = await refundInOwnRow(app, tx, payment, { amount: payment.amount, providerPaymentId, now, notice: late })
  app.log.error({ paymentId: payment.id, second: row.id }, 'attempt charged twice, refunding the second charge')
  await addAudit(tx, {
    actor: 'system',
    action: 'payment.second-money',
    subject: `payment:${payment.id}`,
    data: { second: row.id },
  })
}

/**
 * The payment id that an admin entered was wrong; uses the id from the first evidence of the attempt's amount
 * [design/payments-81].
 */
const correctPaymentId = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  providerPaymentId: string,
): Promise<void> => {
  await updatePayment(tx, payment.id, { providerPaymentId })
  app.log.warn({ paymentId: payment.id }, 'replaced the payment id that an admin entered with the reported one')
  await addAudit(tx, {
    actor: 'system',
    action: 'payment.id-corrected',
    subject: `payment:${payment.id}`,
    data: { from: payment.providerPaymentId, to: providerPaymentId },
  })
}

/**
 * The office refunds the money of an attempt in review: in the attempt's own row when it is the attempt's amount, else
 * in a row with the amount that the gateway has. Other money that was reported before stays in review.
 */
export const refundReviewed = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  money: { readonly amount: Minor; readonly providerPaymentId: string },
): Promise<void> => {
  await reviewEarlierAmounts(app, tx, payment, money.providerPaymentId)
  const now = await nowMs(tx)
  const notice: NoticeKey = 'notice_review_refunded'
  if (money.amount !== payment.amount) {
    await refundInOwnRow(app, tx, payment, { ...money, now, notice })
    await updatePayment(tx, payment.id, { status: 'FAILED' })
    return
  }
  const { providerPaymentId } = money
  await updatePayment(tx, payment.id, { status: 'PAID', use: 'unapplied', providerPaymentId, paidAt: now })
  await refundUnused(app, tx, payment, { now, notice })
}

/**
 * Verified money of exactly the requested amount. Each gateway payment counts once [invariants-M7]: repeated evidence
 * changes nothing, another payment of the same attempt is refunded. Where only an admin named the gateway's payment,
 * the first evidence is about that money.
 */
export const capturePayment = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  providerPaymentId: string,
  prepared: Prepared,
): Promise<Verdict> => {
  if (payment.providerPaymentId === providerPaymentId && payment.use !== null) return 'again'
  const other = await findOtherMoney(tx, payment, providerPaymentId)
  if (other !== null)
    return other.own ? 'again' : reviewPayment(app, tx, payment, { reason: 'money_of_other', detail: other.row.id })
  if (payment.use !== null && !(await wasReported(tx, payment))) {
    await correctPaymentId(app, tx, payment, providerPaymentId)
    return 'paid'
  }
  const now = await nowMs(tx)
  if (payment.use !== null) {
    await refundSecondMoney(app, tx, payment, providerPaymentId, now)
    return 'paid'
  }
  await reviewEarlierAmounts(app, tx, payment, providerPaymentId)
  const used = await applyMoney(app, tx, payment, prepared, now)
  await updatePayment(tx, payment.id, {
    status: 'PAID',
    use: used ? 'applied' : 'unapplied',
    providerPaymentId,
    paidAt: now,
    failure: null,
    nextCheckAt: null,
  })
  if (!used) await refundUnused(app, tx, payment, { now, notice: late })
  await reportEarlierChargeback(app, tx, payment, providerPaymentId)
  return 'paid'
}
