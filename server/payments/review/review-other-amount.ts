import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { insertOwnRow, findOtherMoney } from '../own-row.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { listReviewedMoney, moveEventTo, type Verdict } from '../payment-event-store.ts'
import type { Payment } from '../payment-store.ts'
import { reviewPayment } from './review-payment.ts'

/**
 * Money of another amount or currency than the attempt's. An attempt that is paid keeps its state, so other money gets
 * its own row in review, with the evidence, once per gateway payment [design/payments-80].
 */
export const reviewOtherAmount = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { money, providerPaymentId }: Extract<PaymentOutcome, { kind: 'paid' }>,
  eventKey: string,
): Promise<Verdict> => {
  const other = providerPaymentId === '' ? null : await findOtherMoney(tx, payment, providerPaymentId)
  if (other?.own) return 'again'
  const isSecond =
    payment.use !== null && other === null && !['', payment.providerPaymentId].includes(providerPaymentId)
  return isSecond
    ? reviewInOwnRow(app, tx, payment, { money, providerPaymentId }, eventKey)
    : reviewPayment(app, tx, payment, { reason: 'amount_differs', detail: `${money.minor} ${money.currency}` })
}

/**
 * Keeps other money that was reported earlier in review, in a separate row, when the attempt's own money has arrived or
 * the office refunds the reported money. Money that was reported with `capturedId` or without an id is not other money
 * [design/payments-80].
 */
export const reviewEarlierAmounts = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  capturedId: string,
): Promise<void> => {
  if (payment.status !== 'REVIEW') return
  for (const { eventKey, outcome } of await listReviewedMoney(tx, payment.id)) {
    const { money, providerPaymentId } = outcome
    const fits = money.minor === payment.amount && money.currency === payment.currency
    if (fits || ['', capturedId].includes(providerPaymentId)) continue
    const other = await findOtherMoney(tx, payment, providerPaymentId)
    if (other === null) await reviewInOwnRow(app, tx, payment, outcome, eventKey)
    else if (other.own) await moveEventTo(tx, payment.provider, eventKey, other.row.id)
  }
}

const reviewInOwnRow = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { money, providerPaymentId }: Pick<Extract<PaymentOutcome, { kind: 'paid' }>, 'money' | 'providerPaymentId'>,
  eventKey: string,
): Promise<Verdict> => {
  // Money in another currency cannot be booked: the row keeps the amount of the attempt, and the evidence has the
  // reported one.
  const amount = money.currency === payment.currency && money.minor > 0 ? money.minor : payment.amount
  const row = await insertOwnRow(tx, payment, { amount, providerPaymentId, now: await nowMs(tx) })
  await moveEventTo(tx, payment.provider, eventKey, row.id)
  const detail = `${money.minor} ${money.currency} beside ${payment.id}`
  return reviewPayment(app, tx, row, { reason: 'second_money', detail })
}
