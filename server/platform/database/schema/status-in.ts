import type { Status } from '@remis/domain/booking/statuses'
import { sql, type RawBuilder } from 'kysely'

/** `column in (…)` with the statuses as literals: with parameters PostgreSQL could not use the partial indexes. */
export const statusIn = (column: string, statuses: readonly Status[]): RawBuilder<boolean> =>
  sql`${sql.ref(column)} in (${sql.join(statuses.map((status) => sql.lit(status)))})`
