import type { Minor } from '../kit/money.ts'

/** design §7. An account with a holder belongs to somebody: wallet to a user, prepayments to a booking, gateway-clearing to a provider. */
export type Account =
  | 'wallet'
  | 'prepayments'
  | 'revenue'
  | 'promo-expense'
  | 'referral-expense'
  | 'bad-debt'
  | 'gateway-clearing'
  | 'bank'
  | 'withdrawals-payable'
  | 'admin-adjustments'

export type PostingKind =
  | 'settlement'
  | 'hold'
  | 'hold-release'
  | 'capture'
  | 'refund'
  | 'top-up'
  | 'withdrawal'
  | 'withdrawal-paid'
  | 'withdrawal-rejected'
  | 'cancellation-fee'
  | 'referral'
  | 'admin-credit'
  | 'reversal'
  | 'opening'

export interface LedgerEntry {
  readonly account: Account
  readonly holder: string | null
  /** minor units, never 0 */
  readonly amount: Minor
}

/** The balanced set of entries that one fact produces: they sum to zero. */
export interface Posting {
  readonly kind: PostingKind
  readonly bookingId: string | null
  readonly reference: string | null
  readonly entries: readonly LedgerEntry[]
}
