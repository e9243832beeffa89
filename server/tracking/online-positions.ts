import type { Kysely } from 'kysely'
import type { DriverState, SeenDriver } from '../dispatch/drivers/driver-index.ts'
import type { Tables } from '../platform/database/schema.ts'
import { selectOnline, selectPosition } from './position-store.ts'

/** Last positions of all online drivers with their state, from the database. */
export const onlinePositions = (db: Kysely<Tables>): Promise<(SeenDriver & DriverState)[]> => selectOnline(db)

/** Last position of a driver with its fix number; null: none. */
export const lastPosition = async (
  db: Kysely<Tables>,
  driver: string,
): Promise<{ lat: number; lng: number; at: number; seq: number } | null> => (await selectPosition(db, driver)) ?? null
