import type { PaymentsProvider, RefundResult } from '../../providers/payments/payments-provider.ts'
import { lockCardOrder } from '../../booking/read/card-order.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { lockPayment, selectPayment, type Payment } from '../payment-store.ts'
import { toAttempt } from '../attempt.ts'
import { finishRefund, keyAtGateway } from './end-refund.ts'
import { postponeRefund, selectDueRefunds, claimRefund, type Refund } from './refund-store.ts'

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
      : gateway.refund(toAttempt(payment), { key, money, reason: refund.reason }, signal)
  return work.catch((error: unknown) => {
    app.log.warn({ err: error, refundId: refund.id }, 'refund request failed')
    return { status: 'unreachable' as const }
  })
}

const finish = (
  app: PaymentDeps,
  payment: Payment,
  refund: Refund,
  end: Parameters<typeof finishRefund>[4],
): Promise<void> =>
  app.db.transact(async (tx) => {
    if (payment.purpose === 'booking') await lockCardOrder(tx, payment.orderId)
    await finishRefund(app, tx, await lockPayment(tx, payment.id), refund.id, end)
    await app.failpoint.at('refund.before_commit')
  })

/**
 * Asks the gateway for one due refund. The key makes a repetition after a crash the same refund. Unreachable: tried
 * again later. Refused for good, or failing for two weeks: credits the payer's wallet [design/payments-29].
 */
export const makeRefund = async (app: PaymentDeps, id: string): Promise<void> => {
  const { refundMinutes, refundPollMinutes, leaseSeconds } = app.config.limits.payments
  const refund = await claimRefund(app.db.jobs, id, leaseSeconds)
  if (refund === null) return
  const payment = await selectPayment(app.db.jobs, refund.paymentId)
  if (payment === null) throw new Error(`refund ${id} has no payment`)
  const gateway = app.gateways.find(({ name }) => name === payment.provider)
  await app.failpoint.at('refund.begin')
  const answer =
    gateway === undefined ? { status: 'unreachable' as const } : await callGateway(app, gateway, payment, refund)
  await app.failpoint.at('refund.answered')
  const wait = refundMinutes[refund.tries - 1]
  switch (answer.status) {
    case 'done':
      return finish(app, payment, refund, { to: 'card', providerRefundId: answer.providerRefundId })
    case 'pending':
      // Accepted by the gateway: it may take days and must never be credited as well.
      return postponeRefund(app.db.jobs, id, {
        inSeconds: refundPollMinutes * 60,
        status: 'pending',
        providerRefundId: answer.providerRefundId,
      })
    case 'failed':
      if (!answer.retry || wait === undefined) return finish(app, payment, refund, { to: 'wallet', why: answer.code })
      return postponeRefund(app.db.jobs, id, { inSeconds: wait * 60, failure: answer.code })
    case 'unreachable': {
      // The refund may have been made there, so without an answer the wallet is never credited.
      const last = refundMinutes.at(-1) ?? refundPollMinutes
      return postponeRefund(app.db.jobs, id, { inSeconds: (wait ?? last) * 60, failure: 'unreachable' })
    }
  }
}

/** Sweep: refunds whose job was lost or that are due for another try. */
export const sweepRefunds = async (app: PaymentDeps): Promise<void> => {
  for (const { id } of await selectDueRefunds(app.db.jobs, app.config.limits.payments.sweepAtOnce))
    await makeRefund(app, id).catch((error: unknown) => app.log.error({ err: error, refundId: id }, 'refund failed'))
}
