import { z } from 'zod'
import { refuseRefund, type RefundRequest, type RefusedRefund } from '../payments-provider.ts'

/** Cents, which Payfast writes as a number or as text. */
const cents = z.union([z.number().int(), z.string().regex(/^-?\d+$/)]).transform(Number)

/** Payments and refunds of one payment; a refund is negative. */
export const refundStatement = z
  .object({ data: z.object({ response: z.object({ transactions: z.array(z.object({ amount: cents })) }) }) })
  .transform(({ data }) => data.response.transactions.map(({ amount }) => -amount).filter((amount) => amount > 0))

const method = z.object({ method: z.enum(['PAYMENT_SOURCE', 'BANK_PAYOUT', 'NOT_AVAILABLE']) })
const options = z.object({
  status: z.enum(['REFUNDABLE', 'COMPLETED', 'NOT_AVAILABLE']),
  amount_original: cents,
  amount_available_for_refund: cents,
  refund_full: method,
  refund_partial: method,
})

/** Whether and how a payment can be refunded; some accounts get it inside the envelope of other answers. */
export const refundOptions = z.union([
  options,
  z.object({ data: z.object({ response: options }) }).transform(({ data }) => data.response),
])

export const refundMade = z.object({ status: z.literal('success'), data: z.object({ response: z.literal(true) }) })

/** `lost`: the two answers contradict each other, which says nothing. */
export type RefundPlan = 'made' | 'make' | 'lost' | RefusedRefund

/**
 * What to do for a refund at Payfast, which keeps no key: it was made when there are more refunds of this amount than
 * the others of it that are known here [design/payments-90].
 */
export const planRefund = (
  { money: { minor }, alike }: Pick<RefundRequest, 'money' | 'alike'>,
  refunds: readonly number[],
  { status, amount_original: original, amount_available_for_refund: left, ...how }: z.output<typeof options>,
): RefundPlan => {
  if (refunds.filter((amount) => amount === minor).length > alike) return 'made'
  if (refunds.reduce((sum, amount) => sum + amount, 0) !== original - left) return 'lost'
  if (minor > left) return refuseRefund('amount', 'gone')
  // The reason is a text for people, and may pass: the account may have too little money today.
  if (status !== 'REFUNDABLE') return refuseRefund(status.toLowerCase(), 'wait')
  const { method: by } = minor === original ? how.refund_full : how.refund_partial
  return by === 'PAYMENT_SOURCE' ? 'make' : refuseRefund(by.toLowerCase())
}
