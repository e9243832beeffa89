import { createServer } from 'node:net'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from '../../embedded-postgres/embedded-postgres.ts'
import { lockDataFolder } from '../../embedded-postgres/instance-lock.ts'
import { makeWritable } from '../../embedded-postgres/folders.ts'
import { StartError } from '../runtime/start-error.ts'
import { openPlain, type DatabaseAddress } from './migrate.ts'

export interface OpenedDatabase {
  readonly dataDir: string
  /** For the pools; may go through a pooler. */
  readonly connection: DatabaseAddress
  /** `connection` goes through a pooler. */
  readonly pooled: boolean
  /** Without the pooler, for migrations, locks and notifications. */
  readonly direct: DatabaseAddress
  /** The role that owns the tables, without the pooler: for migrations and the map's import. */
  readonly owner: DatabaseAddress
  readonly embedded: EmbeddedPostgres | undefined
  /** Stops the embedded database and unlocks the data folder. Close the pools first. */
  close(): Promise<void>
}

/** Checks the port before anything is started, so that nothing has to be undone. */
export const checkPort = (host: string, port: number): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const advice = 'Stop what runs there, or set PORT to another number.'
      if (error.code === 'EADDRINUSE') fail(new StartError(`Port ${port} is taken. ${advice}`))
      else if (error.code === 'EACCES') fail(new StartError(`Port ${port} cannot be opened by this user. Set PORT.`))
      else fail(new StartError(`${host}:${port} cannot be opened (${error.code}). Check HOST and PORT.`))
    })
    probe.listen(port, host, () => probe.close(() => done()))
  })

/**
 * Refuses a start that would leave pictures behind: earlier versions kept them in the folder that was asked for, also
 * where everything else is in the fallback folder. Called before root is given up, which alone may read them
 * [design/files-12].
 */
export const checkFilesMoved = ({ databaseUrl, dataDir, s3 }: Config, used: string): void => {
  if (databaseUrl !== undefined || s3 !== undefined) return
  const [before, now] = [join(dataDir, 'files'), join(used, 'files')]
  if (before === now || !existsSync(before) || existsSync(now)) return
  throw new StartError(
    `Uploaded pictures are in ${before}, but the data folder is ${used}. Move them, then start again: mv ${before} ${now}`,
  )
}

/** The first of these variables that is set. */
const addressIn = (variables: Readonly<Record<string, string | undefined>>): DatabaseAddress => {
  const [variable = 'DATABASE_URL', connectionString] =
    Object.entries(variables).find(([, url]) => url !== undefined) ?? []
  return { connectionString, variable }
}

/** The addresses of a database that is not the embedded one. */
export const addressesOf = (
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl'>,
): Pick<OpenedDatabase, 'connection' | 'direct' | 'owner'> => {
  const url = { DATABASE_URL: config.databaseUrl }
  const direct = { DATABASE_DIRECT_URL: config.databaseDirectUrl, ...url }
  return {
    connection: addressIn(url),
    direct: addressIn(direct),
    owner: addressIn({ DATABASE_OWNER_URL: config.databaseOwnerUrl, ...direct }),
  }
}

/** Where an embedded database starts. */
export type OpenOptions = Pick<EmbeddedOptions, 'found' | 'progress' | 'signal'>

/**
 * Opens the database of DATABASE_URL, or the embedded one in the data folder, which `dataFolderOf` must have found.
 * Holds the folder's lock.
 */
export const openDatabase = async (config: Config, options: OpenOptions = {}): Promise<OpenedDatabase> => {
  const waiting = (): void =>
    options.progress?.(
      'The data folder is locked by another machine or container: waiting up to 15 seconds to see whether it still runs',
    )
  if (config.databaseUrl !== undefined) {
    makeWritable(config.dataDir)
    const unlock = await lockDataFolder(config.dataDir, waiting)
    return {
      dataDir: config.dataDir,
      ...addressesOf(config),
      pooled: config.databaseDirectUrl !== undefined && config.databaseDirectUrl !== config.databaseUrl,
      embedded: undefined,
      close: async () => unlock(),
    }
  }
  const { dataDir } = config
  const unlock = await lockDataFolder(dataDir, waiting)
  try {
    const embedded = await startEmbeddedPostgres({ ...options, dataDir })
    const owner = { ...embedded.connection, variable: null }
    const runtime = { ...embedded.runtime, variable: null }
    const close = async (): Promise<void> => {
      await embedded.stop()
      unlock()
    }
    return { dataDir, connection: runtime, pooled: false, direct: runtime, owner, embedded, close }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Identifies the database at an address: its OID, and the start time of its cluster to the microsecond. */
const placeOf = async (address: DatabaseAddress): Promise<string> => {
  const client = await openPlain(address, 'place')
  try {
    const { rows } = await client.query<{ place: string }>(
      `select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as place
       from pg_database where datname = current_database()`,
    )
    return rows[0]?.place ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Throws if an address names another database than the direct address: a start would migrate a database that it has not
 * locked [design/data-114].
 */
export const checkOneDatabase = async (direct: DatabaseAddress, others: readonly DatabaseAddress[]): Promise<void> => {
  const place = await placeOf(direct)
  for (const other of others)
    if ((await placeOf(other)) !== place)
      throw new StartError(
        `${other.variable ?? 'An address'} names another database than ${direct.variable ?? 'DATABASE_URL'}. Nothing was changed. Set both to the same database.`,
      )
}
