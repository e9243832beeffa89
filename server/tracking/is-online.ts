import type { Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'

/** Whether a driver's switch is on (`driverActiveStatus`): positions of drivers who are off are not stored. */
export const isOnline = async (db: Kysely<Tables>, driver: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('driver_active_status').where('id', '=', driver).executeTakeFirst()
  return row?.driver_active_status ?? false
}
