import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../runtime/config.ts'
import { addressesOf, checkOneDatabase, openDatabase, type OpenOptions } from './open-database.ts'
import { dataFolderOf, sayDataFolder } from '../../embedded-postgres/data-folder.ts'
import { becomesReady, livingPostmaster } from '../../embedded-postgres/postmaster.ts'
import { report } from '../runtime/progress.ts'
import { StartError } from '../runtime/start-error.ts'

interface RunningOptions extends Pick<OpenOptions, 'signal'> {
  /** Creates the database where there is none. */
  readonly mayCreate?: boolean
}

/**
 * For commands beside the server, as the owner of its tables: the database of the running server, else one started for
 * the command.
 */
export const openRunningOrOwn = async (
  config: Config,
  { signal, mayCreate = false }: RunningOptions = {},
): Promise<{ connection: pg.PoolConfig; dataDir: string; close: () => Promise<void> }> => {
  if (config.databaseUrl !== undefined) {
    const { direct, owner } = addressesOf(config)
    if (owner.variable !== direct.variable) await checkOneDatabase(direct, [owner])
    return { connection: owner, dataDir: config.dataDir, close: async () => undefined }
  }
  const progress = (text: string): void => report({ kind: 'progress', text })
  const dataDir = dataFolderOf(config)
  sayDataFolder(config.dataDir, dataDir, progress)
  const folder = join(dataDir, 'postgres')
  if (!mayCreate && !existsSync(folder))
    throw new StartError(`There is no database in ${dataDir} yet. Run npm start first, or set DATA_DIR.`)
  const options = { progress, ...(signal && { signal }) }
  const running = livingPostmaster(folder)
  if (running && running.state !== 'stopping' && (await becomesReady(folder, running.pid, options))) {
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
    const connection = { host: running.socketFolder, port: 5432, user: 'app', password, database: 'remis' }
    return { connection, dataDir, close: async () => undefined }
  }
  const opened = await openDatabase({ ...config, dataDir }, options)
  return { connection: opened.owner, dataDir, close: () => opened.close() }
}
