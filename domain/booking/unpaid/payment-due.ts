import { toMajor, toMinor, type Minor } from '../../kit/money.ts'
import type { Refusal } from '../move.ts'
import { refuse } from '../moves/guard.ts'

/** What a rider has not paid, minor units. */
export interface Dues {
  /** the open rest of the rider's debts */
  readonly owed: Minor
  /** PENDING bookings, at most a few */
  readonly unpaid: readonly { readonly id: string; readonly amount: Minor }[]
}

/** The `due` of a `payment_due` reply, major units. */
export interface DueView {
  readonly owed: number
  readonly bookings: readonly { readonly id: string; readonly amount: number }[]
}

/**
 * Refuses a rider's booking with 409 `payment_due` and what to pay: a debt above the limit (major units), or any booking
 * that waits for its payment [design/money-22].
 */
export const refuseUnpaid = ({ owed, unpaid }: Dues, limit: number, exponent: number): Refusal | null => {
  const owes = owed > toMinor(limit, exponent)
  if (!owes && unpaid.length === 0) return null
  const due: DueView = {
    owed: owes ? toMajor(owed, exponent) : 0,
    bookings: unpaid.map(({ id, amount }) => ({ id, amount: toMajor(amount, exponent) })),
  }
  return refuse(409, 'payment_due', { extra: { due } })
}
