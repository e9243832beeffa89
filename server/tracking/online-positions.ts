import type { Kysely } from 'kysely'
import type { SeenDriver } from '../dispatch/drivers/driver-index.ts'
import type { Tables } from '../platform/database/schema.ts'
import { selectOnline, selectPosition } from './position-store.ts'

/** Last positions of all drivers who are online, as the database holds them. */
export const onlinePositions = (db: Kysely<Tables>): Promise<SeenDriver[]> => selectOnline(db)

/** Where a driver was seen last, and the number of that fix; null: never. */
export const lastPosition = async (
  db: Kysely<Tables>,
  driver: string,
): Promise<{ lat: number; lng: number; at: number; seq: number } | null> => (await selectPosition(db, driver)) ?? null
