import type { Minor } from '../kit/money.ts'
import type { Account, PostingKind } from '../wallet/ledger-entry.ts'
import { sumPostings as sumOf, type PostingSum, type Side } from '../wallet/trial-balance.ts'

/**
 * Sums of the bookings that were settled in a day, and of the withdrawals and refunds that were posted. Minor units.
 */
export interface DayRecords {
  readonly rides: number
  readonly tripCost: Minor
  readonly driverShare: Minor
  readonly convenienceFee: Minor
  readonly discount: Minor
  readonly wallet: Minor
  readonly card: Minor
  /** cash that the drivers have, cash that the office has */
  readonly cashWithDrivers: Minor
  readonly cashInOffice: Minor
  readonly writtenOff: Minor
  readonly payouts: Minor
  readonly refunds: Minor
}

export const dayChecks = [
  'convenienceFee',
  'discount',
  'cashWithDrivers',
  'cashInOffice',
  'writtenOff',
  'shareLessPrepaid',
  'payouts',
  'refunds',
  'balance',
] as const

/** Where the books of a day differ from what was recorded. Minor units. */
export interface DayDifference {
  readonly check: (typeof dayChecks)[number]
  readonly recorded: Minor
  readonly posted: Minor
}

const both = ['credit', 'debit'] as const

/** Zero, never minus zero. */
const positive = (amount: Minor): Minor => (amount === 0 ? 0 : -amount)

/**
 * Compares what was recorded in a day with the ledger [design/money-63]; empty: they are equal. The prepayments of a
 * settlement contain the unused part of a hold, which is a wallet credit like the share, so shares and prepaid money
 * are compared in one line: S − W − C.
 */
export const differencesOf = (recorded: DayRecords, postings: readonly PostingSum[]): DayDifference[] => {
  const settled = (account: Account, sides: readonly Side[]) => sumOf(postings, { account, kind: 'settlement' }, sides)
  const compared: Record<DayDifference['check'], readonly [Minor, Minor]> = {
    convenienceFee: [recorded.convenienceFee, settled('revenue', both)],
    discount: [recorded.discount, positive(settled('promo-expense', both))],
    cashWithDrivers: [recorded.cashWithDrivers, positive(settled('wallet', ['debit']))],
    cashInOffice: [recorded.cashInOffice, positive(settled('office-cash', both))],
    writtenOff: [recorded.writtenOff, positive(settled('bad-debt', both))],
    shareLessPrepaid: [
      recorded.driverShare - recorded.wallet - recorded.card,
      settled('wallet', ['credit']) + settled('prepayments', both),
    ],
    payouts: [recorded.payouts, sumOf(postings, { account: 'bank', kind: 'withdrawal-paid' }, both)],
    refunds: [recorded.refunds, positive(sumOf(postings, { account: 'prepayments', kind: 'refund' }, both))],
    balance: [0, sumOf(postings, {}, both)],
  }
  return dayChecks.flatMap((check) => {
    const [wanted, posted] = compared[check]
    return wanted === posted ? [] : [{ check, recorded: wanted, posted }]
  })
}

/** What was posted in a day apart from the trips, each as the amount that moved. Minor units. */
export interface DayMoves {
  readonly cancellationFees: Minor
  /** moved by corrections in either direction, and what of it changed the fees; below zero: fees given back */
  readonly corrections: Minor
  readonly correctedFees: Minor
  /** with those that were paid twice, less those that failed later; below zero: more failed than was refunded */
  readonly refundsToCard: Minor
  readonly refundsToWallet: Minor
  readonly cardPayments: Minor
  readonly topUps: Minor
  readonly withdrawalsRequested: Minor
  readonly withdrawalsRejected: Minor
  readonly payouts: Minor
  readonly credits: Minor
  /** the part of the credits that the office took in cash */
  readonly creditsInCash: Minor
  readonly creditsTakenBack: Minor
  readonly bonuses: Minor
  readonly newDebts: Minor
  /** paid in cash to the driver of a later ride */
  readonly debtsInCash: Minor
  readonly debtsCollected: Minor
  readonly debtsWrittenOff: Minor
}

/** The moves of a day from its postings [design/money-63]. */
export const movesOf = (postings: readonly PostingSum[]): DayMoves => {
  const of = (kind: PostingKind, account: Account, side: Side) => {
    const sum = sumOf(postings, { kind, account }, [side])
    return side === 'debit' ? positive(sum) : sum
  }
  return {
    cancellationFees: of('cancellation-fee', 'wallet', 'credit'),
    corrections: sumOf(postings, { kind: 'correction' }, ['credit']),
    correctedFees: sumOf(postings, { kind: 'correction', account: 'revenue' }, both),
    refundsToCard:
      sumOf(postings, { kind: 'refund', account: 'gateway-clearing' }, both) +
      sumOf(postings, { kind: 'debt', account: 'gateway-clearing' }, both),
    refundsToWallet: of('refund', 'wallet', 'credit'),
    cardPayments: of('capture', 'gateway-clearing', 'debit'),
    topUps: of('top-up', 'wallet', 'credit'),
    withdrawalsRequested: of('withdrawal', 'withdrawals-payable', 'credit'),
    withdrawalsRejected: of('withdrawal-rejected', 'wallet', 'credit'),
    payouts: of('withdrawal-paid', 'bank', 'credit'),
    credits: of('admin-credit', 'wallet', 'credit'),
    creditsInCash: of('admin-credit', 'office-cash', 'debit'),
    creditsTakenBack: of('reversal', 'wallet', 'debit'),
    bonuses: of('referral', 'wallet', 'credit'),
    newDebts: of('debt', 'receivable', 'debit'),
    debtsInCash: of('debt-cash', 'wallet', 'debit'),
    debtsCollected: of('debt-collected', 'receivable', 'credit'),
    debtsWrittenOff: of('debt-written-off', 'receivable', 'credit'),
  }
}
