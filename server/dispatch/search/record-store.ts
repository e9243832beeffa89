import type { Considered } from '@remis/domain/dispatch/eligible-drivers'
import { toMetre } from '@remis/domain/kit/distance'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

/** A driver in a dispatch record [design/dispatch-4]. */
export interface RecordedDriver {
  readonly driver: string
  readonly km: number | null
  /** by road to the pickup; null: not asked from the maps */
  readonly seconds: number | null
  readonly reason: string | null
  /** the wave the driver was asked in; null: not asked in this search */
  readonly wave: number | null
}

export const toRecorded = (
  { driver, km, reason }: Considered,
  more: Partial<Pick<RecordedDriver, 'seconds' | 'reason' | 'wave'>> = {},
): RecordedDriver => ({
  driver: driver.id,
  km: km === null ? null : toMetre(km),
  seconds: null,
  reason,
  wave: null,
  ...more,
})

/** What one turn of a search did. */
export interface TurnRecord {
  readonly search: number
  /** null: no driver was asked */
  readonly wave: number | null
  readonly offered: number
  readonly considered: readonly RecordedDriver[]
}

export const insertRecord = async (
  tx: Tx,
  bookingId: string,
  { search, wave, offered, considered }: TurnRecord,
): Promise<void> => {
  await sql`
    insert into dispatch_records (booking_id, sweep, search, wave, considered, offered)
    select ${bookingId}, coalesce(max(sweep), 0) + 1, ${search}, ${wave}::int, ${JSON.stringify(considered)}::jsonb, ${offered}
    from dispatch_records where booking_id = ${bookingId}`.execute(tx)
}

export const selectRecords = (db: Kysely<Tables>, bookingId: string) =>
  db.selectFrom('dispatch_records').selectAll().where('booking_id', '=', bookingId).orderBy('sweep').execute()

/** At most `limit` rows; returns how many were deleted. */
export const deleteRecordsBefore = async (db: Kysely<Tables>, days: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from dispatch_records where (booking_id, sweep) in (select booking_id, sweep from dispatch_records
      where at < now() - ${days} * interval '1 day' order by at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
