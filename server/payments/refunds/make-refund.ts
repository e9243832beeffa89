import { nextAfterSilence, nextByAge } from '@remis/domain/payments/next-check'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { PaymentsProvider, RefundResult } from '../../providers/payments/payments-provider.ts'
import { lockCardOrder } from '../../booking/read/card-order.ts'
import { atGateway } from '../reconcile/at-gateway.ts'
import { dayMs, workThrough } from '../reconcile/due-work.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { lockPayment, selectPayment, type Payment } from '../payment-store.ts'
import { toAttempt } from '../attempt.ts'
import { reviewSilentRefund } from '../review/review-refund.ts'
import { finishRefund, keyAtGateway, noteAccepted, type End } from './end-refund.ts'
import { claimDueRefund, claimRefund, countAlike, postponeRefund, type Refund } from './refund-store.ts'

type Answer = RefundResult | { readonly status: 'unreachable' }

const callGateway = async (
  app: PaymentDeps,
  gateway: PaymentsProvider,
  payment: Payment,
  refund: Refund,
): Promise<Answer> => {
  const signal = AbortSignal.timeout(app.config.limits.payments.gatewayMs)
  const money = { minor: refund.amount, currency: refund.currency }
  const key = keyAtGateway(payment.id, refund.key)
  const work =
    refund.status === 'pending' && refund.providerRefundId !== null
      ? gateway.queryRefund(toAttempt(payment), key, refund.providerRefundId, signal)
      : gateway.refund(
          toAttempt(payment),
          { key, money, reason: refund.reason, alike: await countAlike(app.db.jobs, refund) },
          signal,
        )
  return work.catch((error: unknown) => {
    app.log.warn({ err: error, refundId: refund.id }, 'refund request failed')
    return { status: 'unreachable' as const }
  })
}

const underLock = (app: PaymentDeps, payment: Payment, work: (tx: Tx, locked: Payment) => Promise<void>) =>
  app.db.transact(async (tx) => {
    if (payment.purpose === 'booking') await lockCardOrder(tx, payment.orderId)
    await work(tx, await lockPayment(tx, payment.id))
    await app.failpoint.at('refund.before_commit')
  })

const finish = (app: PaymentDeps, payment: Payment, refund: Refund, end: End): Promise<void> =>
  underLock(app, payment, (tx, locked) => finishRefund(app, tx, locked, refund.id, end))

/** What the gateway's answer means for the refund ([design/payments-29], [design/payments-110]). */
const applyAnswer = async (app: PaymentDeps, payment: Payment, refund: Refund, answer: Answer): Promise<void> => {
  const { refundMinutes, refundRefusals, refundPollMinutes, silentDays } = app.config.limits.payments
  const { id, createdAt } = refund
  if (answer.status === 'done')
    return finish(app, payment, refund, { to: 'card', providerRefundId: answer.providerRefundId })
  const now = await nowMs(app.db.jobs)
  switch (answer.status) {
    case 'pending': {
      // Accepted by the gateway: it may take days and must never be credited as well.
      const { providerRefundId } = answer
      const at = now + refundPollMinutes * 60_000
      if (!(await postponeRefund(app.db.jobs, id, { at, answered: true, status: 'pending', providerRefundId })))
        await underLock(app, payment, (tx, locked) => noteAccepted(app, tx, locked, id, providerRefundId))
      return
    }
    case 'failed': {
      const next = nextByAge(refundMinutes, createdAt, now)
      if (!answer.retry || (next === null && refund.tries + 1 >= refundRefusals))
        return finish(app, payment, refund, { to: answer.gone ? 'office' : 'wallet', why: answer.code })
      await postponeRefund(app.db.jobs, id, { at: next ?? now + dayMs, answered: true, failure: answer.code })
      return
    }
    case 'unreachable':
      // The refund may have been made there, so without an answer the wallet is never credited.
      await postponeRefund(app.db.jobs, id, {
        at: nextAfterSilence(refundMinutes, createdAt, now),
        answered: false,
        failure: 'unreachable',
      })
      if (now - (refund.silentSince ?? now) >= silentDays * dayMs) await reviewSilentRefund(app, payment, refund)
  }
}

const tryRefund = async (app: PaymentDeps, refund: Refund): Promise<void> => {
  const payment = await selectPayment(app.db.jobs, refund.paymentId)
  if (payment === null) throw new Error(`refund ${refund.id} has no payment`)
  const gateway = app.gateways.find(({ name }) => name === payment.provider)
  await app.failpoint.at('refund.begin')
  const answer =
    gateway === undefined ? { status: 'unreachable' as const } : await callGateway(app, gateway, payment, refund)
  await app.failpoint.at('refund.answered')
  await applyAnswer(app, payment, refund, answer)
}

/**
 * Asks the gateway for one due refund. The key makes a repetition after a crash the same refund. Unreachable: tried
 * again later. Finally rejected, or refused for two weeks: credits the payer's wallet, or leaves it to the office.
 */
export const makeRefund = async (app: PaymentDeps, id: string): Promise<void> => {
  const refund = await claimRefund(app.db.jobs, id, app.config.limits.payments.leaseSeconds)
  if (refund !== null) await tryRefund(app, refund)
}

/** Sweep of one gateway: refunds with a lost job, or due for another try. null: see `reconcileAt`. */
export const makeRefundsAt = async (app: PaymentDeps, gateway: PaymentsProvider | null): Promise<void> => {
  const { leaseSeconds } = app.config.limits.payments
  const at = atGateway(app, gateway)
  await workThrough(app, {
    claim: () => claimDueRefund(app.db.jobs, at, leaseSeconds),
    work: (refund) => tryRefund(app, refund),
    failed: (refund, error) => app.log.error({ err: error, refundId: refund.id }, 'refund failed'),
  })
}
