import { openPaymentStatuses } from '@remis/domain/payments/payment-status'
import { findDrivers } from '../dispatch/search/find-drivers.ts'
import { findBookingToSearch, lockCardOrder } from '../booking/read/card-order.ts'
import type { Prepared } from '../booking/moves/apply-card-payment.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Evidence } from '../providers/payments/payments-provider.ts'
import { capturePayment } from './capture-payment.ts'
import { noteRefundEvidence } from './refunds/end-refund.ts'
import { insertPaymentEvent, noteVerdict, type EvidenceSource, type Verdict } from './payment-event-store.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { lockPayment, selectPayment, updatePayment, type Payment, type PaymentPatch } from './payment-store.ts'
import { reviewChargeback } from './review/review-chargeback.ts'
import { reviewOtherAmount } from './review/review-other-amount.ts'
import { reviewPayment } from './review/review-payment.ts'
import { lockTopUp } from './top-up-store.ts'

/**
 * Drivers to offer the trip to if this payment makes its booking NEW. Failing maps never keep money from settling
 * [design/payments-26].
 */
export const prepareCapture = async (app: PaymentDeps, payment: Payment): Promise<Prepared> => {
  const settings = await app.settings.current()
  if (payment.purpose !== 'booking') return { settings, found: null }
  const booking = await findBookingToSearch(app.db.request, payment.orderId)
  if (booking === null) return { settings, found: null }
  const found = await findDrivers(app, booking).catch((error: unknown) => {
    app.log.warn(
      { err: error, bookingId: payment.orderId },
      'no driver search for a paid booking, left to the next sweep',
    )
    return null
  })
  return { settings, found }
}

/** A state without money ends only an open attempt [design/payments-8]. */
const note = async (tx: Tx, payment: Payment, patch: PaymentPatch): Promise<void> => {
  if (openPaymentStatuses.includes(payment.status)) await updatePayment(tx, payment.id, patch)
}

const apply = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { outcome, eventKey }: Pick<Evidence, 'outcome' | 'eventKey'>,
  prepared: Prepared,
): Promise<Verdict> => {
  switch (outcome.kind) {
    case 'paid': {
      const { money, providerPaymentId, test } = outcome
      if (money.minor !== payment.amount || money.currency !== payment.currency)
        return reviewOtherAmount(app, tx, payment, outcome, eventKey)
      if (providerPaymentId === '') return reviewPayment(app, tx, payment, { reason: 'no_payment_id' })
      if (test && app.config.mode === 'production') return reviewPayment(app, tx, payment, { reason: 'test_payment' })
      return capturePayment(app, tx, payment, providerPaymentId, prepared)
    }
    case 'pending':
      // A charge that was sent and is not known yet would become chargeable again [design/payments-91].
      if (payment.status !== 'SUBMITTING') await note(tx, payment, { status: 'PENDING' })
      return 'pending'
    case 'failed':
      await note(tx, payment, { status: 'FAILED', failure: outcome.code.slice(0, 200) })
      return 'failed'
    case 'cancelled':
      await note(tx, payment, { status: 'CANCELLED' })
      return 'failed'
    case 'expired':
      await note(tx, payment, { status: 'EXPIRED' })
      return 'failed'
    case 'refund':
      return noteRefundEvidence(app, tx, payment, outcome)
    case 'reversed': {
      const verdict = await reviewChargeback(app, tx, payment, outcome, eventKey)
      if (verdict === 'failed') await note(tx, payment, { status: 'FAILED', failure: 'charged_back' })
      return verdict
    }
    case 'ignored':
      return 'ignored'
  }
}

/** Lock order: booking or top-up, then attempt, then wallets [design/data-17]. */
export const lockInOrder = async (tx: Tx, payment: Payment): Promise<Payment> => {
  if (payment.purpose === 'booking') await lockCardOrder(tx, payment.orderId)
  else await lockTopUp(tx, payment.orderId)
  return lockPayment(tx, payment.id)
}

const unknown = async (
  app: PaymentDeps,
  provider: string,
  evidence: Evidence,
  source: EvidenceSource,
): Promise<Verdict> => {
  app.log.error({ provider, eventKey: evidence.eventKey }, 'evidence for an unknown payment')
  await app.db.transact((tx) =>
    insertPaymentEvent(tx, {
      provider,
      eventKey: evidence.eventKey,
      paymentId: null,
      source,
      verdict: 'unknown',
      outcome: evidence.outcome,
    }),
  )
  return 'unknown'
}

/**
 * Applies a gateway's verified evidence in one transaction: inbox row, ledger, attempt, booking or wallet, refund
 * request, outbox. Return, webhook and reconciliation all call it, in any order and number, and end alike
 * [design/payments-21]. Throws only for an error on our side: nothing is written then, and the gateway must repeat it.
 */
export const settlePayment = async (
  app: PaymentDeps,
  provider: string,
  evidence: Evidence,
  source: EvidenceSource,
): Promise<Verdict> => {
  const { outcome, eventKey, attemptId } = evidence
  const seen = attemptId === null ? null : await selectPayment(app.db.request, attemptId)
  if (seen === null || seen.provider !== provider) return unknown(app, provider, evidence, source)
  const prepared =
    outcome.kind === 'paid' ? await prepareCapture(app, seen) : { settings: await app.settings.current(), found: null }
  await app.failpoint.at('settle.begin')
  const settled = await app.db.transact(async (tx) => {
    const payment = await lockInOrder(tx, seen)
    await app.failpoint.at('settle.locked')
    const event = { provider, eventKey, paymentId: payment.id, source, verdict: 'ignored' as const, outcome }
    if (!(await insertPaymentEvent(tx, event))) return 'again'
    const verdict = await apply(app, tx, payment, evidence, prepared)
    await noteVerdict(tx, provider, eventKey, verdict)
    await app.failpoint.at('settle.before_commit')
    return verdict
  })
  await app.failpoint.at('settle.committed')
  return settled
}
