import { sql, type Kysely } from 'kysely'
import { duePage } from '../../booking/sweeps/due-bookings.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { noDriverAsked } from './no-driver-asked.ts'

/** The rider has not been notified that this search ended: no `notice_no_driver` since it began. */
const endNotNotified = sql<boolean>`not exists (
  select 1 from notices n where n.user_id = bookings.customer and n.booking_id = bookings.id
    and n.message = 'notice_no_driver' and n.created_at >= bookings.search_started_at)`

/** At most `limit` NEW bookings, without those in `except`. */
const listNew = (db: Kysely<Tables>, limit: number, except: readonly string[]) =>
  duePage(db, { limit, except }).where('status', '=', 'NEW')

/** NEW bookings with a search that is over and whose end was not notified, the longest over first. */
export const listOver = (db: Kysely<Tables>, limit: number, except: readonly string[]): Promise<{ id: string }[]> =>
  listNew(db, limit, except)
    .where(sql<boolean>`search_until <= now()`)
    .where(endNotNotified)
    .orderBy('search_until')
    .execute()

export const isEndNotNotified = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('bookings').select('id').where('id', '=', id).where(endNotNotified).executeTakeFirst()) !==
  undefined

/**
 * No driver is being asked, and no alert was sent since the release, the last search and the last offer. With
 * autoDispatch off, the end of a paused search does not count.
 */
const unassigned = (autoDispatch: boolean) => sql<boolean>`${noDriverAsked('bookings', autoDispatch)}
  and not exists (select 1 from unassigned_alerts a where a.booking_id = bookings.id
    and a.at >= greatest(bookings.released_at, bookings.search_started_at,
      case when ${autoDispatch}::boolean then bookings.search_until end, (
      select max(least(o.expires_at, coalesce(o.closed_at, o.expires_at))) from offers o where o.booking_id = bookings.id)))`

export const listUnassigned = (
  db: Kysely<Tables>,
  autoDispatch: boolean,
  limit: number,
  except: readonly string[],
): Promise<{ id: string }[]> =>
  listNew(db, limit, except).where(unassigned(autoDispatch)).orderBy('release_at').execute()

export const isUnassigned = async (tx: Tx, id: string, autoDispatch: boolean): Promise<boolean> =>
  (await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where(unassigned(autoDispatch))
    .executeTakeFirst()) !== undefined

/** Written also when no admin receives the notice, so that the alert is not repeated [design/dispatch-72]. */
export const recordAlert = async (tx: Tx, id: string): Promise<void> => {
  await sql`insert into unassigned_alerts (booking_id, at) values (${id}, clock_timestamp())
    on conflict (booking_id) do update set at = excluded.at`.execute(tx)
}

/** At most `limit` alerts of bookings that are no longer NEW; returns how many were deleted. */
export const deleteOldAlerts = async (db: Kysely<Tables>, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from unassigned_alerts where booking_id in (select a.booking_id from unassigned_alerts a
      join bookings b on b.id = a.booking_id where b.status <> 'NEW' limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
