import type { Minor } from '@remis/domain/kit/money'
import type { Tx } from '../platform/database/database.ts'
import { gatewayAttemptId, newAttemptId } from './attempt.ts'
import { findOtherWithMoney, insertPayment, updatePayment, type Payment } from './payment-store.ts'

/** Money that does not match its attempt gets its own payment row, so that it can be traced. */
export const insertOwnRow = async (
  tx: Tx,
  payment: Payment,
  money: { readonly amount: Minor; readonly providerPaymentId: string; readonly now: number },
): Promise<Payment> => {
  const { amount, providerPaymentId, now } = money
  const row = await insertPayment(tx, {
    id: newAttemptId(now),
    purpose: payment.purpose,
    orderId: payment.orderId,
    userId: payment.userId,
    provider: payment.provider,
    amount,
    currency: payment.currency,
    description: payment.description,
    returnKeyHash: payment.returnKeyHash,
    address: '',
    nextCheckAt: now,
  })
  await updatePayment(tx, row.id, {
    providerPaymentId,
    nextCheckAt: null,
    ...(payment.providerRef === null ? {} : { providerRef: payment.providerRef }),
    data: { ...payment.data, [gatewayAttemptId]: payment.id },
  })
  return row
}

/** The other row with this gateway payment, and whether it is money of this attempt that has its own row. */
export const findOtherMoney = async (
  tx: Tx,
  payment: Payment,
  providerPaymentId: string,
): Promise<{ readonly row: Payment; readonly own: boolean } | null> => {
  const row = await findOtherWithMoney(tx, payment, providerPaymentId)
  return row === null ? null : { row, own: row.data[gatewayAttemptId] === payment.id }
}
