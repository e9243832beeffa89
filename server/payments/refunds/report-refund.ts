import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { room } from '@remis/domain/live/live-events'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { bookingOf, type Payment } from '../payment-store.ts'
import { noticesForAdmins } from '../review/notices-for-admins.ts'
import type { Refund } from './refund-store.ts'

interface RefundReport {
  /** null: nothing changes for the payer */
  readonly payer: NoticeKey | null
  readonly admins: NoticeKey
  /** of the audit row */
  readonly action:
    | 'refund.accepted-late'
    | 'refund.failed'
    | 'refund.failed-unpaid'
    | 'refund.late-failed'
    | 'refund.made-late'
    | 'refund.no-answer'
    | 'refund.paid-twice'
  readonly log: string
}

/** The booking's page says how its refund ended [design/payments-109]. */
export const showRefund = async (tx: Tx, payment: Payment): Promise<void> => {
  const subject = bookingOf(payment)
  if (subject !== null)
    await addToOutbox(tx, { kind: 'booking', subject, audience: [room.user(payment.userId), room.admins] })
}

/** Notifies the payer of an ended refund, on the card or in the wallet, with an audit row. */
export const reportEnd = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { id, amount, currency }: Refund,
  isOnCard: boolean,
): Promise<void> => {
  await showRefund(tx, payment)
  await app.notify(tx, [
    {
      user: payment.userId,
      message: isOnCard ? 'notice_refunded' : 'notice_refund_credited',
      params: { amount: toMajor(amount, exponentOf(currency)) },
      screen: payment.purpose === 'booking' && isOnCard ? 'BookedCab' : 'wallet',
      bookingId: bookingOf(payment),
    },
  ])
  await addAudit(tx, {
    actor: 'system',
    action: isOnCard ? 'refund.done' : 'refund.credited',
    subject: `payment:${payment.id}`,
    data: { refund: id, amount, currency },
  })
}

/** Notifies payer and admins of what a gateway did to a refund, with an audit row and a line in the log. */
export const reportRefund = async (
  app: PaymentDeps,
  tx: Tx,
  payment: Payment,
  { id: refund, amount: minor, currency }: Refund,
  { payer, admins, action, log }: RefundReport,
): Promise<void> => {
  await showRefund(tx, payment)
  const amount = toMajor(minor, exponentOf(currency))
  const about = { user: payment.userId, screen: 'wallet', bookingId: bookingOf(payment) } as const
  await app.notify(tx, [
    ...(payer === null ? [] : [{ ...about, message: payer, params: { amount } }]),
    ...(await noticesForAdmins(tx, payment, { message: admins, params: { amount, payment: payment.id } })),
  ])
  await addAudit(tx, {
    actor: 'system',
    action,
    subject: `payment:${payment.id}`,
    data: { refund, amount: minor, currency },
  })
  app.log.error({ paymentId: payment.id, refundId: refund }, log)
}
