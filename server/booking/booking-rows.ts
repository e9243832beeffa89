import type { Booking } from '@remis/domain/booking/booking'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { batchPerDatabase } from '../platform/database/batch.ts'
import type { Tables } from '../platform/database/schema.ts'
import { toBooking } from './booking-columns.ts'

export const selectBooking = async (db: Kysely<Tables>, id: string): Promise<Booking | null> => {
  const row = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toBooking(row)
}

/** The booking and the database's clock; what is asked at once costs one query. */
export interface Reading {
  readonly booking: Booking | null
  readonly now: number
}

const readMany = async (db: Kysely<Tables>, ids: readonly string[]): Promise<Reading[]> => {
  const { rows } = await sql<Selectable<Tables['bookings']> & { now: number }>`
    select b.*, clock_timestamp() as now from (select) one left join bookings b on b.id = any(${[...new Set(ids)]}::text[])`.execute(
    db,
  )
  const now = rows[0]?.now
  if (now === undefined) throw new Error('the database told no time')
  const byId = new Map(rows.map((row) => [row.id, toBooking(row)]))
  return ids.map((id) => ({ booking: byId.get(id) ?? null, now }))
}

export const readBooking: (db: Kysely<Tables>, id: string) => Promise<Reading> = batchPerDatabase(readMany, {
  parallel: 3,
})

export const selectBookings = async (db: Kysely<Tables>, ids: readonly string[]): Promise<Booking[]> =>
  ids.length === 0
    ? []
    : (await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()).map((row) => toBooking(row))

/** The booking, locked until the commit; rows that refer to it (points, offers) wait as well. */
export const lockBooking = async (tx: Tx, id: string): Promise<Booking | null> => {
  const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : toBooking(row)
}

/** For the sweeper: the booking if nobody else works on it, else null. */
export const lockFreeBooking = async (tx: Tx, id: string): Promise<Booking | null> => {
  const row = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row === undefined ? null : toBooking(row)
}

/** Open bookings of a rider, those of spec 1 §4 "active" before the trip is paid. */
export const countOpen = async (tx: Tx, customer: string): Promise<number> => {
  const { open } = await tx
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('customer', '=', customer)
    .where('status', 'in', ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'])
    .executeTakeFirstOrThrow()
  return open
}

const hoursAgo = (hours: number) => sql<number>`clock_timestamp() - ${hours} * interval '1 hour'`

/** PAID for so long without a rating (design §6 "complete"); the longest first. */
export const selectToComplete = (db: Kysely<Tables>, hours: number, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'PAID')
    .where('paid_at', '<=', hoursAgo(hours))
    .orderBy('paid_at')
    .limit(limit)
    .execute()

/** NEW whose search ended so long ago, or that was wanted then and never searched for (design §6 "expire"). */
export const selectUnserved = (db: Kysely<Tables>, minutes: number, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'NEW')
    .where(sql<number>`coalesce(search_until, tripdate)`, '<=', hoursAgo(minutes / 60))
    .orderBy('booking_date')
    .limit(limit)
    .execute()

/** PAYMENT_PENDING whose payment did not come for so long (design §6 "expire"). */
export const selectUnpaid = (db: Kysely<Tables>, minutes: number, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'PAYMENT_PENDING')
    .where('booking_date', '<=', hoursAgo(minutes / 60))
    .orderBy('booking_date')
    .limit(limit)
    .execute()
