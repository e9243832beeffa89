/** payments.md §5.1: the states of one attempt to pay. PAID is never left for a failure; later PAID overrides failures. */
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
export type PaymentPurpose = 'booking' | 'wallet_topup'

/** The buyer may still be at the gateway. */
export const openPaymentStatuses: readonly PaymentStatus[] = ['CREATED', 'REDIRECTED', 'SUBMITTING', 'PENDING']

/** What the status page says (payments.md §1.3); `given-back`: it came too late and is or will be refunded. */
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
