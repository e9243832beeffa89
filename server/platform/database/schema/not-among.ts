import { sql, type RawBuilder } from 'kysely'

/** `column` is none of these: in a sweep, the ids of the rows that it has handled in this turn. */
export const notAmong = (column: string, type: 'text' | 'uuid', ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql`true` : sql`not ${sql.ref(column)} = any(${[...ids]}::${sql.raw(type)}[])`
