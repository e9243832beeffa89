import { join } from 'node:path'
import pg from 'pg'
import { readConfig, type Config } from '../platform/runtime/config.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { reachableDataDir } from '../embedded-postgres/folders.ts'
import { findRunUser } from '../embedded-postgres/run-user.ts'
import { readMapsCommand } from './maps-command.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort(new Error('Stopped. The map is as it was before.')))

/** `npm run maps:<command>`: prints each step, then one line with the result or the error. */
const run = async (): Promise<void> => {
  const [command, ...args] = process.argv.slice(2)
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  const work = readMapsCommand(command, args, folder)
  const config = readConfig(process.env)
  const began = Date.now()
  const database = await openDatabase(config)
  try {
    process.exitCode = await work({
      dir: join(database.dataDir, 'maps'),
      sql: database.pool,
      signal: stopped.signal,
      progress: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`),
      print: (line) => console.log(line),
    })
  } finally {
    await database.close()
  }
}

const openDatabase = async (
  config: Config,
): Promise<{ pool: pg.Pool; dataDir: string; close: () => Promise<void> }> => {
  const external = config.databaseOwnerUrl ?? config.databaseDirectUrl
  if (external !== undefined) {
    const pool = poolOn({ connectionString: external })
    return { pool, dataDir: config.dataDir, close: () => pool.end() }
  }
  const dataDir = reachableDataDir(config.dataDir, findRunUser())
  const embedded = await startEmbeddedPostgres({ dataDir })
  const pool = poolOn(embedded.connection)
  const close = async (): Promise<void> => {
    const others = await pool
      .query(
        'select 1 from pg_stat_activity where datname is not null and pid <> pg_backend_pid() and application_name like $1',
        ['remis-%'],
      )
      .catch(() => ({ rowCount: 1 }))
    await pool.end()
    // Leave the database running where a server uses it.
    if (!embedded.adopted && others.rowCount === 0) await embedded.stop()
  }
  return { pool, dataDir, close }
}

const poolOn = (connection: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ ...connection, max: 2, connectionTimeoutMillis: 10_000, application_name: 'maps-import' })
  pool.on('error', () => undefined)
  return pool
}

try {
  await run()
} catch (error) {
  console.error(`maps:${process.argv[2]}: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
