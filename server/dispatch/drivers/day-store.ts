import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The trip the driver is on, if there is one. */
export const selectActive = async (db: Kysely<Tables>, driver: string): Promise<string | null> => {
  const active = await db
    .selectFrom('bookings')
    .select('id')
    .where('driver', '=', driver)
    .where('status', 'in', ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'])
    .executeTakeFirst()
  return active?.id ?? null
}
