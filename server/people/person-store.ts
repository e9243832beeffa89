import { sql, type Insertable, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const columns = [
  'id',
  'usertype',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'profile_image',
  'approved',
  'fleetadmin',
] as const

export const selectPerson = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('users').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** Locks the row until the commit. The key is not locked, so rows that refer to the person can still be inserted. */
export const lockPersonRow = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateQueue = async (tx: Tx, driver: string, queue: boolean): Promise<void> => {
  await tx.updateTable('users').set({ queue }).where('id', '=', driver).execute()
}

export const addToRatingSum = (tx: Tx, person: string, rate: number) =>
  tx
    .updateTable('users')
    .set((eb) => ({ rating_sum: eb('rating_sum', '+', rate), rating_count: eb('rating_count', '+', 1) }))
    .where('id', '=', person)
    .returning(['rating_sum', 'rating_count'])
    .executeTakeFirstOrThrow()

export const updateRatingAverage = async (tx: Tx, person: string, average: number | null): Promise<void> => {
  await tx.updateTable('users').set({ rating_average: average }).where('id', '=', person).execute()
}

/**
 * Undefined when the email, the number or the referral code is taken; nothing is written then and the transaction goes
 * on.
 */
export const insertPerson = (tx: Tx, row: Insertable<Tables['users']>) =>
  tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const updateOnline = async (tx: Tx, driver: string, driver_active_status: boolean): Promise<void> => {
  const online_at = driver_active_status ? sql<Date>`clock_timestamp()` : null
  await tx.updateTable('users').set({ driver_active_status, online_at }).where('id', '=', driver).execute()
}

export const selectBank = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('users')
    .select(['bank_name', 'bank_code', 'bank_account', 'bank_changed_at'])
    .where('id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const updateBank = async (
  tx: Tx,
  person: string,
  bank: Pick<Insertable<Tables['users']>, 'bank_name' | 'bank_code' | 'bank_account'>,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ ...bank, bank_changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', person)
    .execute()
}
