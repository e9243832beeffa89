import { toMajor, type Minor } from '../kit/money.ts'
import type { PostingKind } from './ledger-entry.ts'

/** One entry of a person's wallet account with its transaction. Amount in minor units, `at` in ms. */
export interface WalletEntry {
  readonly kind: PostingKind
  readonly amount: Minor
  readonly at: number
  readonly transactionId: string
  readonly bookingId: string | null
  readonly reference: string | null
}

/** spec 1 §3 "Wallet history entry" */
export interface WalletHistoryEntry {
  readonly type: 'Credit' | 'Debit' | 'Withdraw'
  /** major units, above 0 */
  readonly amount: number
  readonly date: number
  readonly txRef: string
}

/** The spec's wallet history is a view of the ledger (design §7). Admin credits carry AdminCredit (spec 2 §3). */
export const walletHistory = (entries: readonly WalletEntry[], exponent: number): WalletHistoryEntry[] =>
  entries.map(({ kind, amount, at, transactionId, bookingId, reference }) => ({
    type: kind === 'withdrawal' ? 'Withdraw' : amount > 0 ? 'Credit' : 'Debit',
    amount: toMajor(Math.abs(amount), exponent),
    date: at,
    txRef: kind === 'admin-credit' ? 'AdminCredit' : (reference ?? bookingId ?? transactionId),
  }))
