import type { Minor } from '../kit/money.ts'
import { creditFaults } from './wallet-credit.ts'

/** Why an attempt, a refund or a chargeback waits for a person: [design/payments-23], -101, -108, -113. */
export const reviewReasons = [
  'amount_differs',
  'no_payment_id',
  'test_payment',
  'money_of_other',
  'second_money',
  'no_answer',
  'refund_no_answer',
  'refund_refused',
  'refund_failed',
  'charged_back',
  'other',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

/**
 * `accept`: apply the money to its order; `refund`: send it back; `close`: nothing was received. For a refund, `made`:
 * the gateway made it; `credit`: the gateway did not, so the payer's wallet gets the money; `settled`: the gateway did
 * not, and the office settled it outside Remis. For a chargeback, `won` or `lost`: the bank's decision; posts nothing.
 */
export const reviewEnds = ['accept', 'refund', 'close', 'made', 'credit', 'settled', 'won', 'lost'] as const
export type ReviewEnd = (typeof reviewEnds)[number]

/** Why this admin cannot credit the wallet with a refund; `own-ask`: a second admin decides [design/money-112]. */
export const noCredits = [...creditFaults, 'own-ask'] as const
export type NoCredit = (typeof noCredits)[number]

export interface ReviewFacts {
  readonly reason: ReviewReason
  /** minor units of the attempt */
  readonly amount: Minor
  readonly currency: string
  /** the money that the gateway reported; null: it reported none */
  readonly reported: { readonly amount: Minor; readonly currency: string } | null
  /** no real money */
  readonly test: boolean
  /** the payer's bank asks for the money or has taken it back, and the office has not won the dispute */
  readonly isDisputed: boolean
  /** of a refund; null: the wallet may be credited */
  readonly noCredit: NoCredit | null
}

/**
 * How the office may end a review. The ledger gets what the gateway has and nothing else, so other money than the
 * attempt's is refunded and not accepted, and money in another currency is left to the gateway [design/payments-65].
 */
export const endsOfReview = ({
  reason,
  amount,
  currency,
  reported,
  test,
  isDisputed,
  noCredit,
}: ReviewFacts): readonly ReviewEnd[] => {
  if (reason === 'refund_no_answer') return ['made', noCredit === null ? 'credit' : 'settled']
  if (reason === 'refund_refused' || reason === 'refund_failed')
    return noCredit === null ? ['credit', 'settled'] : ['settled']
  if (reason === 'charged_back') return ['won', 'lost']
  if (test || isDisputed || reason === 'money_of_other') return ['close']
  if (reported === null) return ['accept', 'close']
  if (reported.currency !== currency || reported.amount <= 0) return ['close']
  // The order of a second money is paid already.
  return reported.amount === amount && reason !== 'second_money' ? ['accept', 'refund', 'close'] : ['refund', 'close']
}
