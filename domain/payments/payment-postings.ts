import type { Minor } from '../kit/money.ts'
import type { Posting } from '../wallet/ledger-entry.ts'

/** What a refund gives back: money of a booking, or money for a top-up that was paid twice. */
export interface GivenBack {
  /** the booking's id; null: `holder` is a top-up */
  readonly bookingId: string | null
  /** whose prepayments hold the money: the booking's or the top-up's id */
  readonly holder: string
  readonly provider: string
  readonly amount: Minor
  /** the refund's id: one posting each, by an index */
  readonly reference: string
}

/** A second payment of a top-up: the wallet was credited once, so this money only waits to go back. */
export const strayCapture = (topUpId: string, provider: string, amount: Minor, reference: string): Posting => ({
  kind: 'capture',
  bookingId: null,
  reference,
  entries: [
    { account: 'gateway-clearing', holder: provider, amount: -amount },
    { account: 'prepayments', holder: topUpId, amount },
  ],
})

/** design §7 "Refund": prepayments −R, clearing +R, when the gateway has done it. */
export const refundToCard = ({ bookingId, holder, provider, amount, reference }: GivenBack): Posting => ({
  kind: 'refund',
  bookingId,
  reference,
  entries: [
    { account: 'prepayments', holder, amount: -amount },
    { account: 'gateway-clearing', holder: provider, amount },
  ],
})

/** payments.md §5.2: a refund that the gateway will never do goes to the payer's wallet instead, never to both. */
export const refundToWallet = ({ bookingId, holder, amount, reference }: GivenBack, user: string): Posting => ({
  kind: 'refund',
  bookingId,
  reference,
  entries: [
    { account: 'prepayments', holder, amount: -amount },
    { account: 'wallet', holder: user, amount },
  ],
})
