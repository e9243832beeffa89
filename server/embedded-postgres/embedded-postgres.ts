import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries, type Binaries } from './binaries.ts'
import { databaseEnv, ensureCluster } from './cluster.ts'
import { privateFolder, socketFolder } from './folders.ts'
import { answersElsewhere, becomesReady, disownForeignPid, livingPostmaster, stopPostmaster } from './postmaster.ts'
import { waitUntil } from './processes.ts'
import { findRunUser, type RunUser } from './run-user.ts'
import { watchedPostgres, type WatchHandlers } from './watch-over.ts'
import { StartError } from '../platform/runtime/start-error.ts'

export interface EmbeddedPostgres {
  /** Socket folder, user, password and database for `pg`; this role owns everything. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** The role that the server works with: no superuser, owns nothing [design/data-60]. */
  readonly runtime: EmbeddedPostgres['connection']
  /** Process id of the running server; changes with a restart. */
  readonly pid: number
  /** Took over a database that a killed server left running. */
  readonly adopted: boolean
  /** From now on restarts a database that ends unexpectedly. */
  watchOver(handlers: WatchHandlers): void
  /** Close the pools first, else their clients see 57P01. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute, and reachable by the run user (see `dataFolderOf`). */
  readonly dataDir: string
  /** Extra settings as `name=value`; the tests switch fsync off. */
  readonly settings?: readonly string[]
  readonly user?: RunUser
  /** Called with each process id of the database as soon as it is known: it may still be starting. */
  readonly found?: (pid: number) => void
  /** A line about every ten seconds while the database recovers. */
  readonly progress?: (text: string) => void
  /** Ends a start: the database that it launched or found is stopped. */
  readonly signal?: AbortSignal
}

interface Place extends Pick<EmbeddedOptions, 'found' | 'progress' | 'signal'> {
  readonly dataDir: string
  readonly folder: string
  readonly socket: string
  readonly user: RunUser
  readonly settings: readonly string[]
}

const lastLogLine = (file: string): string => {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? ''
  } catch {
    return ''
  }
}

/**
 * WAL that a running backup may retain: far more than normal work writes meanwhile. Without a limit a backup to a disk
 * that hangs would fill the data disk [design/data-118].
 */
export const keptForBackup = '4GB'

/** No TCP port; the socket is open to all users of the machine, since a password is required. */
const SETTINGS = [
  ...'listen_addresses= unix_socket_permissions=0777 lc_messages=C timezone=UTC log_timezone=UTC'.split(' '),
  // Its log has no limit of size, so it holds no lines of usual work.
  ...'max_connections=60 shared_buffers=64MB log_checkpoints=off'.split(' '),
  `max_slot_wal_keep_size=${keptForBackup}`,
]

const NICENESS = 5

/**
 * Lowers the database's priority: the server is one thread that all calls wait for, the database has many processes.
 */
const stepBack = (pid: number): void => {
  try {
    setPriority(pid, Math.min(19, getPriority() + NICENESS))
  } catch {
    // It has ended, which is noticed elsewhere, or this system does not allow it.
  }
}

/** As `becomesReady`; an ended start stops the database. */
const readyOrStopped = async (pid: number, place: Place): Promise<boolean> => {
  try {
    return await becomesReady(place.folder, pid, place)
  } catch (error) {
    await stopPostmaster(pid)
    throw error
  }
}

/** Starts it in its own process group, so that Ctrl-C reaches the server only, which stops the database last. */
const launch = async (binaries: Binaries, place: Place): Promise<number> => {
  const logFile = join(place.dataDir, 'postgres.log')
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const settings = [...SETTINGS, `unix_socket_directories=${place.socket}`, ...place.settings]
  const child = spawn(
    binaries.postgres,
    ['-D', place.folder, '-p', '5432', ...settings.flatMap((setting) => ['-c', setting])],
    { ...place.user.spawn, detached: true, stdio: ['ignore', log, log], env: databaseEnv(), cwd: '/' },
  )
  closeSync(log)
  let failed = ''
  child.on('error', (error) => (failed = error.message))
  child.unref()
  const pid = child.pid ?? 0
  if (pid !== 0) {
    stepBack(pid)
    place.found?.(pid)
    if (await readyOrStopped(pid, place)) return pid
  } else await waitUntil(() => failed !== '', 1000)
  throw new StartError(`The database did not start: ${failed || lastLogLine(logFile)} (see ${logFile})`)
}

const PASSES = /shared memory block|still in use|postmaster\.pid" already exists/

/** A killed postmaster takes a moment to end, and its backends hold its memory a little longer. */
const launchPatiently = async (binaries: Binaries, place: Place): Promise<number> => {
  for (let attempt = 1; ; attempt++) {
    place.signal?.throwIfAborted()
    if (await answersElsewhere(place.folder, place.socket))
      throw new StartError(
        `The database in ${place.folder} runs in another container. Stop Remis and its database there.`,
      )
    disownForeignPid(place.folder, place.socket)
    try {
      return await launch(binaries, place)
    } catch (error) {
      if (attempt >= 20 || !PASSES.test((error as Error).message)) throw error
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

const startOrAdopt = async (binaries: Binaries, place: Place): Promise<{ pid: number; adopted: boolean }> => {
  const orphan = () => livingPostmaster(place.folder)
  const found = orphan()
  if (found?.socketFolder === place.socket) {
    place.found?.(found.pid)
    const isGone = () => place.signal?.aborted === true || orphan()?.pid !== found.pid
    if (found.state === 'stopping') await waitUntil(isGone, 30_000)
    else if (await readyOrStopped(found.pid, place)) return { pid: found.pid, adopted: true }
  }
  const left = orphan()
  if (left) await stopPostmaster(left.pid)
  return { pid: await launchPatiently(binaries, place), adopted: false }
}

const ensureDatabase = async (connection: EmbeddedPostgres['connection']): Promise<void> => {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0) await client.query(`create database ${connection.database}`)
  } finally {
    await client.end()
  }
}

const RUNTIME_ROLE = 'remis_server'

/** Derived, so that no second password has to be kept; the owner's cannot be computed from it. */
const runtimePassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(RUNTIME_ROLE).digest('base64url')

/** Creates the role that the server works with, also in a cluster of an older version. */
const ensureRuntimeRole = async (connection: EmbeddedPostgres['connection'], password: string): Promise<void> => {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [RUNTIME_ROLE])
    const verb = found.rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role ${RUNTIME_ROLE} login nosuperuser nocreatedb nocreaterole password '${password}'`)
  } finally {
    await client.end()
  }
}

/** Starts the embedded PostgreSQL on a data folder, or takes over the one a killed server left running. */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { dataDir } = options
  const user = options.user ?? findRunUser(dataDir)
  const binaries = await findBinaries(user, dataDir)
  const socket = privateFolder(socketFolder(dataDir), user)
  const { folder, password } = ensureCluster(binaries, dataDir, user)
  const place: Place = { ...options, folder, socket, user, settings: options.settings ?? [] }
  const { pid, adopted } = await startOrAdopt(binaries, place)
  const connection = { host: socket, port: 5432, user: 'app', password, database: 'remis' }
  await ensureDatabase(connection)
  const runtime = { ...connection, user: RUNTIME_ROLE, password: runtimePassword(password) }
  await ensureRuntimeRole(connection, runtime.password)

  const ending = new AbortController()
  const watch = watchedPostgres(pid, () => launchPatiently(binaries, { ...place, signal: ending.signal }))
  return {
    connection,
    runtime,
    get pid() {
      return watch.pid()
    },
    adopted,
    watchOver: watch.begin,
    stop: () => {
      ending.abort()
      return watch.end()
    },
  }
}
