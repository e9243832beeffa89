import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { listCarTypeIds } from '../../fare/car-type-facts.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { lockFleetAdmin, selectCarTypeOf } from '../person-store.ts'

/** A driver's car type is one of the operator's, if any; `driver` may keep a type that was archived later. */
export const checkCarType = async (
  db: Kysely<Tables>,
  carType: string | null | undefined,
  driver?: string,
): Promise<void> => {
  if (carType === null || carType === undefined) return
  if ((await listCarTypeIds(db)).includes(carType)) return
  if (driver !== undefined && (await selectCarTypeOf(db, driver)) === carType) return
  throw new AppError(422, 'driver_fields_invalid', { fields: { carTypeId: 'unknown' } })
}

/**
 * The owner of a driver is a live fleet admin [people-3], and stays one until the commit. Called before the driver is
 * locked, because a fleet admin who leaves is locked before the drivers of the fleet [design/people-40].
 */
export const checkOwner = async (tx: Tx, owner: string): Promise<AppError | null> =>
  (await lockFleetAdmin(tx, owner)) === undefined
    ? new AppError(422, 'driver_fields_invalid', { fields: { fleetadmin: 'unknown' } })
    : null
