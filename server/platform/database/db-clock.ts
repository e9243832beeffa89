import { sql, type Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * The database's clock in ms since 1970. All deadlines are judged by it, so that nodes agree [design/principles-10]. It
 * moves within a transaction, unlike `now()`, and so no index serves a comparison with it [design/data-20].
 */
export const nowMs = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ at: number }>`select clock_timestamp() as at`.execute(db)
  const at = rows[0]?.at
  if (at === undefined) throw new Error('the database returned no time')
  return at
}
