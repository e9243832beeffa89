import { sql, type Kysely } from 'kysely'
import type { DriverState, SeenDriver } from '../dispatch/drivers/driver-index.ts'
import type { Tables } from '../platform/database/schema.ts'

/** A driver's last position with its fix number; null: none. */
export const lastPosition = async (db: Kysely<Tables>, driver: string) =>
  (await db.selectFrom('driver_positions').selectAll().where('driver_id', '=', driver).executeTakeFirst()) ?? null

/** Last positions of online drivers, to fill the index; none is of later than now [design/tracking-6]. */
export const onlinePositions = (db: Kysely<Tables>): Promise<(SeenDriver & DriverState)[]> =>
  db
    .selectFrom('driver_positions')
    .innerJoin('users', 'users.id', 'driver_positions.driver_id')
    .select(['driver_id as id', 'lat', 'lng', 'car_type_id as carType', 'queue as busy'])
    .select(sql<number>`least(at, clock_timestamp())`.as('at'))
    .where('users.driver_active_status', '=', true)
    .where('users.deleted_at', 'is', null)
    .execute()
