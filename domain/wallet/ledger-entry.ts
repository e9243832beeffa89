import type { Minor } from '../kit/money.ts'

/**
 * The accounts of the ledger [design/money-10], in the order of a trial balance. wallet, receivable and pending-fees
 * have a user as holder, prepayments a booking or top-up, gateway-clearing a provider; the others have none.
 */
export const accounts = [
  'wallet',
  'prepayments',
  'withdrawals-payable',
  'pending-fees',
  'revenue',
  'promo-expense',
  'referral-expense',
  'bad-debt',
  'admin-adjustments',
  'receivable',
  'gateway-clearing',
  'bank',
  'office-cash',
] as const
export type Account = (typeof accounts)[number]

export const postingKinds = [
  'settlement',
  'hold',
  'hold-release',
  'capture',
  'refund',
  'top-up',
  'withdrawal',
  'withdrawal-paid',
  'withdrawal-rejected',
  'cancellation-fee',
  'referral',
  'admin-credit',
  'reversal',
  'opening',
  'correction',
  'debt',
  'debt-cash',
  'debt-collected',
  'debt-written-off',
  'carry-over',
] as const
export type PostingKind = (typeof postingKinds)[number]

export interface LedgerEntry {
  readonly account: Account
  readonly holder: string | null
  /** minor units, never 0 */
  readonly amount: Minor
}

/** The entries of one event; they sum to zero [invariants-M1]. */
export interface Posting {
  readonly kind: PostingKind
  readonly bookingId: string | null
  readonly reference: string | null
  readonly entries: readonly LedgerEntry[]
}

/**
 * What a rider owes for; `refund`: card money that came back although the wallet had been credited
 * [design/payments-64].
 */
export const debtReasons = ['cancellation-fee', 'correction', 'refund'] as const
export type DebtReason = (typeof debtReasons)[number]
