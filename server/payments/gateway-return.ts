import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@remis/domain/messages/app-error'
import { paymentId as attemptId } from '@remis/domain/payments/payments-api'
import type { PaymentsProvider, RawRequest } from '../providers/payments/payments-provider.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { markCancelled, selectPayment, type Payment } from './payment-store.ts'
import { settlePayment } from './settle-payment.ts'
import { hashReturnKey } from './start-payment.ts'
import { toAttempt } from './attempt.ts'

/**
 * The attempt of a return, submit or cancel address. The random `k` of its start replaces the session, which a
 * cross-site POST does not carry [design/payments-16]. 404 for anything else.
 */
export const attemptAt = async (
  app: PaymentDeps,
  gateway: PaymentsProvider,
  paymentId: string,
  key: string | null,
): Promise<Payment> => {
  const payment = attemptId.safeParse(paymentId).success ? await selectPayment(app.db.request, paymentId) : null
  if (
    payment === null ||
    payment.provider !== gateway.name ||
    !timingSafeEqual(hashReturnKey(key ?? ''), payment.returnKeyHash)
  )
    throw new AppError(404, 'payment_link_invalid')
  return payment
}

/** Asks the gateway for the state of an attempt and settles it. On an error webhook or reconciliation do it. */
export const settleReturn = async (
  app: PaymentDeps,
  gateway: PaymentsProvider,
  payment: Payment,
  request: RawRequest,
): Promise<void> => {
  try {
    const signal = AbortSignal.timeout(app.config.limits.payments.gatewayMs)
    const evidence = await gateway.handleReturn(toAttempt(payment), request, signal)
    await app.failpoint.at('return.answered')
    await settlePayment(app, gateway.name, evidence, 'return')
  } catch (error) {
    app.log.warn({ err: error, paymentId: payment.id }, 'payment not settled on return')
  }
}

/** The buyer returned: asks the gateway and does not trust the address [design/payments-16]. */
export const handleReturn = async (
  app: PaymentDeps,
  gateway: PaymentsProvider,
  paymentId: string,
  request: RawRequest,
): Promise<void> =>
  settleReturn(app, gateway, await attemptAt(app, gateway, paymentId, request.query.get('k')), request)

/** The buyer left the gateway's page. Not final: another tab may still pay [design/payments-17]. */
export const handleCancel = async (
  app: PaymentDeps,
  gateway: PaymentsProvider,
  paymentId: string,
  key: string | null,
): Promise<void> => {
  const payment = await attemptAt(app, gateway, paymentId, key)
  await markCancelled(app.db.request, payment.id)
}
