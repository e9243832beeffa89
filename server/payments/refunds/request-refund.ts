import type { Minor } from '@remis/domain/kit/money'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { lockAppliedTo, type Payment } from '../payment-store.ts'
import { insertRefund } from './refund-store.ts'

/**
 * Requests a refund in the transaction that makes it due; the event stream turns it into a job. A repeated key requests
 * nothing.
 */
export const requestRefund = async (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'currency'>,
  request: { readonly key: string; readonly amount: Minor; readonly reason: string },
): Promise<void> => {
  const { id: paymentId, currency } = payment
  const refund = await insertRefund(tx, { paymentId, currency, ...request })
  if (refund !== null) await addToOutbox(tx, { kind: 'refund', subject: refund.id, audience: [] })
}

/** Requests the refund of a part of a booking's captured card payment, for its moves. */
export const requestRefundOfBooking = async (
  tx: Tx,
  request: { readonly bookingId: string; readonly key: string; readonly amount: Minor; readonly reason: string },
): Promise<void> => {
  const payment = await lockAppliedTo(tx, request.bookingId)
  if (payment === null) throw new Error(`booking ${request.bookingId} asks for a refund and has no card payment`)
  await requestRefund(tx, payment, request)
}
