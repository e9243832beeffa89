import type { Booking } from '@remis/domain/booking/booking'
import { sql, type Kysely } from 'kysely'
import { toBooking } from '../../booking/booking-columns.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

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

/** Who has just taken one of these bookings and is on the way to its pickup. */
export const selectTakers = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ driver: string }>`
    select distinct driver from bookings where id = any(${ids}::text[]) and status = 'ACCEPTED'`.execute(tx)
  return rows.map(({ driver }) => driver)
}

export const isUntold = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('bookings').select('id').where('id', '=', id).where(untold).executeTakeFirst()) !== undefined

/**
 * NEW, released, nobody searches for it and nobody who was asked can still answer. A Book Now booking that waits for its
 * first assignment is not meant: admins see it come in. Told since this began: left out.
 */
const forsaken = sql<boolean>`search_until is null and released_at is not null
  and (book_later or exists (select 1 from offers o where o.booking_id = bookings.id))
  and not exists (select 1 from offers o where o.booking_id = bookings.id and o.kind = 'assign' and o.outcome is null
    and o.expires_at > clock_timestamp())
  and not exists (select 1 from notices n where n.booking_id = bookings.id and n.message = 'notice_needs_driver'
    and n.created_at >= greatest(bookings.released_at, (
      select max(least(o.expires_at, coalesce(o.closed_at, o.expires_at))) from offers o where o.booking_id = bookings.id)))`

export const selectForsaken = async (db: Kysely<Tables>, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'NEW')
    .where(forsaken)
    .orderBy('release_at')
    .limit(most)
    .execute()
  return rows.map((row) => row.id)
}

export const isForsaken = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('bookings').select('id').where('id', '=', id).where(forsaken).executeTakeFirst()) !== undefined

/** NEW bookings for later whose time to be offered has come, the longest due first. */
export const selectToRelease = (db: Kysely<Tables>, most: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'NEW')
    .where('released_at', 'is', null)
    .where(sql<boolean>`release_at <= clock_timestamp()`)
    .orderBy('release_at')
    .limit(most)
    .execute()

/** Released NEW bookings without a search, and nobody chosen by an admin who may still answer. */
export const selectWaiting = (db: Kysely<Tables>, most: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'NEW')
    .where('released_at', 'is not', null)
    .where('search_until', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from offers o where o.booking_id = bookings.id and o.kind = 'assign'
        and o.outcome is null and o.expires_at > clock_timestamp())`,
    )
    .orderBy('release_at')
    .limit(most)
    .execute()
