/**
 * The states of one payment attempt. A later PAID overrides a failure; PAID is never left for a failure
 * [design/payments-8].
 */
export const paymentStatuses = [
  'CREATED',
  'REDIRECTED',
  'SUBMITTING',
  'PENDING',
  'PAID',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'REVIEW',
  'PART_REFUNDED',
  'REFUNDED',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * Of a booking's refund. `left`: neither card nor wallet could take it, and it waits for the office
 * [design/payments-106]; `settled`: the office settled it outside Remis [design/payments-113].
 */
export const refundStates = ['open', 'done', 'credited', 'left', 'settled'] as const
export type RefundState = (typeof refundStates)[number]

export type PaymentPurpose = 'booking' | 'wallet_topup'

/** The payer may still be at the gateway. */
export const openPaymentStatuses: readonly PaymentStatus[] = ['CREATED', 'REDIRECTED', 'SUBMITTING', 'PENDING']

/**
 * The state that the status page shows; `given-back`: nothing was due, the money is or will be refunded
 * [design/payments-9].
 */
export type PaymentState = 'waiting' | 'paid' | 'failed' | 'cancelled' | 'expired' | 'given-back' | 'review'

export const paymentStateOf = (status: PaymentStatus, use: 'applied' | 'unapplied' | null): PaymentState => {
  if (use === 'unapplied') return 'given-back'
  switch (status) {
    case 'CREATED':
    case 'REDIRECTED':
    case 'SUBMITTING':
    case 'PENDING':
      return 'waiting'
    case 'PAID':
    case 'PART_REFUNDED':
    case 'REFUNDED':
      return 'paid'
    case 'FAILED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    case 'EXPIRED':
      return 'expired'
    case 'REVIEW':
      return 'review'
  }
}
