import type { NamedPlace } from '@remis/domain/places/saved-addresses'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const columns = ['id', 'description', 'lat', 'lng', 'count', 'name', 'place'] as const

export const selectSavedAddresses = (db: Kysely<Tables>, user: string, limit: number) =>
  db
    .selectFrom('saved_addresses')
    .select(columns)
    .where('user_id', '=', user)
    // home before work
    .orderBy('place', (order) => order.asc().nullsLast())
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
  place: { description: string; lat: number; lng: number; count?: number },
): Promise<string> => {
  const id = newId()
  await tx
    .insertInto('saved_addresses')
    .values({ id, user_id: user, ...place })
    .execute()
  return id
}

/** Call it while the person's addresses are locked. */
export const moveSavedAddress = async (
  tx: Tx,
  id: string,
  place: { description: string; lat: number; lng: number },
): Promise<void> => {
  await tx.updateTable('saved_addresses').set(place).where('id', '=', id).execute()
}

/** Those that the person keeps: named, home, work, or added by hand and not used yet. Rides save the others. */
export const countKeptAddresses = async (tx: Tx, user: string): Promise<number> =>
  (
    await tx
      .selectFrom('saved_addresses')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', user)
      .where(sql<boolean>`(name is not null or place is not null or count = 0)`)
      .executeTakeFirstOrThrow()
  ).count

interface Naming {
  readonly name?: string | null | undefined
  readonly place?: NamedPlace | null | undefined
}

/**
 * Undefined when it is not this person's. The former home or work becomes a usual address. Call under the person's
 * lock.
 */
export const nameSavedAddress = async (tx: Tx, user: string, id: string, { name, place }: Naming) => {
  if (place !== undefined && place !== null)
    await tx
      .updateTable('saved_addresses')
      .set({ place: null })
      .where('user_id', '=', user)
      .where('place', '=', place)
      .where('id', '<>', id)
      .execute()
  return tx
    .updateTable('saved_addresses')
    .set({
      // one value is always set: an update needs one
      ...(name === undefined ? { user_id: user } : { name }),
      ...(place === undefined ? {} : { place }),
    })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

export const deleteSavedAddress = async (tx: Tx, user: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_addresses')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
