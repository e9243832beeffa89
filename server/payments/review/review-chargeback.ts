import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Money, PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { moveEventTo, type Verdict } from '../payment-event-store.ts'
import { findOtherWithMoney, markChargedBack, type Payment } from '../payment-store.ts'
import { noticesForAdmins } from './notices-for-admins.ts'

/** The row with this payment id: another payment of the attempt if it has this id, otherwise the attempt. */
const rowWith = async (tx: Tx, payment: Payment, providerPaymentId: string): Promise<Payment> =>
  ['', payment.providerPaymentId].includes(providerPaymentId)
    ? payment
    : ((await findOtherWithMoney(tx, payment, providerPaymentId)) ?? payment)

/** Audits a chargeback and notifies every admin; it waits in the list of reviews [design/payments-108]. */
export const reportChargeback = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { money, providerPaymentId }: { readonly money: Money; readonly providerPaymentId: string },
): Promise<void> => {
  const params = { payment: payment.id, amount: toMajor(money.minor, exponentOf(money.currency)) }
  await app.notify(tx, await noticesForAdmins(tx, payment, { message: 'notice_payment_charged_back', params }))
  await addAudit(tx, {
    actor: 'system',
    action: 'payment.charged-back',
    subject: `payment:${payment.id}`,
    data: { amount: money.minor, currency: money.currency, paymentId: providerPaymentId },
  })
  app.log.error({ paymentId: payment.id, providerPaymentId }, 'payment was charged back')
}

/**
 * Reports a chargeback that arrived before the money, when the attempt gets money or goes into review. An attempt in
 * review has reported it already [design/payments-118].
 */
export const reportEarlierChargeback = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  providerPaymentId: string,
): Promise<void> => {
  if (!payment.isDisputed || payment.status === 'REVIEW') return
  const money = { minor: payment.amount, currency: payment.currency }
  await reportChargeback(app, tx, payment, { money, providerPaymentId })
}

/**
 * Marks a chargeback on the row of its payment and reports it once. Posts nothing, since the office may win the dispute
 * [design/payments-108]. An attempt that has no money and is not in review only gets the mark [design/payments-118].
 */
export const reviewChargeback = async (
  app: PaymentDeps,
  tx: Tx,
  attempt: Payment,
  outcome: Extract<PaymentOutcome, { kind: 'reversed' }>,
  eventKey: string,
): Promise<Verdict> => {
  const payment = await rowWith(tx, attempt, outcome.providerPaymentId)
  if (payment.id !== attempt.id) await moveEventTo(tx, attempt.provider, eventKey, payment.id)
  if (!(await markChargedBack(tx, payment.id))) return 'again'
  if (payment.use === null && payment.status !== 'REVIEW') return 'failed'
  await reportChargeback(app, tx, payment, outcome)
  return 'review'
}
