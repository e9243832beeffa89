import type { Booking } from '@remis/domain/booking/booking'
import { sql, type Kysely } from 'kysely'
import { toBooking } from '../booking/booking-columns.ts'
import type { Tx } from '../platform/database.ts'
import type { Tables } from '../platform/schema.ts'

/** NEW bookings that are being searched for, longest waiting first. Only read here: bookings are written by moves. */
export const selectSearching = async (db: Kysely<Tables>, most: number): Promise<Booking[]> => {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'NEW')
    .where(sql<boolean>`search_until > clock_timestamp()`)
    .orderBy('search_started_at')
    .limit(most)
    .execute()
  return rows.map(toBooking)
}

/** A search's end is told once: by the notice of no driver that is younger than the search. */
const untold = sql<boolean>`not exists (
  select 1 from notices n where n.user_id = bookings.customer and n.booking_id = bookings.id
    and n.message = 'notice_no_driver' and n.created_at >= bookings.search_started_at)`

export const selectOver = async (db: Kysely<Tables>, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'NEW')
    .where(sql<boolean>`search_until <= clock_timestamp()`)
    .where(untold)
    .orderBy('search_until')
    .limit(most)
    .execute()
  return rows.map((row) => row.id)
}

/** The booking, locked, unless somebody works on it. */
export const lockSearching = async (tx: Tx, id: string): Promise<Booking | null> => {
  const row = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'NEW')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row === undefined ? null : toBooking(row)
}

export const isUntold = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('bookings').select('id').where('id', '=', id).where(untold).executeTakeFirst()) !== undefined
