import type { Minor } from '../kit/money.ts'
import type { Posting } from '../wallet/ledger-entry.ts'
import { debtCollected, type OpenDebt } from '../wallet/postings.ts'

/** Money of a booking, or of a top-up that was paid twice, that a refund returns. */
export interface RefundFacts {
  /** the booking's id; null: `holder` is a top-up */
  readonly bookingId: string | null
  /** the holder of the prepayments: the booking's or the top-up's id */
  readonly holder: string
  readonly provider: string
  readonly amount: Minor
  /** the refund's id; an index allows one posting for each */
  readonly reference: string
}

/** A second payment of one top-up. The wallet was credited once, so this money waits in prepayments for its refund. */
export const strayCapture = (topUpId: string, provider: string, amount: Minor, reference: string): Posting => ({
  kind: 'capture',
  bookingId: null,
  reference,
  entries: [
    { account: 'gateway-clearing', holder: provider, amount: -amount },
    { account: 'prepayments', holder: topUpId, amount },
  ],
})

/** A refund that the gateway made: prepayments −R, clearing +R [design/money-11]. */
export const refundToCard = ({ bookingId, holder, provider, amount, reference }: RefundFacts): Posting => ({
  kind: 'refund',
  bookingId,
  reference,
  entries: [
    { account: 'prepayments', holder, amount: -amount },
    { account: 'gateway-clearing', holder: provider, amount },
  ],
})

/**
 * A refund that the gateway finally rejected: the payer's wallet is credited instead, never both [design/payments-29].
 */
export const refundToWallet = ({ bookingId, holder, amount, reference }: RefundFacts, user: string): Posting => ({
  kind: 'refund',
  bookingId,
  reference,
  entries: [
    { account: 'prepayments', holder, amount: -amount },
    { account: 'wallet', holder: user, amount },
  ],
})

/**
 * A refund to the card that was done failed later: the gateway has its money again, and the payer's wallet gets it.
 * Clearing −R, wallet +R [design/payments-100].
 */
export const refundFailed = ({ bookingId, provider, amount, reference }: RefundFacts, user: string): Posting => ({
  kind: 'refund',
  bookingId,
  reference: `${reference}-failed`,
  entries: [
    { account: 'gateway-clearing', holder: provider, amount: -amount },
    { account: 'wallet', holder: user, amount },
  ],
})

/**
 * The gateway refunded to the card after the wallet had been credited: clearing +R, and the payer owes it, receivable
 * −R [design/payments-64].
 */
export const refundPaidTwice = ({ bookingId, provider, amount, reference }: RefundFacts, user: string): Posting => ({
  kind: 'debt',
  bookingId,
  reference,
  entries: [
    { account: 'gateway-clearing', holder: provider, amount },
    { account: 'receivable', holder: user, amount: -amount },
  ],
})

/**
 * Takes back the debt of a refund that was paid twice and failed later [design/payments-115]. Clearing −R; ends what is
 * open of the debt, and gives the payer's wallet what it had paid of it. What the office had written off comes out of
 * bad debt (+X), not to the payer.
 */
export const paidTwiceFailed = (
  { bookingId, provider, amount }: RefundFacts,
  user: string,
  debt: OpenDebt & { readonly writtenOff: Minor },
): readonly Posting[] => [
  {
    kind: 'refund',
    bookingId,
    reference: `${debt.id}-failed`,
    entries: [
      { account: 'gateway-clearing' as const, holder: provider, amount: -amount },
      { account: 'wallet' as const, holder: user, amount: amount - debt.writtenOff },
      { account: 'bad-debt' as const, holder: null, amount: debt.writtenOff },
    ].filter((entry) => entry.amount !== 0),
  },
  ...(debt.rest > 0 ? [debtCollected(debt, debt.rest)] : []),
]
