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
const receivable = (rider: string, amount: Minor): LedgerEntry => ({ account: 'receivable', holder: rider, amount })
const pendingFees = (driver: string, amount: Minor): LedgerEntry => ({
  account: 'pending-fees',
  holder: driver,
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
  /** K, and whether the office has it; else the driver has */
  readonly cash: Minor
  readonly inOffice?: boolean
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
    facts.inOffice ? unheld('office-cash', -facts.cash) : wallet(facts.driver, -facts.cash),
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

/** Moves the money paid or held for a booking to the booking that takes its place [design/moves-36]. */
export const carryOver = (from: string, to: string, amount: Minor): Posting =>
  post('carry-over', { bookingId: to, reference: from }, [prepayments(from, -amount), prepayments(to, amount)])

/** A captured card payment of a booking, once per payment; `reference` is the payment's id. */
export const capture = (bookingId: string, provider: string, amount: Minor, reference: string): Posting =>
  post('capture', { bookingId, reference }, [clearing(provider, -amount), prepayments(bookingId, amount)])

export const topUp = (user: string, provider: string, amount: Minor, reference: string): Posting =>
  post('top-up', { reference }, [clearing(provider, -amount), wallet(user, amount)])

export const withdrawalAsked = (user: string, amount: Minor, reference: string): Posting =>
  post('withdrawal', { reference }, [wallet(user, -amount), unheld('withdrawals-payable', amount)])

export const withdrawalPaid = (amount: Minor, reference: string): Posting =>
  post('withdrawal-paid', { reference }, [unheld('withdrawals-payable', -amount), unheld('bank', amount)])

export const withdrawalRejected = (user: string, amount: Minor, reference: string): Posting =>
  post('withdrawal-rejected', { reference }, [unheld('withdrawals-payable', -amount), wallet(user, amount)])

export interface ChargeFacts {
  readonly kind: 'cancellation-fee' | 'correction'
  readonly bookingId: string
  readonly rider: string
  readonly driver: string
  /** what the driver and the platform get; together what the rider owes, above 0 */
  readonly toDriver: Minor
  readonly toRevenue: Minor
  /** the part that is in the booking's prepayments already */
  readonly fromPrepayments: Minor
  /** the rider's balance, read under the lock of the wallet */
  readonly balance: Minor
  /** the driver gets the part that the rider has not paid at once (`guaranteeCancelFee`) */
  readonly guaranteed: boolean
}

/**
 * Takes an amount from a rider: held or prepaid money first, then the wallet down to zero; the driver is paid before
 * the platform. What is left is a debt of the rider [design/money-20]: pending for the driver until it is collected, or
 * paid at once when it is guaranteed.
 */
export const chargeRider = (facts: ChargeFacts): readonly Posting[] => {
  const { kind, bookingId, rider, driver, toDriver, toRevenue, fromPrepayments } = facts
  const fromWallet = Math.min(Math.max(0, facts.balance), toDriver + toRevenue - fromPrepayments)
  const driverNow = Math.min(toDriver, fromPrepayments + fromWallet)
  const revenueNow = fromPrepayments + fromWallet - driverNow
  return [
    post(kind, { bookingId }, [
      prepayments(bookingId, -fromPrepayments),
      wallet(rider, -fromWallet),
      wallet(driver, driverNow),
      unheld('revenue', revenueNow),
    ]),
    debt(facts, toDriver - driverNow, facts.guaranteed ? wallet : pendingFees),
    debt(facts, toRevenue - revenueNow, (_, amount) => unheld('revenue', amount)),
  ].filter(({ entries }) => entries.length > 0)
}

/** One debt of a rider; its reference is the kind of posting that could not be collected. */
const debt = (
  { bookingId, kind, rider, driver }: ChargeFacts,
  amount: Minor,
  creditor: (driver: string, amount: Minor) => LedgerEntry,
): Posting => post('debt', { bookingId, reference: kind }, [receivable(rider, -amount), creditor(driver, amount)])

/** The part of a charge that could not be collected, minor units: `owed` by the rider, `pending` for the driver. */
export const uncollected = (postings: readonly Posting[] = []): { readonly owed: Minor; readonly pending: Minor } => {
  const of = (account: LedgerEntry['account']) =>
    postings
      .flatMap(({ entries }) => entries)
      .reduce((sum, entry) => sum + (entry.account === account ? Math.abs(entry.amount) : 0), 0)
  return { owed: of('receivable'), pending: of('pending-fees') }
}

/** The open rest of a debt. `driver`: has a pending fee; null: the driver was paid, or the debt is to the platform. */
export interface OpenDebt {
  readonly id: string
  readonly bookingId: string | null
  readonly rider: string
  readonly driver: string | null
  readonly rest: Minor
}

const pendingPart = ({ driver }: OpenDebt, amount: Minor): LedgerEntry[] =>
  driver === null ? [] : [pendingFees(driver, -amount)]

const about = ({ id, bookingId }: OpenDebt) => ({ reference: id, ...(bookingId === null ? {} : { bookingId }) })

/** Money of the rider's wallet pays a debt, or a part of it; a pending fee becomes the driver's [design/money-34]. */
export const debtCollected = (open: OpenDebt, amount: Minor): Posting =>
  post('debt-collected', about(open), [
    wallet(open.rider, -amount),
    receivable(open.rider, amount),
    ...pendingPart(open, amount),
    ...(open.driver === null ? [] : [wallet(open.driver, amount)]),
  ])

interface DebtCashFacts {
  readonly bookingId: string
  readonly driver: string
  readonly rider: string
  readonly amount: Minor
}

const debtCash = ({ bookingId, driver, rider, amount }: DebtCashFacts, reference?: string): Posting =>
  post('debt-cash', { bookingId, ...(reference === undefined ? {} : { reference }) }, [
    wallet(driver, -amount),
    wallet(rider, amount),
  ])

/**
 * Cash for debts that a rider gave the driver of a later ride. The credit of the rider's wallet pays the debts; what
 * was paid in another way meanwhile stays in the wallet [design/money-70].
 */
export const debtInCash = (facts: DebtCashFacts): Posting => debtCash(facts)

/** The office's record that the driver of a trip took this debt in cash; it pays no older one [design/money-99]. */
export const debtTakenByDriver = (
  open: OpenDebt,
  { bookingId, driver }: Pick<DebtCashFacts, 'bookingId' | 'driver'>,
): readonly Posting[] => [
  debtCash({ bookingId, driver, rider: open.rider, amount: open.rest }, open.id),
  debtCollected(open, open.rest),
]

/** The office gives up the rest of a debt: the driver's pending fee ends, or the platform bears it. */
export const debtWrittenOff = (open: OpenDebt): Posting =>
  post('debt-written-off', about(open), [
    receivable(open.rider, open.rest),
    ...(open.driver === null ? [unheld('bad-debt', -open.rest)] : pendingPart(open, open.rest)),
  ])

/** The oldest debts first, as far as the balance reaches. */
export const collectDebts = (balance: Minor, debts: readonly OpenDebt[]): Posting[] => {
  let left = balance
  return debts.flatMap((open) => {
    const amount = Math.min(left, open.rest)
    if (amount <= 0) return []
    left -= amount
    return [debtCollected(open, amount)]
  })
}

/** Takes from the debts in their order, as far as the amount reaches. */
const takeFrom = (debts: readonly OpenDebt[], amount: Minor): { debts: OpenDebt[]; left: Minor } => {
  let left = amount
  const rests = debts.map((open) => {
    const part = Math.min(left, open.rest)
    left -= part
    return { ...open, rest: open.rest - part }
  })
  return { debts: rests, left }
}

/**
 * Uses what is given back of a fare to pay the open debts of the same booking first [design/money-82]: the driver's
 * part pays debts that are pending for the driver, the platform's part the others, and what is left of each part the
 * rest. So neither pays or gets what the rider has not paid.
 */
export const collectOwnDebts = (given: { share: Minor; fee: Minor }, debts: readonly OpenDebt[]): Posting[] => {
  const pending = takeFrom(
    debts.filter(({ driver }) => driver !== null),
    given.share,
  )
  const others = takeFrom(
    debts.filter(({ driver }) => driver === null),
    given.fee,
  )
  const end = takeFrom([...pending.debts, ...others.debts], pending.left + others.left)
  const rests = new Map(end.debts.map(({ id, rest }) => [id, rest]))
  return debts.flatMap((open) => {
    const amount = open.rest - (rests.get(open.id) ?? open.rest)
    return amount > 0 ? [debtCollected(open, amount)] : []
  })
}

export interface GivenBackFacts {
  readonly bookingId: string
  readonly rider: string
  readonly driver: string
  /** what driver and platform bear of it, 0 or more */
  readonly share: Minor
  readonly fee: Minor
}

/** A part of a paid fare that the office gives back to the rider's wallet [design/money-33]. */
export const fareGivenBack = ({ bookingId, rider, driver, share, fee }: GivenBackFacts): Posting =>
  post('correction', { bookingId }, [wallet(rider, share + fee), wallet(driver, -share), unheld('revenue', -fee)])

/** The referrer's bonus; `reference` is the referred user's id. */
export const referralBonus = (referrer: string, amount: Minor, reference: string): Posting =>
  post('referral', { reference }, [unheld('referral-expense', -amount), wallet(referrer, amount)])

/** An admin's credit; its reference is AdminCredit [wallet-9]. */
export const adminCredit = (user: string, amount: Minor, inCash = false): Posting =>
  post('admin-credit', { reference: 'AdminCredit' }, [
    unheld(inCash ? 'office-cash' : 'admin-adjustments', -amount),
    wallet(user, amount),
  ])

/**
 * The opposite of a posting, since postings are never edited [design/money-9]. `reference` is the reversed
 * transaction's id.
 */
export const reversal = (posting: Posting, reference: string): Posting =>
  post(
    'reversal',
    { reference, ...(posting.bookingId === null ? {} : { bookingId: posting.bookingId }) },
    posting.entries.map((entry) => ({ ...entry, amount: -entry.amount })),
  )
