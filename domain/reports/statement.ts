import type { Minor } from '../kit/money.ts'
import type { PostingKind } from '../wallet/ledger-entry.ts'

/** What changes a driver's wallet, as the groups of a statement. They add up to closing − opening balance. */
export const statementParts = [
  'shares',
  'cash',
  'cancellations',
  'corrections',
  'credits',
  'bonuses',
  'topUps',
  'payouts',
  'others',
] as const
export type StatementPart = (typeof statementParts)[number]

/** The keys of their names. */
export const statementTexts = {
  shares: 'statement_shares',
  cash: 'statement_cash',
  cancellations: 'statement_cancellations',
  corrections: 'posting_correction',
  credits: 'account_admin-adjustments',
  bonuses: 'account_referral-expense',
  topUps: 'statement_topUps',
  payouts: 'statement_payouts',
  others: 'statement_others',
} as const satisfies Record<StatementPart, string>

const parts: Partial<Readonly<Record<PostingKind, StatementPart>>> = {
  'cancellation-fee': 'cancellations',
  debt: 'cancellations',
  'debt-collected': 'cancellations',
  'debt-cash': 'cash',
  correction: 'corrections',
  'admin-credit': 'credits',
  reversal: 'credits',
  referral: 'bonuses',
  'top-up': 'topUps',
  refund: 'topUps',
  withdrawal: 'payouts',
  'withdrawal-rejected': 'payouts',
}

/**
 * The group of a wallet entry. The cash that a driver took for a trip is the debit of its settlement [design/money-15];
 * cash for a rider's debts is a posting of kind `debt-cash`.
 */
export const statementPart = (kind: PostingKind, amount: Minor): StatementPart =>
  kind === 'settlement' ? (amount > 0 ? 'shares' : 'cash') : (parts[kind] ?? 'others')

/**
 * Sum of a period's wallet entries of one kind and direction, minor units. `elsewhere`: trips for a fleet other than
 * the statement's, or rides that the driver took as a rider.
 */
export interface WalletSum {
  readonly kind: PostingKind
  readonly elsewhere?: boolean
  readonly amount: Minor
}

export type StatementSums = Readonly<Record<StatementPart | 'opening' | 'closing', Minor>>

/** Opening balance, groups and closing balance of a wallet [design/money-65]. */
export const statementSums = (sums: readonly WalletSum[], opening: Minor): StatementSums => {
  const total = { opening, closing: opening } as Record<StatementPart | 'opening' | 'closing', Minor>
  for (const part of statementParts) total[part] = 0
  for (const { kind, elsewhere, amount } of sums) {
    total[elsewhere ? 'others' : statementPart(kind, amount)] += amount
    total.closing += amount
  }
  return total
}

/** Days a statement covers at most. */
export const statementDays = 366

export type PeriodFault = 'statement_period_order' | 'statement_period_long'

/** What is wrong with a period of this length in days; null: nothing. */
export const checkPeriod = (days: number): PeriodFault | null => {
  if (days < 1) return 'statement_period_order'
  return days > statementDays ? 'statement_period_long' : null
}
