import type { PaymentDeps } from './payment-deps.ts'
import { expirePayment, scheduleCheck, claimDuePayments, type Payment } from './payment-store.ts'
import { settlePayment } from './settle-payment.ts'
import { toAttempt } from './to-attempt.ts'

/** Asks the gateway how one attempt stands and settles what it says; then plans the next look, or gives it up. */
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
 * payments.md §5.3: attempts that nobody told us the end of, from two minutes on, at growing distances. A task of the
 * sweeper; several nodes never ask for the same one. A gateway out of reach is asked again when the lease has ended.
 */
export const reconcilePayments = async (app: PaymentDeps): Promise<void> => {
  const { leaseSeconds, sweepAtOnce } = app.config.limits.payments
  const due = await claimDuePayments(app.db.jobs, { seconds: leaseSeconds, limit: sweepAtOnce })
  for (const payment of due)
    await checkOne(app, payment).catch((error: unknown) =>
      app.log.warn({ err: error, paymentId: payment.id }, 'a payment could not be looked up'),
    )
}
