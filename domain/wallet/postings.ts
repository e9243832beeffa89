import type { Minor } from '../kit/money.ts'
import type { LedgerEntry, Posting, PostingKind } from './ledger-entry.ts'

/** Amounts in minor units. A wallet entry is + for a credit to its owner and − for a debit [design/money-9]. */
const wallet = (user: string, amount: Minor): LedgerEntry => ({ account: 'wallet', holder: user, amount })
const prepayments = (booking: string, amount: Minor): LedgerEntry => ({
  account: 'prepayments',
  holder: booking,
  amount,
})
const clearing = (provider: string, amount: Minor): LedgerEntry => ({
  account: 'gateway-clearing',
  holder: provider,
  amount,
})
const unheld = (account: LedgerEntry['account'], amount: Minor): LedgerEntry => ({ account, holder: null, amount })

const post = (
  kind: PostingKind,
  about: { bookingId?: string; reference?: string },
  entries: readonly LedgerEntry[],
): Posting => {
  const kept = entries.filter((entry) => entry.amount !== 0)
  let sum = 0
  for (const { amount } of kept) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`${kind}: not a safe amount ${amount}`)
    sum += amount
  }
  if (sum !== 0) throw new RangeError(`${kind}: the entries sum to ${sum}`)
  return { kind, bookingId: about.bookingId ?? null, reference: about.reference ?? null, entries: kept }
}

export interface SettlementFacts {
  readonly bookingId: string
  readonly driver: string
  readonly customer: string
  readonly driverShare: Minor
  readonly convenienceFees: Minor
  /** W: paid from held wallet money */
  readonly wallet: Minor
  /** C */
  readonly card: Minor
  /** K */
  readonly cash: Minor
  /** D */
  readonly discount: Minor
  /** X: written off */
  readonly writtenOff: Minor
  /** H − W: the unused part of the hold */
  readonly surplus: Minor
}

/** The one settlement of a booking [design/money-14]. Throws RangeError unless S + F = W + C + K + D + X. */
export const settlement = (facts: SettlementFacts): Posting =>
  post('settlement', { bookingId: facts.bookingId }, [
    unheld('bad-debt', -facts.writtenOff),
    prepayments(facts.bookingId, -(facts.wallet + facts.card + facts.surplus)),
    wallet(facts.driver, -facts.cash),
    unheld('promo-expense', -facts.discount),
    wallet(facts.driver, facts.driverShare),
    unheld('revenue', facts.convenienceFees),
    wallet(facts.customer, facts.surplus),
  ])

/** Reserves wallet money for a booking. */
export const hold = (bookingId: string, customer: string, amount: Minor): Posting =>
  post('hold', { bookingId }, [wallet(customer, -amount), prepayments(bookingId, amount)])

export const holdRelease = (bookingId: string, customer: string, amount: Minor): Posting =>
  post('hold-release', { bookingId }, [prepayments(bookingId, -amount), wallet(customer, amount)])

/** A captured card payment of a booking, once per payment; `reference` is the payment's id. */
export const capture = (bookingId: string, provider: string, amount: Minor, reference: string): Posting =>
  post('capture', { bookingId, reference }, [clearing(provider, -amount), prepayments(bookingId, amount)])

export const refund = (bookingId: string, provider: string, amount: Minor, reference: string): Posting =>
  post('refund', { bookingId, reference }, [prepayments(bookingId, -amount), clearing(provider, amount)])

export const topUp = (user: string, provider: string, amount: Minor, reference: string): Posting =>
  post('top-up', { reference }, [clearing(provider, -amount), wallet(user, amount)])

export const withdrawalAsked = (user: string, amount: Minor, reference: string): Posting =>
  post('withdrawal', { reference }, [wallet(user, -amount), unheld('withdrawals-payable', amount)])

export const withdrawalPaid = (amount: Minor, reference: string): Posting =>
  post('withdrawal-paid', { reference }, [unheld('withdrawals-payable', -amount), unheld('bank', amount)])

export const withdrawalRejected = (user: string, amount: Minor, reference: string): Posting =>
  post('withdrawal-rejected', { reference }, [unheld('withdrawals-payable', -amount), wallet(user, amount)])

export interface CancellationFeeFacts {
  readonly bookingId: string
  readonly customer: string
  readonly driver: string
  readonly fee: Minor
  /** the part from held or prepaid money; the rest is debited from the rider's wallet */
  readonly fromPrepayments: Minor
}

export const cancellationFee = (facts: CancellationFeeFacts): Posting =>
  post('cancellation-fee', { bookingId: facts.bookingId }, [
    prepayments(facts.bookingId, -facts.fromPrepayments),
    wallet(facts.customer, -(facts.fee - facts.fromPrepayments)),
    wallet(facts.driver, facts.fee),
  ])

export interface CorrectionFacts {
  readonly bookingId: string
  readonly customer: string
  readonly driver: string
  /** what driver and platform get of it; both negative when it is given back to the rider */
  readonly share: Minor
  readonly fee: Minor
}

/** A fare that the office corrects: from the rider's wallet to driver and platform, or back [design/money-33]. */
export const fareCorrection = ({ bookingId, customer, driver, share, fee }: CorrectionFacts): Posting =>
  post('correction', { bookingId }, [wallet(customer, -(share + fee)), wallet(driver, share), unheld('revenue', fee)])

/** The referrer's bonus; `reference` is the referred user's id. */
export const referralBonus = (referrer: string, amount: Minor, reference: string): Posting =>
  post('referral', { reference }, [unheld('referral-expense', -amount), wallet(referrer, amount)])

/** An admin's credit; its reference is AdminCredit [wallet-9]. */
export const adminCredit = (user: string, amount: Minor): Posting =>
  post('admin-credit', { reference: 'AdminCredit' }, [unheld('admin-adjustments', -amount), wallet(user, amount)])

/** The opposite of a posting, since postings are never edited [design/money-9]. `reference` is the reversed transaction's id. */
export const reversal = (posting: Posting, reference: string): Posting =>
  post(
    'reversal',
    { reference, ...(posting.bookingId === null ? {} : { bookingId: posting.bookingId }) },
    posting.entries.map((entry) => ({ ...entry, amount: -entry.amount })),
  )
