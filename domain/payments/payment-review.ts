import type { Minor } from '../kit/money.ts'

/** Why an attempt, a refund or a chargeback waits for a person: [design/payments-23], -101, -108. */
export const reviewReasons = [
  'amount_differs',
  'no_payment_id',
  'test_payment',
  'money_of_other',
  'second_money',
  'no_answer',
  'refund_no_answer',
  'charged_back',
  'other',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

/**
 * `accept`: apply the money to its order; `refund`: send it back; `close`: nothing was received. Of a refund, `made`:
 * the gateway made it; `credit`: it made none, so the payer's wallet gets the money. Of a chargeback, `handled`: the
 * office did what it asks for, and nothing is booked.
 */
export const reviewEnds = ['accept', 'refund', 'close', 'made', 'credit', 'handled'] as const
export type ReviewEnd = (typeof reviewEnds)[number]

export interface ReviewFacts {
  readonly reason: ReviewReason
  /** minor units of the attempt */
  readonly amount: Minor
  readonly currency: string
  /** the money that the gateway reported; null: it reported none */
  readonly reported: { readonly amount: Minor; readonly currency: string } | null
  /** no real money */
  readonly test: boolean
}

/**
 * How the office may end a review. The ledger gets what the gateway has and nothing else, so other money than the
 * attempt's is refunded and not accepted, and money in another currency is left to the gateway [design/payments-65].
 */
export const endsOfReview = ({ reason, amount, currency, reported, test }: ReviewFacts): readonly ReviewEnd[] => {
  if (reason === 'refund_no_answer') return ['made', 'credit']
  if (reason === 'charged_back') return ['handled']
  if (test || reason === 'money_of_other') return ['close']
  if (reported === null) return ['accept', 'close']
  if (reported.currency !== currency || reported.amount <= 0) return ['close']
  // The order of a second money is paid already.
  return reported.amount === amount && reason !== 'second_money' ? ['accept', 'refund', 'close'] : ['refund', 'close']
}
