import { sql } from 'kysely'
import type { World } from './world.ts'

/** The business data at the end of a run, without generated ids and secrets. */
export type Outcome = Readonly<Record<string, readonly string[]>>

/** Sessions, used keys, audit rows: random, or about this process. */
const LEFT_OUT = new Set([
  'idempotency_keys',
  'security_events',
  'audit_seals',
  'live_epoch',
  'migrations',
  'rate_counters',
  'guess_delays',
  'known_devices',
  'server_secrets',
  'sessions',
])

/** Columns with random content, and numbers of an identity column, which also a row that existed draws. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  bookings: ['otp'],
  // words have ids and referral codes in them, cut up for the search
  booking_words: ['words'],
  users: ['words'],
  earning_sums: ['id'],
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Ids that the gateway generates, hashes, keys of links. */
const drawn = /T[OPR][0-9a-f]{32}|\\\\x[0-9a-f]{32,}|\bk=[\w-]{32}/g
/** Rows that migrations wrote have the time of this machine. */
const realTime = /"20[12]\d-[-\dT:.+]+"/g

const namesOf = (ids: readonly string[], kind: string): [string, string][] =>
  ids.map((id, number) => [id, `${kind} ${number}`])

/** Ids in the order in which they were made; version 7 sorts by its time. */
const nameIds = async ({ city: { database } }: World, rows: readonly string[]) => {
  const idsBy = async (table: 'bookings' | 'payments', time: string): Promise<string[]> =>
    (
      await sql<{ id: string }>`select id from ${sql.table(table)} order by ${sql.ref(time)}`.execute(database.db.lists)
    ).rows.map(({ id }) => id)
  const uuids = new Set(rows.flatMap((row) => row.match(uuid) ?? []))
  const names = new Map([
    ...namesOf([...uuids].sort(), 'id'),
    ...namesOf(await idsBy('bookings', 'booking_date'), 'booking'),
    ...namesOf(await idsBy('payments', 'created_at'), 'payment'),
  ])
  return (row: string): string =>
    row
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|RP[0-9A-Z]{26}|\b[0-9A-Z]{10}\b/g, (id) => names.get(id) ?? id)
      .replace(anyUuid, 'drawn')
      .replace(drawn, 'drawn')
      .replace(realTime, '"before"')
}

export const readOutcome = async (world: World): Promise<Outcome> => {
  const db = world.city.database.db.lists
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !LEFT_OUT.has(table.name))) {
    const kept = (DRAWN[name] ?? []).reduce((row, column) => sql`${row} - ${column}::text`, sql`to_jsonb(t)`)
    const { rows } = await sql<{ row: string }>`select (${kept})::text as row from ${sql.table(name)} t`.execute(db)
    found[name] = rows.map(({ row }) => row)
  }
  const plain = await nameIds(world, Object.values(found).flat())
  const outcome = Object.entries(found).map(([name, rows]): [string, string[]] => [name, rows.map(plain).sort()])
  return { ...Object.fromEntries(outcome), answers: world.answers }
}
