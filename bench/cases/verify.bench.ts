import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { connectDatabase, type Database } from '../../server/platform/database/database.ts'
import { limits } from '../../server/platform/runtime/limits.ts'
import { createLogger } from '../../server/platform/runtime/logger.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { findBroken, invariants, surveys } from '../../server/verify/verify.ts'
import type { Survey } from '../../server/verify/invariant.ts'
import { fillBusyCity } from '../busy-city.ts'
import { quantile, spreadOf } from '../pairs.ts'
import type { Row } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withEmbedded } from '../with-postgres.ts'

/** `npm run bench`: how long `verify` takes, against one sequential pass over the tables it reads most. */
const ENTRIES = 200_000
const PAIRS = 9
const TARGET = 6
const REPORT = join(import.meta.dirname, '..', '..', 'docs', 'bench', 'verify.md')

/** Reads every row once and aggregates it. */
const passes = [
  sql`select account, count(*), sum(amount) from ledger_entries group by account`,
  sql`select to_status, count(*), max(at) from booking_events group by to_status`,
  sql`select status, count(*), sum(trip_cost) from bookings group by status`,
]

/** ms */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now()
  await work()
  return performance.now() - since
}

const computes = ({ judges }: Survey) => judges.some(({ id }) => id === 'T12')
const quickly = surveys.filter((survey) => !computes(survey))
const slowly = surveys.filter(computes)

const pass = async (db: Database): Promise<void> => {
  for (const one of passes) await one.execute(db.lists)
}

const verify = async (db: Database, list: readonly Survey[]): Promise<void> => {
  const broken = await findBroken(db.lists, list)
  if (broken.length > 0) throw new Error(`the city of the bench is not sound: ${JSON.stringify(broken).slice(0, 2000)}`)
}

const countOf = async (db: Database, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    db.lists,
  )
  return rows[0]?.count ?? 0
}

const measure = async (db: Database) => {
  await pass(db)
  await verify(db, surveys)
  const pairs: { pass: number; verify: number }[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const first = await timed(() => pass(db))
    pairs.push({ pass: first, verify: await timed(() => verify(db, quickly)) })
  }
  const fares: number[] = []
  for (let round = 0; round < 3; round++) fares.push(await timed(() => verify(db, slowly)))
  const each: { id: string; ms: number }[] = []
  for (const one of quickly)
    each.push({ id: one.judges.map(({ id }) => id).join('+'), ms: await timed(() => verify(db, [one])) })
  return { pairs, fares, each: each.toSorted((a, b) => b.ms - a.ms) }
}

const ms = (value: number): string => `${Math.round(value)} ms`
const fixed = (value: number): string => value.toFixed(2)

const report = async (db: Database, { pairs, fares, each }: Awaited<ReturnType<typeof measure>>) => {
  const ratios = pairs.map((pair) => pair.verify / pair.pass)
  const median = quantile(ratios, 0.5)
  const tables = ['ledger_entries', 'booking_events', 'bookings', 'offers', 'payments']
  const counts = await Promise.all(
    tables.map(async (table) => `${(await countOf(db, table)).toLocaleString('en')} ${table}`),
  )
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db.lists)
  const text = `# How long verify takes

Written by \`npm run bench\` (${PAIRS} pairs, one after the other, after one round to warm up). Both sides run on the same
connections and settings of one embedded PostgreSQL ${rows[0]?.version} with ${cpus().length} cores (load ${loadavg()[0]?.toFixed(1)});
verify works on two connections at once, the passes on one.

City: ${counts.join(', ')}.

| | median | quartiles |
| --- | --- | --- |
| one sequential pass over ledger_entries, booking_events and bookings | ${ms(
    quantile(
      pairs.map((pair) => pair.pass),
      0.5,
    ),
  )} | ${ms(
    quantile(
      pairs.map((pair) => pair.pass),
      0.25,
    ),
  )} – ${ms(
    quantile(
      pairs.map((pair) => pair.pass),
      0.75,
    ),
  )} |
| verify, ${invariants.length - 1} invariants (all except T12) | ${ms(
    quantile(
      pairs.map((pair) => pair.verify),
      0.5,
    ),
  )} | ${ms(
    quantile(
      pairs.map((pair) => pair.verify),
      0.25,
    ),
  )} – ${ms(
    quantile(
      pairs.map((pair) => pair.verify),
      0.75,
    ),
  )} |
| **ratio** (target: below ${TARGET}) | **${fixed(median)}** | ${fixed(quantile(ratios, 0.25))} – ${fixed(quantile(ratios, 0.75))} |
| T12 separately: every fare recomputed | ${ms(quantile(fares, 0.5))} | ${ms(Math.min(...fares))} – ${ms(Math.max(...fares))} |

The slowest, once each: ${each
    .slice(0, 8)
    .map((one) => `${one.id} ${ms(one.ms)}`)
    .join(', ')}.
`
  return text
}

export const verifyBench = (): Promise<Found> =>
  withEmbedded(async (connection) => {
    const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
    try {
      await migrate(connection)
      const client = new pg.Client(connection)
      await client.connect()
      const filling = await timed(() => fillBusyCity(client, ENTRIES))
      await client.end()
      process.stdout.write(`· A city of ${ENTRIES.toLocaleString('en')} ledger entries is made (${ms(filling)})\n`)
      const measured = await measure(db)
      const text = await report(db, measured)
      mkdirSync(dirname(REPORT), { recursive: true })
      writeFileSync(REPORT, text)
      return { rows: [rowOf(measured)] }
    } finally {
      await db.close()
    }
  })

const rowOf = ({ pairs }: Awaited<ReturnType<typeof measure>>): Row => ({
  goal: 'G13',
  what: `verify over ${ENTRIES.toLocaleString('en')} ledger entries, without T12`,
  peer: 'one pass over ledger, events, bookings',
  ours: ms(
    quantile(
      pairs.map(({ verify }) => verify),
      0.5,
    ),
  ),
  theirs: ms(
    quantile(
      pairs.map(({ pass }) => pass),
      0.5,
    ),
  ),
  ratio: spreadOf(pairs.map(({ pass, verify }) => verify / pass)),
  target: { atMost: TARGET },
  note: 'see [verify](verify.md).',
})
