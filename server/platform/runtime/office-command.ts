import type pg from 'pg'
import { connectDatabase, type Database } from '../database/database.ts'
import { isMigrated } from '../database/migrate.ts'
import { openRunningOrOwn } from '../database/running-database.ts'
import { readConfig, type Config } from './config.ts'
import { createLogger } from './logger.ts'
import { StartError } from './start-error.ts'

/** A command beside the server. The result is printed as one line; a StartError is printed without its stack. */
interface OfficeCommand<Arguments> {
  /** Does not read the tables: the database may be of an earlier or a later version [design/data-96]. */
  readonly anyVersion?: boolean
  /** throws a StartError for arguments that it does not know; runs before the database is opened */
  readonly parse: (args: readonly string[], config: Config) => Arguments
  /** `config` names the data folder that is in use, which may be the fallback; `connection` is the owner's. */
  readonly run: (
    db: Database,
    given: Arguments,
    config: Config,
    connection: pg.PoolConfig,
  ) => Promise<{ readonly says: string; readonly code?: number }>
}

/** ms; longer than for requests, which must fail fast when the database is busy */
const connectMs = 20_000

/** Runs a command on the database of the running server, or on one that is started for it, and ends the process. */
export const runOfficeCommand = <Arguments>(command: OfficeCommand<Arguments>): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  carryOut(command).then(
    ({ says, code = 0 }) => {
      if (stopping) return
      console.log(says)
      process.exit(code)
    },
    (error: unknown) => {
      // The stop ended its statement.
      if (stopping) return
      console.error(error instanceof StartError ? error.message : error)
      process.exit(1)
    },
  )
}

let opening: ReturnType<typeof openRunningOrOwn> | undefined
let stopping = false
const stopped = new AbortController()

/** A database that was started for the command ends with it. */
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  stopped.abort()
  const database = await opening?.catch(() => undefined)
  await database?.close()
  process.exit(130)
}

const notMigrated = (): StartError =>
  new StartError('The database is not migrated to this version. Start Remis (or restart it), then run this again.')

const carryOut = async <Arguments>({ anyVersion = false, parse, run }: OfficeCommand<Arguments>) => {
  const config = readConfig(process.env)
  const given = parse(process.argv.slice(2), config)
  opening = openRunningOrOwn(config, { signal: stopped.signal })
  const database = await opening
  try {
    if (!anyVersion && !(await isMigrated(database.connection))) throw notMigrated()
    const limits = { ...config.limits.database, connectMs }
    const db = connectDatabase({ ...database, limits, log: createLogger('error') })
    try {
      return await run(db, given, { ...config, dataDir: database.dataDir }, database.connection)
    } finally {
      await db.close()
    }
  } finally {
    await database.close()
  }
}
