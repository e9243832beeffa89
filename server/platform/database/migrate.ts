import pg from 'pg'
import { migrations } from './migrations.ts'
import { StartError } from '../runtime/start-error.ts'
import { probes, probesOfServer } from './connection/silence.ts'
import { advisoryLocks } from './schema/advisory-locks.ts'

const OLDEST = 150_000

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host is unknown',
  ENOENT: 'there is no such socket',
  ETIMEDOUT: 'the host does not answer',
  '28P01': 'wrong user or password',
  '28000': 'wrong user or password',
  '3D000': 'there is no such database',
}

/** The reason a connection failed, for an operator; never with the password. */
const explain = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return CAUSES[code ?? ''] ?? message ?? 'unknown reason'
}

/** A database with the variable that names it, DATABASE_URL where none is given; null: the embedded one. */
export type DatabaseAddress = pg.PoolConfig & { readonly variable?: string | null }

const adviceFor = ({ variable = 'DATABASE_URL' }: DatabaseAddress): string =>
  variable === null ? 'Read postgres.log in the data folder.' : `Check ${variable}.`

/**
 * Sets up a connection outside of calls. If one role does all the work, it may have a statement timeout, which is meant
 * for calls: a migration or an import takes longer [design/data-90].
 */
export const setUpDirect = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`set statement_timeout = 0; ${probesOfServer}`)
}

/** Connects without session settings, so that it works through a pooler [design/data-87]. Throws a StartError. */
export const openPlain = (connection: DatabaseAddress, name: string): Promise<pg.Client> =>
  open(connection, name, async () => undefined)

export const openDirect = (connection: DatabaseAddress, name: string): Promise<pg.Client> =>
  open(connection, name, setUpDirect)

const open = async (connection: DatabaseAddress, name: string, setUp: typeof setUpDirect): Promise<pg.Client> => {
  const client = new pg.Client({
    ...probes,
    connectionTimeoutMillis: 10_000,
    application_name: `remis-${name}`,
    ...connection,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await setUp(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new StartError(`The database cannot be reached: ${explain(error)}. ${adviceFor(connection)}`, error)
  }
}

const checkVersion = async (client: pg.Client, connection: DatabaseAddress): Promise<void> => {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  const version = rows[0]
  if (!version || Number(version.number) < OLDEST)
    throw new StartError(
      `The database is PostgreSQL ${version?.name ?? '?'}; Remis needs 15 or later. ${adviceFor(connection)}`,
    )
  const { rows: settings } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  )
  if (settings[0]?.encoding !== 'UTF8')
    throw new StartError(
      `The database is encoded in ${settings[0]?.encoding}; Remis needs UTF8. ${adviceFor(connection)}`,
    )
}

const apply = async (client: pg.Client, name: string, up: string): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(up)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new StartError(`The migration ${name} failed: ${(error as Error).message}`, error)
  }
}

type Migrations = readonly { readonly name: string; readonly up: string }[]

/** The migrations that the database lacks. Throws a StartError where it has one that this version does not know. */
const missingIn = async (client: pg.Client, list: Migrations): Promise<Migrations> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const done = new Set(rows.map((row) => row.name))
  const unknown = rows.find((row) => !list.some((migration) => migration.name === row.name))
  if (unknown)
    throw new StartError(
      `The database has the migration ${unknown.name}, which this version of Remis does not have: it is older than its data.`,
    )
  return list.filter((migration) => !done.has(migration.name))
}

/** Only a start migrates: a command may run beside a server of an earlier version [design/data-96]. */
export const isMigrated = async (connection: DatabaseAddress, list: Migrations = migrations): Promise<boolean> => {
  const client = await openDirect(connection, 'migrated')
  try {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
    return rows[0]?.there === true && (await missingIn(client, list)).length === 0
  } finally {
    await client.end()
  }
}

const lockMigrations = async (client: pg.Client, progress: (line: string) => void): Promise<void> => {
  const lock = [advisoryLocks.migrations]
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', lock)
  if (rows[0]?.held === true) return
  progress('Another process migrates the database: waiting for it to end')
  await client.query('select pg_advisory_lock($1)', lock)
}

/**
 * Applies missing migrations on a direct connection, under an advisory lock. Each migration is one transaction. A
 * database newer than this server is refused. `progress` gets a line before each migration of a database that is in
 * use, which may take minutes, and while another session has the lock. Returns the applied names.
 */
export const migrate = async (
  connection: DatabaseAddress,
  list: Migrations = migrations,
  progress: (line: string) => void = () => undefined,
): Promise<string[]> => {
  const client = await openDirect(connection, 'migrate')
  try {
    await checkVersion(client, connection)
    await lockMigrations(client, progress)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const fresh = await missingIn(client, list)
    const isInUse = fresh.length < list.length
    for (const [at, { name, up }] of fresh.entries()) {
      if (isInUse) progress(`Migrating the database, step ${at + 1} of ${fresh.length}: ${name}`)
      await apply(client, name, up)
    }
    return fresh.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
