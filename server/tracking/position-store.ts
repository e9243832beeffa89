import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'
import type { LastFix } from './driver-trails.ts'

/** Writes the latest positions of many drivers at once; an older number never replaces a newer one. */
export const upsertPositions = async (
  db: Kysely<Tables>,
  positions: readonly { readonly driver: string; readonly fix: LastFix }[],
): Promise<void> => {
  if (positions.length === 0) return
  await db
    .insertInto('driver_positions')
    .values(
      positions.map(({ driver, fix }) => ({
        driver_id: driver,
        lat: fix.lat,
        lng: fix.lng,
        accuracy: fix.accuracy ?? null,
        heading: fix.heading ?? null,
        speed: fix.speed ?? null,
        at: new Date(fix.at),
        seq: fix.seq,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('driver_id')
        .doUpdateSet((eb) => ({
          lat: eb.ref('excluded.lat'),
          lng: eb.ref('excluded.lng'),
          accuracy: eb.ref('excluded.accuracy'),
          heading: eb.ref('excluded.heading'),
          speed: eb.ref('excluded.speed'),
          at: eb.ref('excluded.at'),
          seq: eb.ref('excluded.seq'),
        }))
        .where(sql<boolean>`driver_positions.seq < excluded.seq`),
    )
    .execute()
}

export const selectPosition = (db: Kysely<Tables>, driver: string) =>
  db.selectFrom('driver_positions').selectAll().where('driver_id', '=', driver).executeTakeFirst()

/** Last positions of drivers who are online, for the index at start. */
export const selectOnline = (db: Kysely<Tables>) =>
  db
    .selectFrom('driver_positions')
    .innerJoin('users', 'users.id', 'driver_positions.driver_id')
    .select(['driver_id as id', 'lat', 'lng', 'at'])
    .where('users.driver_active_status', '=', true)
    .where('users.deleted_at', 'is', null)
    .execute()
