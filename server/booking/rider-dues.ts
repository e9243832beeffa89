import { noShowReason } from '@remis/domain/booking/system-reason'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/** The customer's bookings that wait for their payment, at most 5, minor units. */
export const listUnpaidBookings = (
  db: Kysely<Tables>,
  customer: string,
): Promise<{ readonly id: string; readonly amount: number }[]> =>
  db
    .selectFrom('bookings')
    .select(['id', 'payable_amount as amount'])
    .where('customer', '=', customer)
    .where('status', '=', 'PENDING')
    .limit(5)
    .execute()

/**
 * Whether a ride was booked to pay the rider's open debts in cash [design/money-70]. Not counted: one that the driver
 * or the office cancelled, or the rider before a driver accepted it. A no-show of the rider counts.
 */
export const hasPromisedDebts = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from bookings b where b.customer = ${customer} and b.debt_due > 0 and b.debt_paid = 0
      and (b.status <> 'CANCELLED' or (b.cancelled_by = 'rider' and b.accepted_at is not null)
        or (b.cancelled_by = 'driver' and b.reason = ${noShowReason}))
      and b.booking_date >= (select min(at) from debts where rider_id = ${customer} and rest > 0)) as found`.execute(tx)
  return rows[0]!.found
}
