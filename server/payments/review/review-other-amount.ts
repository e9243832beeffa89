import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { insertOwnRow, findOtherMoney } from '../own-row.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { moveEventTo, type Verdict } from '../payment-event-store.ts'
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
  const detail = `${money.minor} ${money.currency}`
  const other = providerPaymentId === '' ? null : await findOtherMoney(tx, payment, providerPaymentId)
  if (other?.own) return 'again'
  const isSecond =
    payment.use !== null && other === null && !['', payment.providerPaymentId].includes(providerPaymentId)
  if (!isSecond) return reviewPayment(app, tx, payment, { reason: 'amount_differs', detail })
  // Money in another currency cannot be booked: the row keeps the amount of the attempt, and the evidence says more.
  const amount = money.currency === payment.currency && money.minor > 0 ? money.minor : payment.amount
  const row = await insertOwnRow(tx, payment, { amount, providerPaymentId, now: await nowMs(tx) })
  await moveEventTo(tx, payment.provider, eventKey, row.id)
  return reviewPayment(app, tx, row, { reason: 'second_money', detail: `${detail} beside ${payment.id}` })
}
