import { toMajor, type Minor } from '../kit/money.ts'
import type { PostingKind } from './ledger-entry.ts'

/** One entry of a person's wallet account with its transaction. Amount in minor units, `at` in ms. */
export interface WalletEntry {
  readonly id: number
  readonly kind: PostingKind
  readonly amount: Minor
  readonly at: number
  readonly transactionId: string
  readonly bookingId: string | null
  readonly reference: string | null
}

/** An entry of the wallet history [wallet-1]; Remis adds id, kind and booking. */
export interface WalletHistoryEntry {
  readonly id: string
  readonly type: 'Credit' | 'Debit' | 'Withdraw'
  /** major units, above 0 */
  readonly amount: number
  readonly date: number
  readonly txRef: string
  readonly kind: PostingKind
  readonly bookingId: string | null
}

/** [design/money-28]. A referral shows a fixed text, because its reference is the id of the referred person. */
const refOf = ({ kind, reference, bookingId, transactionId }: WalletEntry): string => {
  if (kind === 'admin-credit') return 'AdminCredit'
  return kind === 'referral' ? 'ReferralBonus' : (reference ?? bookingId ?? transactionId)
}

/** The wallet history as a view of ledger entries [design/money-28]. */
export const walletHistory = (entries: readonly WalletEntry[], exponent: number): WalletHistoryEntry[] =>
  entries.map((entry) => ({
    id: String(entry.id),
    type: entry.kind === 'withdrawal' ? 'Withdraw' : entry.amount > 0 ? 'Credit' : 'Debit',
    amount: toMajor(Math.abs(entry.amount), exponent),
    date: entry.at,
    txRef: refOf(entry),
    kind: entry.kind,
    bookingId: entry.bookingId,
  }))
