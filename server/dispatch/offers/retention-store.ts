import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** At most `limit` rows; returns how many were deleted. */
export const deleteRecordsBefore = async (db: Kysely<Tables>, days: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from dispatch_records where (booking_id, sweep) in (select booking_id, sweep from dispatch_records
      where at < clock_timestamp() - ${days} * interval '1 day' order by at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The offer that was accepted stays: it proves the accept [invariants-T6]. */
export const deleteOldOffers = async (db: Kysely<Tables>, days: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from offers where id in (select id from offers
      where outcome is distinct from 'accepted' and expires_at < clock_timestamp() - ${days} * interval '1 day'
      order by expires_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
