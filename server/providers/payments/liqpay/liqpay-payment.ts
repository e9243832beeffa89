import type { Minor } from '@remis/domain/kit/money'
import { z } from 'zod'
import type { Money, PaymentOutcome } from '../payments-provider.ts'
import { minorOf } from '../wire-amount.ts'

/** `wait_compensation`: paid, and added to the shop's next payout. `sandbox`: paid with a test card. */
const paidStatuses = ['success', 'wait_compensation', 'sandbox'] as const
/** The page lets the buyer try again under the same order. */
const failedStatuses = ['failure', 'error'] as const
/** `wait_accept`: the buyer is charged, and LiqPay has not yet accepted the shop. */
const waitingStatuses = [
  'prepared',
  'processing',
  'try_again',
  '3ds_verify',
  'captcha_verify',
  'cvv_verify',
  'ivr_verify',
  'mp_verify',
  'otp_verify',
  'p24_verify',
  'password_verify',
  'phone_verify',
  'pin_verify',
  'receiver_verify',
  'sender_verify',
  'senderapp_verify',
  'cash_wait',
  'hold_wait',
  'invoice_wait',
  'wait_accept',
  'wait_card',
  'wait_lc',
  'wait_qr',
  'wait_reserve',
  'wait_secure',
  'wait_sender',
] as const

/** An amount is a number with up to two decimals, or the same as text. */
const amount = z.union([z.number(), z.string()])

/** A payment in the answer to a status request and in a callback, with what is used of it. */
export const liqpayPayment = z
  .object({
    payment_id: z.union([z.number(), z.string().min(1)]).transform(String),
    order_id: z.string(),
    public_key: z.string().optional(),
    status: z.enum([...paidStatuses, ...failedStatuses, 'reversed', ...waitingStatuses]),
    amount,
    currency: z.string(),
    refund_amount: amount.nullish(),
    info: z.string().nullish(),
    err_code: z.string().nullish(),
  })
  .transform((payment, context) => {
    const minor = minorOf(payment.amount, payment.currency)
    const stated = payment.refund_amount ?? (payment.status === 'reversed' ? payment.amount : null)
    const refunded = stated === null ? null : minorOf(stated, payment.currency)
    if (minor === null || (stated !== null && refunded === null)) {
      context.addIssue({ code: 'custom', message: 'no amount' })
      return z.NEVER
    }
    const money: Money = { minor, currency: payment.currency }
    return { ...payment, money, refunded }
  })

/** `refunded`: minor units in all; null: LiqPay does not say. */
export type LiqpayPayment = z.output<typeof liqpayPayment>

/** What a refused request gets, with status 200. */
export const liqpayRefusal = z.object({ err_code: z.string() })

const isOneOf = <T extends string>(status: string, statuses: readonly T[]): status is T =>
  (statuses as readonly string[]).includes(status)

export const isPaidAtLiqpay = ({ status }: LiqpayPayment): boolean => isOneOf(status, paidStatuses)
export const isWaitingAtLiqpay = (status: string): boolean => isOneOf(status, waitingStatuses)

/** A refund that is noted at the payment before it is requested, since LiqPay has no key for a refund. */
export interface RefundNote {
  readonly key: string
  readonly minor: Minor
  /** what was refunded before it */
  readonly before: Minor
}

const refundNotes = z.array(z.object({ key: z.string(), minor: z.number().int(), before: z.number().int() }))

export const notesOf = ({ info }: LiqpayPayment): readonly RefundNote[] => {
  try {
    return refundNotes.parse(JSON.parse(info ?? ''))
  } catch {
    // A text that the office entered at LiqPay.
    return []
  }
}

const endOf = ({ before, minor }: RefundNote): Minor => before + minor

/** Whether LiqPay states that this refund was made. */
export const isMade = (note: RefundNote, { refunded }: LiqpayPayment): boolean =>
  refunded !== null && refunded >= endOf(note)

/**
 * Whether a noted refund may be requested again: LiqPay states that nothing was refunded since, or it is the rest of
 * the payment, which LiqPay refunds once at most.
 */
export const isSafeToRepeat = (note: RefundNote, { refunded, money }: LiqpayPayment): boolean =>
  refunded === note.before || endOf(note) === money.minor

/** The latest refund of a payment; one without a note was made at LiqPay. */
const refundOutcome = (payment: LiqpayPayment, refunded: Minor): PaymentOutcome => {
  const notes = notesOf(payment)
  const made = notes.find((note) => endOf(note) === refunded)
  const earlier = Math.max(0, ...notes.map(endOf).filter((end) => end < refunded))
  return {
    kind: 'refund',
    refundKey: made?.key ?? null,
    providerRefundId: made?.key ?? `${payment.payment_id}:${refunded}`,
    money: { minor: made?.minor ?? refunded - earlier, currency: payment.money.currency },
    status: 'done',
  }
}

/** The outcomes of a payment with their event keys; a payment that was refunded in part has two. */
export const outcomesOf = (
  payment: LiqpayPayment,
  isSandbox: boolean,
): readonly (readonly [string, PaymentOutcome])[] => {
  const { payment_id: id, status, money, refunded } = payment
  const refund: readonly (readonly [string, PaymentOutcome])[] =
    refunded === null || refunded === 0 ? [] : [[`${id}:refund:${refunded}`, refundOutcome(payment, refunded)]]
  const key = `${id}:${status}`
  if (status === 'reversed') return refund
  if (isPaidAtLiqpay(payment)) {
    const test = isSandbox || status === 'sandbox'
    return [[key, { kind: 'paid', money, providerPaymentId: id, test }], ...refund]
  }
  if (isWaitingAtLiqpay(status)) return [[key, { kind: 'pending', reason: status }]]
  return [[key, { kind: 'failed', code: payment.err_code ?? status, retryableByBuyer: true }]]
}
