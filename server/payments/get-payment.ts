import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { paymentStateOf } from '@remis/domain/payments/payment-status'
import type { paymentsApi, PaymentView } from '@remis/domain/payments/payments-api'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { findOrder } from './find-order.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { selectPayment } from './payment-store.ts'
import { sumRefunded } from './refunds/refund-store.ts'

/** The state of an attempt, for its payer and for admins; the status page polls it while it waits. */
export const getPayment: UseCase<PaymentDeps, typeof paymentsApi.get> = async (app, { params }) => ({
  payment: await viewPayment(app.db.request, params.id),
})

export const viewPayment = async (db: Kysely<Tables>, id: string): Promise<PaymentView> => {
  const payment = await selectPayment(db, id)
  if (payment === null) throw new AppError(404, 'not_found')
  const order = await findOrder(db, payment.orderId)
  const major = (minor: number) => toMajor(minor, exponentOf(payment.currency))
  return {
    id: payment.id,
    purpose: payment.purpose,
    orderId: payment.orderId,
    provider: payment.provider,
    amount: major(payment.amount),
    currency: payment.currency,
    status: payment.status,
    state: paymentStateOf(payment.status, payment.use),
    payable: order !== null && order.payable > 0,
    bookingStatus: order?.bookingStatus ?? null,
    refunded: major(await sumRefunded(db, payment.id)),
    createdAt: payment.createdAt,
    paidAt: payment.paidAt,
  }
}
