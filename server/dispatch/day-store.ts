import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'

/** Trips settled since midnight in the operator's zone, what they earned (minor units), and the trip under way. */
export const selectToday = async (
  db: Kysely<Tables>,
  driver: string,
  timezone: string,
): Promise<{ trips: number; earned: number; activeBooking: string | null }> => {
  const { rows } = await sql<{ trips: number; earned: number }>`
    select count(*) as trips, coalesce(sum(driver_share), 0)::bigint as earned from bookings
    where driver = ${driver} and status in ('PAID', 'COMPLETE')
      and paid_at >= date_trunc('day', now() at time zone ${timezone}) at time zone ${timezone}`.execute(db)
  const active = await db
    .selectFrom('bookings')
    .select('id')
    .where('driver', '=', driver)
    .where('status', 'in', ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'])
    .executeTakeFirst()
  return { trips: rows[0]?.trips ?? 0, earned: rows[0]?.earned ?? 0, activeBooking: active?.id ?? null }
}
