import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const cars = (db: Kysely<Tables>) => db.selectFrom('car_types').selectAll()

export type CarTypeRow = Awaited<ReturnType<typeof selectCarTypes>>[number]

/** Active car types in the operator's order. */
export const selectCarTypes = (db: Kysely<Tables>) =>
  cars(db).where('active', '=', true).orderBy('position').orderBy('name').execute()

export const selectCarType = (db: Kysely<Tables>, id: string) => cars(db).where('id', '=', id).executeTakeFirst()

export const insertCarType = async (tx: Tx, row: Insertable<Tables['car_types']>): Promise<void> => {
  await tx.insertInto('car_types').values(row).execute()
}
