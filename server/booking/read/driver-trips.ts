import { busyStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The trip the driver is on, if any; [invariants-T1] allows one. */
export const findBusyBookingId = async (db: Kysely<Tables>, driver: string): Promise<string | null> => {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('driver', '=', driver)
    .where('status', 'in', busyStatuses)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The driver's PENDING trips, newest first [design/moves-29]. */
export const listUnpaidOfDriver = (db: Kysely<Tables>, driver: string, limit: number) =>
  db
    .selectFrom('bookings')
    .select(['id', 'customer_name', 'payable_amount', 'payment_mode', 'debt_due', 'end_time'])
    .where('driver', '=', driver)
    .where('status', '=', 'PENDING')
    .orderBy('reached_at', 'desc')
    .limit(limit)
    .execute()

/**
 * How many trips each of these drivers ended today in this zone; a driver without one is absent [design/dispatch-71].
 */
export const countEndedToday = async (
  db: Kysely<Tables>,
  drivers: readonly string[],
  timezone: string,
): Promise<ReadonlyMap<string, number>> => {
  if (drivers.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .select(['driver', sql<number>`count(*)::int`.as('trips')])
    .where(sql<boolean>`driver = any(${[...drivers]}::uuid[])`)
    .where(sql<boolean>`end_time >= start_of_day((now() at time zone ${timezone})::date, ${timezone})`)
    .groupBy('driver')
    .execute()
  return new Map(rows.flatMap(({ driver, trips }) => (driver === null ? [] : [[driver, trips] as const])))
}

/** Drivers of the given bookings that are ACCEPTED. */
export const listAcceptedDrivers = async (db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ driver: string }>`
    select distinct driver from bookings where id = any(${ids}::text[]) and status = 'ACCEPTED'`.execute(db)
  return rows.map(({ driver }) => driver)
}
