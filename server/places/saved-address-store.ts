import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const columns = ['id', 'description', 'lat', 'lng', 'count'] as const

export const selectSavedAddresses = (db: Kysely<Tables>, user: string, limit: number) =>
  db
    .selectFrom('saved_addresses')
    .select(columns)
    .where('user_id', '=', user)
    .orderBy('count', 'desc')
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Saved addresses within a square around a point, so that only few are measured. `degrees` of latitude and longitude.
 */
export const selectAround = (tx: Tx, user: string, at: { lat: number; lng: number }, degrees: [number, number]) =>
  tx
    .selectFrom('saved_addresses')
    .select(columns)
    .where('user_id', '=', user)
    .where('lat', '>=', at.lat - degrees[0])
    .where('lat', '<=', at.lat + degrees[0])
    .where('lng', '>=', at.lng - degrees[1])
    .where('lng', '<=', at.lng + degrees[1])
    .orderBy('count', 'desc')
    .orderBy('id')
    .execute()

/** Locks until the commit, so that two trips of one person that end at once save one after the other. */
export const lockSavedAddresses = async (tx: Tx, user: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('saved_addresses'), hashtext(${user}))`.execute(tx)
}

export const countUse = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('saved_addresses')
    .set((eb) => ({ count: eb('count', '+', 1), used_at: sql`clock_timestamp()` }))
    .where('id', '=', id)
    .execute()
}

export const insertSavedAddress = async (
  tx: Tx,
  user: string,
  place: { description: string; lat: number; lng: number },
): Promise<void> => {
  await tx
    .insertInto('saved_addresses')
    .values({ id: newId(), user_id: user, ...place })
    .execute()
}
