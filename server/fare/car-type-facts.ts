import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { selectCarType, selectCarTypes } from './car-type-store.ts'

/**
 * The facts of a car type that a booking copies. Also finds an inactive or archived one: a quote for it may still be
 * valid. Throws 422 `select_proper` for an unknown id.
 */
export const carTypeFacts = async (
  db: Kysely<Tables>,
  id: string,
): Promise<{ readonly id: string; readonly name: string; readonly image: string }> => {
  const car = await selectCarType(db, id)
  if (car === undefined) throw new AppError(422, 'select_proper', { fields: { carDetails: 'not on offer' } })
  return { id: car.id, name: car.name, image: car.image }
}

/** Ids of the car types on offer. */
export const listCarTypeIds = async (db: Kysely<Tables>): Promise<string[]> =>
  (await selectCarTypes(db)).map(({ id }) => id)
