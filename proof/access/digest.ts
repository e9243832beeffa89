import { sql, type Kysely } from 'kysely'
import type { Tables } from '@remis/server/platform/schema'

/**
 * What is no business of anybody's: counters of tries, keys of calls, the log of looks, and what the event stream and
 * sessions note for themselves while nothing happens.
 */
const left: Readonly<Record<string, readonly string[] | 'all'>> = {
  rate_counters: 'all',
  one_time_codes: 'all',
  idempotency_keys: 'all',
  audit_log: 'all',
  stream_cursors: 'all',
  nodes: 'all',
  bookings: ['code_tries'],
  sessions: ['seen_at', 'expires_at'],
  outbox: ['seq'],
}

/** One fingerprint per table of everything else; equal before and after a call that was refused. */
export const businessDigest = async (db: Kysely<Tables>): Promise<Record<string, string>> => {
  const { rows: found } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const parts = found
    .filter(({ name }) => left[name] !== 'all')
    .map(({ name }) => {
      const without = sql.lit(`{${((left[name] ?? []) as readonly string[]).join(',')}}`)
      return sql`select ${sql.lit(name)} as name, count(*) || ':' ||
        coalesce(md5(string_agg(row, ',' order by row)), '') as mark
        from (select md5((to_jsonb(t) - ${without}::text[])::text) as row from ${sql.table(name)} t) r`
    })
  const { rows } = await sql<{ name: string; mark: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}

/** Tables whose fingerprint changed. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
