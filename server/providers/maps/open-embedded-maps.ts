import { join } from 'node:path'
import { AtlasError, readyRegion } from '@remis/atlas'
import pg from 'pg'
import { setUpDirect } from '../../platform/database/migrate.ts'
import { limitSilenceOfPool, probes } from '../../platform/database/connection/silence.ts'
import { CurrentRegion } from './current-region.ts'
import { embeddedMaps } from './embedded-maps.ts'
import type { MapsProvider } from './maps-provider.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

export interface EmbeddedMapsOptions {
  /** Absolute; contains the maps folder. */
  readonly dataDir: string
  readonly connection: pg.PoolConfig
  /** Creates the tables and rows of a region; `connection` only reads them. */
  readonly owner?: pg.PoolConfig
  /** Signs place ids. */
  readonly secret: Uint8Array
  /** One short line per step of a first build (about six seconds for the trial city). */
  readonly progress: (line: string) => void
  /** Called when a newly imported region cannot be opened or the maps' database connection is lost. */
  readonly failed: (error: unknown) => void
  /** the region in use is the current one */
  readonly worked?: () => void
}

export const mapsFolder = (dataDir: string): string => join(dataDir, 'maps')

/** Places are looked up while the user types: a slower query is useless, ms. */
const STATEMENT_MS = 5_000

/**
 * Opens the maps and first builds what is missing: the trial city without an imported region, the rows in a new
 * database. A killed build starts again. @throws StartError
 */
export const openEmbeddedMaps = async (options: EmbeddedMapsOptions): Promise<MapsProvider> => {
  const dir = mapsFolder(options.dataDir)
  await prepare(dir, options).catch(notUsable)
  const pool = openPool(options, { max: 4, statement_timeout: STATEMENT_MS, application_name: 'remis-maps' })
  limitSilenceOfPool(pool, 2 * STATEMENT_MS)
  try {
    const region = { dir, sql: pool, secret: options.secret }
    const current = await CurrentRegion.open(region, options.failed, options.worked).catch(notUsable)
    return embeddedMaps(current, () => pool.end())
  } catch (error) {
    await pool.end()
    throw error
  }
}

const prepare = async (dir: string, options: EmbeddedMapsOptions): Promise<void> => {
  const pool = openPool(options, {
    ...options.owner,
    max: 2,
    application_name: 'remis-maps-import',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: setUpDirect,
  })
  try {
    await readyRegion({ dir, sql: pool, progress: options.progress })
  } finally {
    await pool.end()
  }
}

const notUsable = (error: unknown): never => {
  throw error instanceof AtlasError ? new StartError(`The map region is not usable: ${error.message}`, error) : error
}

const openPool = ({ connection, failed }: EmbeddedMapsOptions, more: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ ...probes, connectionTimeoutMillis: 10_000, ...connection, ...more })
  // Without a handler, a database that stops would end the process.
  pool.on('error', failed)
  pool.on('connect', (client) => client.on('error', failed))
  return pool
}
