import { sql, type Kysely } from 'kysely'
import type { Tables } from '@remis/server/platform/database/schema'

/** A hash per business table. */
export type BusinessDigest = Readonly<Record<string, string>>

/**
 * What a refused call may write: counters and delays, idempotency keys, trip codes, audit rows. And what jobs and
 * sweeps write some time after a committed call: the cursors of the stream, sums of reports, samples of traffic,
 * pushes.
 */
const LEFT_OUT = new Set([
  'rate_counters',
  'map_service_days',
  'guess_delays',
  'one_time_codes',
  'idempotency_keys',
  'security_events',
  'audit_seals',
  'audit_log',
  'stream_cursors',
  'earning_queue',
  'earning_state',
  'earning_sums',
  'traffic_queue',
  'traffic_samples',
  'traffic_cells',
  'nodes',
  'live_epoch',
  'pushes',
])

/** Columns that a refused call, or the relay or the jobs behind a committed one, may change. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['seen_at', 'expires_at'],
  bookings: ['code_tries'],
  outbox: ['seq'],
  notifications: ['state', 'queued_through', 'matched', 'sent', 'delivered', 'failed'],
}

const tablesOf = async (db: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name))
}

/** Every change gives a row a higher xmin than all before it, or removes a row. */
const markOf = (table: string) => sql`select ${table}::text as name,
  (select count(*) || ' ' || coalesce(sum(xmin::text::int8), 0) from ${sql.table(table)}) as mark`

const hashOf = (table: string) => {
  const kept = (COLUMNS[table] ?? []).reduce((row, column) => sql`${row} - ${column}::text`, sql`to_jsonb(t)`)
  return sql`select known.*, (
    select md5(coalesce(string_agg(md5((${kept})::text), '' order by md5((${kept})::text)), '')) from ${sql.table(table)} t
  ) as hash from (${markOf(table)}) known`
}

interface Hashed {
  readonly mark: string
  readonly hash: string
}

/** Takes digests of one database; only tables that were written since the last digest are read again in full. */
export const digestsOf = async (db: Kysely<Tables>): Promise<() => Promise<BusinessDigest>> => {
  const tables = await tablesOf(db)
  const marks = sql<{ name: string; mark: string }>`${sql.join(tables.map(markOf), sql` union all `)}`
  const known = new Map<string, Hashed>()
  return async () => {
    const written = (await marks.execute(db)).rows.filter(({ name, mark }) => known.get(name)?.mark !== mark)
    if (written.length > 0) {
      const hashes = written.map(({ name }) => hashOf(name))
      const { rows } = await sql<Hashed & { name: string }>`${sql.join(hashes, sql` union all `)}`.execute(db)
      for (const { name, ...hashed } of rows) known.set(name, hashed)
    }
    return Object.fromEntries([...known].map(([name, { hash }]) => [name, hash]))
  }
}

/** The tables in which two digests differ. */
export const changedTables = (before: BusinessDigest, after: BusinessDigest): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

/** Waits until the consequences of committed calls (event numbers, stream consumers) are done. */
export const untilSettled = async (db: Kysely<Tables>, forMs = 5000): Promise<void> => {
  const end = performance.now() + forMs
  for (;;) {
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from outbox where seq is null)
        or exists (select from stream_cursors where seq < (select coalesce(max(seq), 0) from outbox)) as open`.execute(
      db,
    )
    if (!rows[0]?.open) return
    if (performance.now() > end) throw new Error(`the consumers of the stream did not catch up within ${forMs} ms`)
    await new Promise((done) => setTimeout(done, 10))
  }
}
