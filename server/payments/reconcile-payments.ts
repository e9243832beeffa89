import type { PaymentDeps } from './payment-deps.ts'
import { expirePayment, scheduleCheck, claimDuePayments, type Payment } from './payment-store.ts'
import { settlePayment } from './settle-payment.ts'
import { toAttempt } from './attempt.ts'

/**
 * Asks the gateway for the state of one attempt and settles it, then schedules the next check or expires the attempt.
 */
const checkOne = async (app: PaymentDeps, payment: Payment): Promise<void> => {
  const { checkMinutes, gatewayMs } = app.config.limits.payments
  const gateway = app.gateways.find(({ name }) => name === payment.provider)
  if (gateway !== undefined) {
    const evidence = await gateway.query(toAttempt(payment), AbortSignal.timeout(gatewayMs))
    await settlePayment(app, payment.provider, evidence, 'query')
  }
  const next = checkMinutes[payment.checks]
  if (next === undefined) await expirePayment(app.db.jobs, payment.id)
  else await scheduleCheck(app.db.jobs, payment.id, payment.createdAt + next * 60_000)
}

/**
 * Sweep: checks attempts without an end, from two minutes after their start at growing intervals [design/payments-31].
 * Several nodes never check the same one; an unreachable gateway is asked again when the lease ends.
 */
export const reconcilePayments = async (app: PaymentDeps): Promise<void> => {
  const { leaseSeconds, sweepAtOnce } = app.config.limits.payments
  const due = await claimDuePayments(app.db.jobs, { seconds: leaseSeconds, limit: sweepAtOnce })
  for (const payment of due)
    await checkOne(app, payment).catch((error: unknown) =>
      app.log.warn({ err: error, paymentId: payment.id }, 'payment check failed'),
    )
}
