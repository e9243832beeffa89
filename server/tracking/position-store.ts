import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import type { LastFix } from './last-positions.ts'

/** Writes the latest positions of many drivers; an older number never replaces a newer one. */
export const upsertPositions = async (
  db: Kysely<Tables>,
  positions: readonly { readonly driver: string; readonly fix: LastFix }[],
): Promise<void> => {
  if (positions.length === 0) return
  const column = <K extends keyof LastFix>(name: K) => positions.map(({ fix }) => fix[name] ?? null)
  await sql`
    insert into driver_positions as known (driver_id, lat, lng, accuracy, heading, speed, at, seq)
    select p.driver_id, p.lat, p.lng, p.accuracy, p.heading, p.speed, to_timestamp(p.at / 1000.0), p.seq
    from unnest(${positions.map(({ driver }) => driver)}::uuid[], ${column('lat')}::float8[], ${column('lng')}::float8[],
      ${column('accuracy')}::real[], ${column('heading')}::real[], ${column('speed')}::real[], ${column('at')}::float8[],
      ${column('seq')}::bigint[]) as p (driver_id, lat, lng, accuracy, heading, speed, at, seq)
    on conflict (driver_id) do update set lat = excluded.lat, lng = excluded.lng, accuracy = excluded.accuracy,
      heading = excluded.heading, speed = excluded.speed, at = excluded.at, seq = excluded.seq
      where known.seq < excluded.seq`.execute(db)
}
