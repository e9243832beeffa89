import type { LinkView } from '@remis/domain/guest-links/guest-links-api'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const shown = ['id', 'view', 'by_sms', 'created_at', 'opened_at'] as const

/** The links of a booking that one side manages: the links of this driver, or all links without a driver. */
export interface LinkSide {
  readonly bookingId: string
  readonly driver: string | null
}

const ofSide = ({ bookingId, driver }: LinkSide) =>
  sql<boolean>`booking_id = ${bookingId} and driver_id is not distinct from ${driver}::uuid`

/** The open links of a side, the newest first. */
export const listGuestLinks = (db: Kysely<Tables>, side: LinkSide) =>
  db
    .selectFrom('guest_links')
    .select(shown)
    .where(ofSide(side))
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Open links of one side of a booking. */
export const mostLinks = 5

/** Adds one and ends the oldest open ones of the side beyond `most`. `bySms`: it is sent to the receiver. */
export const addGuestLink = async (tx: Tx, side: LinkSide, most: number, view: LinkView, bySms = false) => {
  const row = await tx
    .insertInto('guest_links')
    .values({ id: newId(), booking_id: side.bookingId, driver_id: side.driver, view, by_sms: bySms })
    .returning(shown)
    .executeTakeFirstOrThrow()
  await sql`update guest_links set ended_at = clock_timestamp() where id in (
    select id from guest_links where ${ofSide(side)} and ended_at is null
    order by created_at desc, id desc offset ${most})`.execute(tx)
  return row
}

/** Whether there was such an open link of the side. */
export const endGuestLink = async (tx: Tx, side: LinkSide, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('guest_links')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(ofSide(side))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The open links of rider and office belong to `to` from now on; links of drivers stay [design/access-100]. */
export const moveOpenLinks = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx
    .updateTable('guest_links')
    .set({ booking_id: to })
    .where(ofSide({ bookingId: from, driver: null }))
    .where('ended_at', 'is', null)
    .execute()
}

/** Whether the receiver has an open link by SMS to the booking. */
export const hasSmsLink = async (tx: Tx, bookingId: string): Promise<boolean> =>
  (await tx
    .selectFrom('guest_links')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('by_sms', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** An open link: its booking, its view and, of a driver's link, the driver. */
export const findOpenLink = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('guest_links')
    .select(['booking_id', 'view', 'driver_id'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Writes at most once a minute, however often a page asks. */
export const markOpened = async (db: Kysely<Tables>, id: string): Promise<void> => {
  await sql`update guest_links set opened_at = clock_timestamp()
    where id = ${id} and (opened_at is null or opened_at < clock_timestamp() - interval '1 minute')`.execute(db)
}

/** Deletes links to bookings that have been over for `days` [design/access-100]; resolves with their number. */
export const deleteOldGuestLinks = async (db: Kysely<Tables>, days: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from guest_links where id in (
    select l.id from guest_links l join bookings b on b.id = l.booking_id
    where greatest(l.created_at, b.cancelled_at, b.end_time) < now() - ${days} * interval '1 day'
      and (b.status = 'CANCELLED' or b.end_time is not null)
    order by l.created_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
