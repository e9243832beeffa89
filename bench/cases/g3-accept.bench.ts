import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { EmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { inTurns, pgbenchScript, recordAccept, sayAgain, type Statement } from '../city/accept-script.ts'
import { atOnce, openCaller } from '../city/caller.ts'
import { bookingOf, tokenOf } from '../city/rides.ts'
import { startServer } from '../city/start-server.ts'
import { insist, ratiosOf, ROUNDS, SECONDS, spreadOf, takeTurns } from '../pairs.ts'
import { rateRow, short, type Row } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withRides } from '../with-postgres.ts'

/** G3 and G3b: how fast drivers accept, in the database alone and over HTTP. */
const CLIENTS = 8
const SCALE = 50
const RIDES = 80_000
/** Begin, three updates, one select, one insert, end. */
const TPC_B_STATEMENTS = 7

type Connection = EmbeddedPostgres['connection']

const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

const pgbench = ({ host, port, user, password, database }: Connection, ...words: string[]): string =>
  execFileSync('pgbench', [...words, '-h', host, '-p', String(port), '-U', user, database], {
    encoding: 'utf8',
    env: { ...process.env, PGPASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const tpsOf = (output: string): number => {
  const tps = /tps = ([\d.]+)/.exec(output)?.[1]
  const failed = /number of failed transactions: (\d+)/.exec(output)?.[1]
  insist(tps !== undefined && (failed === undefined || failed === '0'), `pgbench output ${output}`)
  return Number(tps)
}

const accepted = async (client: pg.Client): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from bookings where status = 'ACCEPTED'`)).rows[0]?.n)

/**
 * The recorded accept, run by pgbench, against pgbench's own TPC-B in the same database, both with prepared statements.
 */
const byDatabase = async (connection: Connection, client: pg.Client, script: readonly Statement[]): Promise<Row> => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-bench-script-'))
  const file = join(folder, 'accept.sql')
  writeFileSync(file, pgbenchScript(script, 0))
  await client.query('create sequence rides minvalue 1')
  pgbench(connection, '-i', '-q', '-s', String(SCALE))
  const load = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(Math.ceil(SECONDS))]
  const before = await accepted(client)
  const [ours, theirs]: [number[], number[]] = [[], []]
  tpsOf(pgbench(connection, ...load))
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(tpsOf(pgbench(connection, ...load, '-f', file)))
    theirs.push(tpsOf(pgbench(connection, ...load)))
  }
  rmSync(folder, { recursive: true })
  const { rows } = await client.query<{ used: string }>('select last_value as used from rides')
  const used = Number(rows[0]?.used)
  insist(used < RIDES, 'too few rides were prepared')
  insist((await accepted(client)) - before === used, 'not every accept moved its booking')
  const each = spreadOf(ratiosOf(ours, theirs)).median * (script.length / TPC_B_STATEMENTS)
  const note = `${script.length} statements in ${inTurns(script).length} turns, as our server sends them, while TPC-B has ${TPC_B_STATEMENTS} in as many: statement for statement ours is ${short(each)} of it. Each accept was checked to have moved its booking.`
  const about = { goal: 'G3', what: `accept, SQL alone, ${CLIENTS} clients`, peer: `TPC-B at scale ${SCALE}` }
  return rateRow({ ...about, note }, '/s', ours, theirs)
}

/** Over HTTP, against the sum of its two unavoidable parts: an empty POST, and the SQL through `pg`. */
const byHttp = async (connection: Connection, client: pg.Client, script: readonly Statement[], from: number) => {
  const ours = await startServer({ kind: 'ours', connection })
  const bare = await startServer({ kind: 'bare', connection, reply: { status: 'ok' } })
  const [caller, other] = [openCaller(ours.url, CLIENTS), openCaller(bare.url, CLIENTS)]
  const pool = new pg.Pool({ ...connection, max: CLIENTS, pipeline: true })
  let ride = from
  const before = await accepted(client)
  const headers = { 'content-type': 'application/json' }
  try {
    const rates = await takeTurns({
      ours: async () => {
        await atOnce(CLIENTS, 40, async () => {
          const i = ride++
          const more = { ...headers, authorization: `Bearer ${tokenOf(i)}`, 'idempotency-key': `http-${i}` }
          const answer = await caller.call('POST', `/api/bookings/${bookingOf(i)}/accept`, more, '{}')
          insist(answer.status === 200, `accept answers ${answer.status}: ${answer.body}`)
        })
        return 40
      },
      empty: async () => {
        await atOnce(CLIENTS, 40, async () => {
          const answer = await other.call('POST', '/still', headers, '{}')
          insist(answer.status === 200, `the empty POST answers ${answer.status}`)
        })
        return 40
      },
      database: async () => {
        await atOnce(CLIENTS, 40, async () => {
          const one = await pool.connect()
          for (const turn of inTurns(sayAgain(script, 0, ride++)))
            await Promise.all(turn.map(({ text, values }) => one.query(text, [...values])))
          one.release()
        })
        return 40
      },
    })
    insist(ride < RIDES, 'too few rides were prepared')
    insist((await accepted(client)) - before === ride - from, 'not every accept moved its booking')
    const limit = rates.empty.map((empty, round) => 1 / (1 / empty + 1 / (rates.database[round] ?? Number.NaN)))
    const note = `the two parts alone: an empty POST ${short(spreadOf(rates.empty).median)} /s, the SQL through pg ${short(spreadOf(rates.database).median)} /s.`
    return rateRow(
      { goal: 'G3b', what: 'accept over HTTP', peer: 'its two parts in series', note },
      '/s',
      rates.ours,
      limit,
    )
  } finally {
    caller.close()
    other.close()
    await Promise.all([pool.end(), ours.stop(), bare.stop()])
  }
}

export const acceptBench = (): Promise<Found> =>
  withRides(RIDES, async (connection, client) => {
    const script = await recordAccept(connection, 0)
    const rows: Row[] = []
    const skipped: string[] = []
    if (hasPgbench()) rows.push(await byDatabase(connection, client, script))
    else skipped.push('G3: pgbench is not installed')
    const { rows: used } = await client.query<{ next: number }>(
      `select coalesce(max(substr(id, 3)::int), 0) + 1 as next from bookings where status = 'ACCEPTED'`,
    )
    rows.push(await byHttp(connection, client, script, used[0]?.next ?? 1))
    return { rows, skipped }
  })
