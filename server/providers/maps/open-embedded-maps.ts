import { join } from 'node:path'
import { AtlasError, buildRegion, ensureRows, readCurrent } from '@remis/atlas'
import pg from 'pg'
import { CurrentRegion } from './current-region.ts'
import { embeddedMaps } from './embedded-maps.ts'
import type { MapsProvider } from './maps-provider.ts'

export interface EmbeddedMapsOptions {
  /** Absolute; the maps folder lies in it. */
  readonly dataDir: string
  readonly connection: pg.PoolConfig
  /** Signs place ids. */
  readonly secret: Uint8Array
  /** One short sentence per step of a first build, about six seconds for the trial city. */
  readonly progress: (line: string) => void
  /** A newly imported region cannot be opened, or the maps' database connection was lost. */
  readonly failed: (error: unknown) => void
}

export const mapsFolder = (dataDir: string): string => join(dataDir, 'maps')

/** Places are looked up while somebody types: a query that takes longer is of no use. */
const STATEMENT_MS = 5_000

/**
 * Opens the maps, and first makes what is missing: the trial city where no region was imported yet, the rows where the
 * database is new. A build that was killed begins again here.
 * @throws Error with one line that says the way out
 */
export const openEmbeddedMaps = async (options: EmbeddedMapsOptions): Promise<MapsProvider> => {
  const dir = mapsFolder(options.dataDir)
  await prepare(dir, options)
  const pool = openPool(options, { max: 4, statement_timeout: STATEMENT_MS, application_name: 'remis-maps' })
  try {
    const current = await CurrentRegion.open({ dir, sql: pool, secret: options.secret }, options.failed)
    return embeddedMaps(current, () => pool.end())
  } catch (error) {
    await pool.end()
    throw error
  }
}

const prepare = async (dir: string, options: EmbeddedMapsOptions): Promise<void> => {
  const pool = openPool(options, { max: 2, application_name: 'remis-maps-import' })
  const { progress } = options
  const source = { kind: 'montevideo' } as const
  try {
    const current = await readCurrent(dir)
    if (!current || current.region === 'montevideo') await buildRegion({ source, dir, sql: pool, progress })
    else await ensureRows({ dir, sql: pool, progress })
  } catch (error) {
    throw error instanceof AtlasError
      ? new Error(`The map region is not usable: ${error.message}`, { cause: error })
      : error
  } finally {
    await pool.end()
  }
}

const openPool = ({ connection, failed }: EmbeddedMapsOptions, more: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...connection, ...more })
  // Without these a database that stops ends the process.
  pool.on('error', failed)
  pool.on('connect', (client) => client.on('error', failed))
  return pool
}
