import type { UncollectedFee } from '@remis/domain/booking/view-booking'
import type { OpenDebt } from '@remis/domain/wallet/postings'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/**
 * The debts of a booking's fare, its fees and corrections, also those that have ended, the oldest first. Debts of a
 * refund that was paid twice are left out [design/money-113]. A move locks the rider's wallet before.
 */
export const listFareDebtsOf = (
  db: Kysely<Tables>,
  bookingId: string,
): Promise<(OpenDebt & { readonly writtenOff: number })[]> =>
  db
    .selectFrom('debts')
    .select(['id', 'booking_id as bookingId', 'rider_id as rider', 'driver_id as driver', 'rest'])
    .select('written_off as writtenOff')
    .where('booking_id', '=', bookingId)
    .where('reason', 'in', ['cancellation-fee', 'correction'])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The cancellation fees of these bookings that were not collected whole, by the booking's id. */
export const listUncollectedFees = async (
  db: Kysely<Tables>,
  bookings: readonly string[],
): Promise<ReadonlyMap<string, UncollectedFee>> => {
  if (bookings.length === 0) return new Map()
  const rows = await db
    .selectFrom('debts')
    .select(['booking_id', 'rest', 'written_off', 'driver_id'])
    .where('reason', '=', 'cancellation-fee')
    .where(sql<boolean>`booking_id = any(${[...bookings]}::text[])`)
    .execute()
  return new Map(
    rows.flatMap(({ booking_id: id, rest: owed, written_off: writtenOff, driver_id: pendingFor }) =>
      id === null ? [] : [[id, { owed, writtenOff, guaranteed: pendingFor === null }] as const],
    ),
  )
}
