import type { Minor } from '../kit/money.ts'
import { accounts, type Account, type PostingKind } from './ledger-entry.ts'

/** What one kind of posting moved on one account in a period. Minor units; `credit` is 0 or more, `debit` 0 or less. */
export interface PostingSum {
  readonly account: Account
  readonly kind: PostingKind
  readonly credit: Minor
  readonly debit: Minor
}

/** Balances by account; an account without entries is absent. */
export type AccountAmounts = Partial<Readonly<Record<Account, Minor>>>

export type Side = 'credit' | 'debit'

/** Adds up what such postings moved on these sides. */
export const sumPostings = (
  postings: readonly PostingSum[],
  { account, kind }: Partial<Pick<PostingSum, 'account' | 'kind'>>,
  sides: readonly Side[],
): Minor =>
  postings
    .filter((one) => (account === undefined || one.account === account) && (kind === undefined || one.kind === kind))
    .reduce((sum, one) => sides.reduce((total, side) => total + one[side], sum), 0)

/** Balances after the postings of a period. */
export const balancesAfter = (opening: AccountAmounts, postings: readonly PostingSum[]): AccountAmounts => {
  const balances: Partial<Record<Account, Minor>> = { ...opening }
  for (const { account, credit, debit } of postings) balances[account] = (balances[account] ?? 0) + credit + debit
  return balances
}

export interface AccountMovement {
  readonly account: Account
  readonly opening: Minor
  readonly credit: Minor
  readonly debit: Minor
  readonly closing: Minor
}

/** One row per account; the openings, the movements and the closings each sum to zero [invariants-M2]. */
export const movementsOf = (opening: AccountAmounts, postings: readonly PostingSum[]): AccountMovement[] => {
  const closing = balancesAfter(opening, postings)
  return accounts.map((account) => ({
    account,
    opening: opening[account] ?? 0,
    credit: sumPostings(postings, { account }, ['credit']),
    debit: sumPostings(postings, { account }, ['debit']),
    closing: closing[account] ?? 0,
  }))
}
