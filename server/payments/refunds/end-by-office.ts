import type { Settings } from '@remis/domain/backoffice/settings'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { ReviewEnd } from '@remis/domain/payments/payment-review'
import { needsApproval } from '@remis/domain/wallet/credit-checks'
import type { PersonFacts } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Payment } from '../payment-store.ts'
import { noticesForAdmins } from '../review/notices-for-admins.ts'
import { checkCreditOf } from './check-credit-of.ts'
import { finishRefund } from './end-refund.ts'
import { postCredit } from './failed-after-done.ts'
import { lockRefund, markCreditAsked, settleLeft, type Refund } from './refund-store.ts'
import { reportEnd, showRefund } from './report-refund.ts'

interface Decision {
  readonly admin: Pick<PersonFacts, 'id' | 'role'>
  readonly address: string
  readonly end: Extract<ReviewEnd, 'made' | 'credit' | 'settled'>
  readonly reason: string
  readonly settings: Pick<Settings, 'creditApprovalAbove'>
}

export const isEndOfRefund = (end: ReviewEnd): end is Decision['end'] => ['made', 'credit', 'settled'].includes(end)

/** Whether a second admin must agree before the payer's wallet gets this refund [design/money-112]. */
export const needsSecondAdmin = (
  { amount, currency }: Pick<Refund, 'amount' | 'currency'>,
  settings: Decision['settings'],
): boolean => {
  const exponent = exponentOf(currency)
  return needsApproval(toMajor(amount, exponent), 0, settings, exponent)
}

/** Marks and audits the request for a credit, and notifies the other admins. Posts nothing [design/money-112]. */
const askForCredit = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refund: Refund,
  { admin, address, reason }: Decision,
): Promise<void> => {
  await markCreditAsked(tx, refund.id, admin.id)
  const params = { amount: toMajor(refund.amount, exponentOf(refund.currency)), payment: payment.id }
  const message = 'notice_refund_credit_waits'
  await app.notify(tx, await noticesForAdmins(tx, payment, { message, params, except: admin.id }))
  await addAudit(tx, {
    actor: admin,
    address,
    action: 'payment.credit-asked',
    subject: `payment:${payment.id}`,
    data: { reason, refund: refund.id },
  })
}

/**
 * Ends a refund for an admin: one without an answer [design/payments-101], or one that was left to the office and is
 * posted as done [design/payments-113]. The caller holds the attempt's lock. Returns false if a second admin decides.
 */
export const endByOffice = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  refundId: string,
  decision: Decision,
): Promise<boolean> => {
  const refund = await lockRefund(tx, refundId)
  const isLeft = refund.officeState === 'left'
  switch (decision.end) {
    case 'made':
      await finishRefund(app, tx, payment, refundId, { to: 'card', providerRefundId: null })
      return true
    case 'settled':
      if (!isLeft) await finishRefund(app, tx, payment, refundId, { to: 'outside' })
      else {
        await settleLeft(tx, refundId)
        await showRefund(tx, payment)
      }
      return true
    case 'credit': {
      if (refund.creditAskedBy === null && needsSecondAdmin(refund, decision.settings)) {
        await askForCredit(app, tx, payment, refund, decision)
        return false
      }
      if (!isLeft) await finishRefund(app, tx, payment, refundId, { to: 'wallet', why: 'decided by the office' })
      else {
        if ((await checkCreditOf(tx, payment)) !== null) throw new AppError(409, 'payment_review_refused')
        await postCredit(tx, payment, refund, { failedRefundId: null, actorId: decision.admin.id })
        await reportEnd(app, tx, payment, refund, false)
      }
      return true
    }
  }
}
