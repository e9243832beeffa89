import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { EmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { socketFolder } from '../../server/embedded-postgres/folders.ts'
import { isAlive } from '../../server/embedded-postgres/processes.ts'
import { startBare, startBuilt, type Start } from '../city/built-server.ts'
import { withDataFolder } from '../city/data-folder.ts'
import { insist, ROUNDS, spreadOf } from '../pairs.ts'
import type { Found } from '../report/found.ts'
import { short, type Row } from '../report/row.ts'
import { withEmbedded } from '../with-postgres.ts'

/**
 * G12, the start: until the built server listens, with its database running and with one that was killed while working.
 */
const UP_MS = 1500
const RECOVERED_MS = 6000
const CRASHES = 3
/** Commits about 40 MB of log since the last checkpoint of the database that is killed. */
const ROWS = 200_000

type Connection = EmbeddedPostgres['connection']

const urlOf = ({ user, password, host, database }: Connection): string =>
  `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}/${database}`

const embeddedIn = (dataDir: string): Connection => ({
  host: socketFolder(dataDir),
  port: 5432,
  user: 'app',
  password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  database: 'remis',
})

const withClient = async <T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection)
  // The connection is cut when the database is killed.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const checkServes = async ({ base }: Start): Promise<void> => {
  const [ready, settings] = await Promise.all([fetch(`${base}/ready`), fetch(`${base}/api/settings/public`)])
  insist(ready.status === 200, `a server that reports ready answers /ready with ${ready.status}`)
  insist(settings.status === 200, `a server that reports ready answers /api/settings/public with ${settings.status}`)
}

const startsWithDatabase = async (dataDir: string): Promise<{ ours: number[]; bare: number[] }> =>
  withEmbedded(async (connection) => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(connection) }
    // The first start creates the tables and the trial city.
    await (await startBuilt(env)).stop()
    const found = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      found.bare.push(await startBare())
      const start = await startBuilt(env)
      await checkServes(start)
      await start.stop()
      found.ours.push(start.ms)
    }
    return found
  })

/** Server and database are killed during a transaction; nothing committed may be missing afterwards. */
const startAfterCrash = async (dataDir: string, before: Start, crash: number): Promise<Start> => {
  const connection = embeddedIn(dataDir)
  const postmaster = before.ready.databasePid ?? 0
  insist(postmaster > 0, 'the embedded database is not running')
  await withClient(connection, async (client) => {
    await client.query('create table if not exists crash (round int, n int, words text)')
    await client.query('checkpoint')
    await client.query(`insert into crash select $1, n, repeat('x', 100) from generate_series(1, ${ROWS}) n`, [crash])
    await client.query('begin')
    await client.query('insert into crash select $1, -n, null from generate_series(1, 1000) n', [crash])
    process.kill(postmaster, 'SIGKILL')
    await before.kill()
  })
  while (isAlive(postmaster)) await new Promise((done) => setTimeout(done, 10))
  const start = await startBuilt({ DATA_DIR: dataDir, DATABASE_URL: '' })
  await checkServes(start)
  insist(/redo done/.test(readFileSync(join(dataDir, 'postgres.log'), 'utf8')), 'the database had nothing to recover')
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ n: string }>('select count(*) as n from crash where round = $1', [crash])
    insist(Number(rows[0]?.n) === ROWS, `${rows[0]?.n} of ${ROWS} committed rows are there`)
  })
  return start
}

const startsAfterCrashes = async (dataDir: string): Promise<number[]> => {
  let start = await startBuilt({ DATA_DIR: dataDir, DATABASE_URL: '' })
  const took: number[] = []
  try {
    for (let crash = 0; crash < CRASHES; crash++) {
      start = await startAfterCrash(dataDir, start, crash)
      took.push(start.ms)
    }
  } finally {
    await start.stop()
  }
  return took
}

const row = (what: string, took: readonly number[], bar: number, note: string): Row => ({
  goal: 'G12',
  what,
  peer: 'bar',
  ours: `${short(spreadOf(took).median)} ms`,
  theirs: `${short(bar)} ms`,
  ratio: spreadOf(took.map((ms) => ms / bar)),
  target: { atMost: 1 },
  note,
})

export const startBench = (): Promise<Found> =>
  withDataFolder(async (dataDir) => {
    // The first start also makes the map; both kinds of later starts find it.
    const crashed = await startsAfterCrashes(dataDir)
    // the pictures belong to the embedded database
    rmSync(join(dataDir, 'files'), { recursive: true })
    const { ours, bare } = await startsWithDatabase(dataDir)
    const times = spreadOf(ours.map((ms, round) => ms / (bare[round] ?? Number.NaN))).median
    const note = `a bare Fastify with one route listens after ${short(spreadOf(bare).median)} ms: ours takes ${short(times)} times as long, with its trial city and its map.`
    return {
      rows: [
        row('until the server listens, database up', ours, UP_MS, note),
        row(
          'until the server listens, database killed',
          crashed,
          RECOVERED_MS,
          `server and embedded database killed during a transaction, ${ROWS.toLocaleString('en')} rows after its last checkpoint; all of them are found again, and nothing of the transaction.`,
        ),
      ],
    }
  })
