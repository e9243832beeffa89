import { checkedFlags } from '@remis/domain/booking/final-fare/trip-review'
import { endedStatuses } from '@remis/domain/booking/statuses'
import { sql, type RawBuilder } from 'kysely'
import { statusIn } from '../../platform/database/schema/status-in.ts'

/**
 * Of `bookings`: an ended trip with fare flags that the office has not reviewed [design/moves-69]. Same expression as
 * the partial index. `alias`: the table's name in the statement.
 */
export const fareToCheck = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const flags = sql.join(checkedFlags.map((flag) => sql.lit(flag)))
  return sql`(${column('fare_checked_at')} is null and ${column('fare_flags')} <> '{}'
    and ${statusIn(`${alias}.status`, endedStatuses)} and ${column('fare_flags')} && array[${flags}]::text[])`
}
