import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './schema.ts'

/** How many rows the query `rows` has, counted up to `most`. */
export const countUpTo = async (db: Kysely<Tables>, rows: RawBuilder<unknown>, most: number): Promise<number> => {
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${rows} limit ${most}) c`.execute(db)
  return counted.rows[0]?.count ?? 0
}
