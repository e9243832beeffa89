import { toMajor, type Minor } from '../../kit/money.ts'
import type { PaymentMode } from '../booking.ts'
import type { Refusal } from '../move.ts'
import { refuse } from '../moves/guard.ts'

/** What a rider has not paid, minor units. */
export interface Dues {
  /** the open rest of the rider's debts */
  readonly owed: Minor
  /** PENDING bookings, at most a few */
  readonly unpaid: readonly { readonly id: string; readonly amount: Minor }[]
  /** another ride was booked to pay these debts in cash: it is still open, or the rider did not pay them with it */
  readonly promised: boolean
}

/** The `due` of a `payment_due` reply, major units. */
export interface DueView {
  readonly owed: number
  readonly bookings: readonly { readonly id: string; readonly amount: number }[]
  /** whether the rider may book a ride in cash and pay `owed` to its driver */
  readonly inCash: boolean
}

/** Nothing is due. */
export const noDues = { debtDue: 0 } as const

export interface DueTerms {
  /** `riderDebtLimit`, minor units */
  readonly limit: Minor
  /** `debtInCashLimit`, minor units */
  readonly mostInCash: Minor
  readonly exponent: number
  readonly mode: PaymentMode
  /** what the rider agreed to pay with this ride */
  readonly inCash: Minor | undefined
}

/**
 * Refuses a rider's booking with 409 `payment_due` and what to pay: a debt above the limit, or any booking that waits
 * for its payment [design/money-22]. Debts alone, up to a limit, may be paid to the driver with a cash ride, by exactly
 * the amount that the rider agreed to, and with one ride only [design/money-70]; then they are the booking's `debtDue`.
 */
export const judgeDues = (
  { owed, unpaid, promised }: Dues,
  { limit, mostInCash, exponent, mode, inCash }: DueTerms,
): Refusal | { readonly debtDue: Minor } => {
  const owes = owed > limit
  if (!owes && unpaid.length === 0) return noDues
  const may = owes && owed <= mostInCash && unpaid.length === 0 && !promised
  if (may && mode === 'cash' && inCash === owed) return { debtDue: owed }
  const due: DueView = {
    owed: owes ? toMajor(owed, exponent) : 0,
    bookings: unpaid.map(({ id, amount }) => ({ id, amount: toMajor(amount, exponent) })),
    inCash: may,
  }
  return refuse(409, 'payment_due', { extra: { due } })
}
