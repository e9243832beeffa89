import { AppError } from '@remis/domain/messages/app-error'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { PayPage, PaymentsProvider, RawRequest, Urls } from '../../providers/payments/payments-provider.ts'
import { toAttempt } from '../attempt.ts'
import { lockOrder } from '../find-order.ts'
import { attemptAt, settleReturn } from '../gateway-return.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { markNotSubmitted, markSubmitting, type Payment } from '../payment-store.ts'
import { settlePayment } from '../settle-payment.ts'
import { buyerOf, urlsOf } from '../start-payment.ts'

export interface SubmitRequest {
  readonly gateway: PaymentsProvider
  readonly paymentId: string
  readonly request: RawRequest
  /** the origin of the page in the payer's browser */
  readonly origin: string
}

/** A further step of the payer. */
export interface NextPage {
  readonly payment: Payment
  readonly urls: Urls
  readonly page: PayPage
}

/**
 * True for one submission of an attempt whose order is still due with exactly its amount. Committed before the gateway
 * is asked, so that neither a second tab nor a crash can charge twice [design/payments-91].
 */
const mayCharge = (app: PaymentDeps, { id, orderId, amount, currency }: Payment): Promise<boolean> =>
  app.db.transact(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.payable !== amount || order.currency !== currency) return false
    return markSubmitting(tx, id, (await nowMs(tx)) + (app.config.limits.payments.checkMinutes[0] ?? 2) * 60_000)
  })

/**
 * The payer's page sent its form. Charges the attempt, or asks for its state where it was submitted before or has
 * ended. On an error webhook or reconciliation settle it, as on return. Null: the status page shows what came of it.
 */
export const submitPayment = async (
  app: PaymentDeps,
  { gateway, paymentId, request, origin }: SubmitRequest,
): Promise<NextPage | null> => {
  const key = request.query.get('k')
  const payment = await attemptAt(app, gateway, paymentId, key)
  if (gateway.submit === undefined) throw new AppError(404, 'not_found')
  if (!(await mayCharge(app, payment))) {
    await settleReturn(app, gateway, payment, request)
    return null
  }
  await app.failpoint.at('submit-payment.stored')
  try {
    const form = new URLSearchParams(request.rawBody.toString('utf8'))
    const buyer = await buyerOf(app, payment.userId, request.remoteIp)
    const urls = urlsOf(origin, gateway.name, payment.id, key ?? '')
    const signal = AbortSignal.timeout(app.config.limits.payments.gatewayMs)
    const result = await gateway.submit(toAttempt(payment), { form, buyer, urls }, signal)
    if (result.kind === 'page') {
      await markNotSubmitted(app.db.request, payment.id)
      return { payment, urls, page: result.page }
    }
    await app.failpoint.at('submit-payment.answered')
    await settlePayment(app, gateway.name, result.evidence, 'return')
  } catch (error) {
    app.log.warn({ err: error, paymentId }, 'submitted payment not settled')
  }
  return null
}
