import { openPaymentStatuses } from '@remis/domain/payments/payment-status'
import { nextAfterSilence, nextByAge } from '@remis/domain/payments/next-check'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Evidence, PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { atGateway } from './at-gateway.ts'
import { toAttempt } from '../attempt.ts'
import { dayMs, workThrough } from './due-work.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { claimDuePayment, expirePayment, lockPayment, scheduleCheck, type Payment } from '../payment-store.ts'
import { reviewPayment } from '../review/review-payment.ts'
import { settlePayment } from '../settle-payment.ts'

/** The gateway's answer, or null: it gave none. */
const query = async (
  app: PaymentDeps,
  gateway: PaymentsProvider | null,
  payment: Payment,
): Promise<Evidence | null> => {
  if (gateway === null || gateway.looksUp === false) return null
  const signal = AbortSignal.timeout(app.config.limits.payments.gatewayMs)
  return gateway.query(toAttempt(payment), signal).catch((error: unknown) => {
    app.log.warn({ err: error, paymentId: payment.id }, 'payment check without an answer')
    return null
  })
}

/**
 * Without an answer the state of the payment is unknown, so it does not count as a look-up. Silence of two weeks is a
 * case for the office: the attempt may be paid [design/payments-61]. A gateway without look-ups is waited for, and an
 * attempt that was declined or cancelled has ended [design/payments-94].
 */
const keepAsking = async (
  app: PaymentDeps,
  gateway: PaymentsProvider | null,
  payment: Payment,
  now: number,
): Promise<void> => {
  const { checkMinutes, silentDays } = app.config.limits.payments
  const silentAt = payment.createdAt + silentDays * dayMs
  const looksUp = gateway?.looksUp !== false
  if (!looksUp && !openPaymentStatuses.includes(payment.status)) return expirePayment(app.db.jobs, payment, null)
  if (now < silentAt) {
    const at = looksUp ? nextAfterSilence(checkMinutes, payment.createdAt, now) : silentAt
    return scheduleCheck(app.db.jobs, payment, { at, answered: false })
  }
  await app.db.transact(async (tx) =>
    reviewPayment(app, tx, await lockPayment(tx, payment.id), { reason: 'no_answer', detail: `${silentDays} days` }),
  )
}

/**
 * Asks the gateway for the state of one attempt and settles it, then plans the next look-up by age, or ends the
 * attempt.
 */
const checkOne = async (app: PaymentDeps, gateway: PaymentsProvider | null, payment: Payment): Promise<void> => {
  const evidence = await query(app, gateway, payment)
  if (evidence !== null) await settlePayment(app, payment.provider, evidence, 'query')
  const now = await nowMs(app.db.jobs)
  if (evidence === null) return keepAsking(app, gateway, payment, now)
  const { checkMinutes, lateCheckMinutes } = app.config.limits.payments
  const next = nextByAge(checkMinutes, payment.createdAt, now)
  if (next !== null) return scheduleCheck(app.db.jobs, payment, { at: next, answered: true })
  await expirePayment(app.db.jobs, payment, nextByAge(lateCheckMinutes, payment.createdAt, now))
}

/**
 * Sweep of one gateway, or of the attempts of gateways that are no longer set up (null): looks up attempts without
 * an end at growing ages [design/payments-31].
 */
export const reconcileAt = async (app: PaymentDeps, gateway: PaymentsProvider | null): Promise<void> => {
  const { leaseSeconds } = app.config.limits.payments
  const at = atGateway(app, gateway)
  await workThrough(app, {
    claim: () => claimDuePayment(app.db.jobs, at, leaseSeconds),
    work: (payment) => checkOne(app, gateway, payment),
    failed: (payment, error) => app.log.error({ err: error, paymentId: payment.id }, 'payment check failed'),
  })
}
