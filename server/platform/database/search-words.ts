import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether the words of a row match a search, by the index on its column `words`. A list compares the columns that its
 * reader may search as well [design/data-81]. `table`: its name in the query.
 */
export const hasWords =
  (table: string) =>
  (search: string): RawBuilder<SqlBool> =>
    sql`${sql.ref(`${table}.words`)} like search_pattern(${search})`
