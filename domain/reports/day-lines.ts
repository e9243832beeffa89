import type { english } from '../texts/english.ts'
import type { DayDifference } from './day-close.ts'
import type { DayTotals } from './day-close-api.ts'

type TextKey = keyof typeof english

/** A line of the totals of a day: the key of its name, and an amount in major units. */
export interface DayLine {
  readonly text: TextKey
  readonly amount: number
}

export interface DayPart {
  readonly text: TextKey
  readonly lines: readonly DayLine[]
}

/** The totals of a day in the order of the page and of the file [design/money-63]. */
export const dayParts = ({ trips, moves }: Pick<DayTotals, 'trips' | 'moves'>): readonly DayPart[] => [
  {
    text: 'day_trips',
    lines: [
      { text: 'report_trip_cost', amount: trips.tripCost },
      { text: 'report_driver_share', amount: trips.driverShare },
      { text: 'report_fee', amount: trips.convenienceFee },
    ],
  },
  {
    text: 'day_paid_by',
    lines: [
      { text: 'day_cash_drivers', amount: trips.cashWithDrivers },
      { text: 'account_office-cash', amount: trips.cashInOffice },
      { text: 'day_card', amount: trips.card },
      { text: 'day_wallet', amount: trips.wallet },
      { text: 'report_discount', amount: trips.discount },
      { text: 'account_bad-debt', amount: trips.writtenOff },
    ],
  },
  {
    text: 'day_moves',
    lines: [
      { text: 'posting_capture', amount: moves.cardPayments },
      { text: 'posting_top-up', amount: moves.topUps },
      { text: 'day_refunds_card', amount: moves.refundsToCard },
      { text: 'day_refunds_wallet', amount: moves.refundsToWallet },
      { text: 'posting_cancellation-fee', amount: moves.cancellationFees },
      { text: 'posting_correction', amount: moves.corrections },
      { text: 'day_corrected_fees', amount: moves.correctedFees },
      { text: 'account_admin-adjustments', amount: moves.credits },
      { text: 'day_credits_cash', amount: moves.creditsInCash },
      { text: 'day_credits_back', amount: moves.creditsTakenBack },
      { text: 'account_referral-expense', amount: moves.bonuses },
      { text: 'posting_withdrawal', amount: moves.withdrawalsRequested },
      { text: 'posting_withdrawal-rejected', amount: moves.withdrawalsRejected },
      { text: 'posting_withdrawal-paid', amount: moves.payouts },
      { text: 'posting_debt', amount: moves.newDebts },
      { text: 'posting_debt-cash', amount: moves.debtsInCash },
      { text: 'posting_debt-collected', amount: moves.debtsCollected },
      { text: 'posting_debt-written-off', amount: moves.debtsWrittenOff },
    ],
  },
]

/** What is compared when a day is closed. */
export const dayCheckTexts: Readonly<Record<DayDifference['check'], TextKey>> = {
  convenienceFee: 'report_fee',
  discount: 'report_discount',
  cashWithDrivers: 'day_cash_drivers',
  cashInOffice: 'account_office-cash',
  writtenOff: 'account_bad-debt',
  shareLessPrepaid: 'day_share_less_prepaid',
  payouts: 'posting_withdrawal-paid',
  refunds: 'posting_refund',
  balance: 'ledger_sum',
}
