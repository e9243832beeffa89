import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { isReachable } from '../../platform/sessions/suspension.ts'

export const findTracker = (db: Kysely<Tables>, driver: string) =>
  db.selectFrom('trackers').select(['created_at', 'used_at']).where('driver_id', '=', driver).executeTakeFirst()

/** The driver's one tracker; an earlier one ends. */
export const upsertTracker = (tx: Tx, driver: string, tokenHash: Buffer) =>
  tx
    .insertInto('trackers')
    .values({ driver_id: driver, token_hash: tokenHash })
    .onConflict((conflict) =>
      conflict
        .column('driver_id')
        .doUpdateSet({ token_hash: tokenHash, created_at: sql<Date>`clock_timestamp()`, used_at: null }),
    )
    .returning('created_at')
    .executeTakeFirstOrThrow()

export const deleteTracker = async (tx: Tx, driver: string): Promise<void> => {
  await tx.deleteFrom('trackers').where('driver_id', '=', driver).execute()
}

/** The driver whose tracker has this token, while the person could call as a driver [design/tracking-33]. */
export const findTrackedDriver = async (db: Kysely<Tables>, tokenHash: Buffer): Promise<string | null> => {
  const row = await db
    .selectFrom('trackers')
    .innerJoin('users', 'users.id', 'trackers.driver_id')
    .select('users.id')
    .where('trackers.token_hash', '=', tokenHash)
    .where('users.usertype', '=', 'driver')
    .where(isReachable('users'))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Writes at most once a minute, however often the app posts. */
export const markTrackerUsed = async (db: Kysely<Tables>, driver: string): Promise<void> => {
  await sql`update trackers set used_at = clock_timestamp()
    where driver_id = ${driver} and (used_at is null or used_at < clock_timestamp() - interval '1 minute')`.execute(db)
}
