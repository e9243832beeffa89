import { busyStatuses } from '@remis/domain/booking/statuses'
import type { retention } from '@remis/domain/privacy/retention'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** Rows that are kept for a time: which of them are past it, by the clock of the database. */
export interface Expiring {
  readonly table: 'driver_positions' | 'one_time_codes' | 'sessions' | 'payments' | 'safety_alerts' | 'safety_questions'
  readonly key: 'id' | 'driver_id'
  readonly past: RawBuilder<SqlBool>
  /** column that is emptied instead of deleting the row */
  readonly empties?: string
}

const age = (column: RawBuilder<unknown>, count: number, unit: 'hour' | 'day') =>
  sql<SqlBool>`${column} < now() - ${count} * ${sql.lit(`1 ${unit}`)}::interval`

/** [design/privacy-1] */
export const expiring = (times: typeof retention): readonly Expiring[] => [
  {
    table: 'driver_positions',
    key: 'driver_id',
    past: sql<SqlBool>`${age(sql.ref('at'), times.idlePositionHours, 'hour')} and not exists (
      select 1 from bookings b where b.driver = driver_id and b.status in (${sql.join(busyStatuses)}))`,
  },
  { table: 'one_time_codes', key: 'id', past: age(sql.ref('expires_at'), times.codeHours, 'hour') },
  { table: 'sessions', key: 'id', past: age(sql`coalesce(revoked_at, expires_at)`, times.sessionDays, 'day') },
  {
    table: 'payments',
    key: 'id',
    past: sql<SqlBool>`address <> '' and ${age(sql.ref('created_at'), times.payerAddressDays, 'day')}`,
    empties: 'address',
  },
  { table: 'safety_alerts', key: 'id', past: age(sql.ref('closed_at'), times.alertDays, 'day') },
  { table: 'safety_questions', key: 'id', past: age(sql.ref('asked_at'), times.safetyQuestionDays, 'day') },
]

/** Removes at most `most` rows; returns how many. Rows that a transaction holds wait for the next turn. */
export const removeExpired = async (
  db: Kysely<Tables>,
  { table, key, past, empties }: Expiring,
  most: number,
): Promise<number> => {
  const [rows, id] = [sql.table(table), sql.ref(key)]
  const some = sql`select ${id} from ${rows} where ${past} limit ${most} for update skip locked`
  const { numAffectedRows } = await (
    empties === undefined
      ? sql`delete from ${rows} where ${id} in (${some})`
      : sql`update ${rows} set ${sql.ref(empties)} = '' where ${id} in (${some})`
  ).execute(db)
  return Number(numAffectedRows ?? 0)
}
