import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runOfficeCommand } from '../platform/runtime/office-command.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { makeBackup } from './make-backup.ts'

/** `npm run backup -- folder`: a copy of the data folder, named by the time, while the server runs or is stopped. */
runOfficeCommand({
  anyVersion: true,
  parse: ([folder, ...more], { databaseUrl, dataDir }) => {
    if (databaseUrl !== undefined)
      throw new StartError('The database of DATABASE_URL is backed up with pg_dump. See "Backup" in docs/RUNNING.md.')
    if (folder === undefined || more.length > 0) throw new StartError('Usage: npm run backup -- folder')
    if (!existsSync(folder)) throw new StartError(`The folder ${resolve(folder)} does not exist.`)
    if (`${resolve(folder)}/`.startsWith(`${resolve(dataDir)}/`))
      throw new StartError('The folder of the backup is inside the data folder. Choose another one.')
    return resolve(folder)
  },
  run: async (_db, folder, { dataDir }, connection) => {
    const target = join(folder, `remis-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`)
    await makeBackup({ connection, dataDir, target })
    return { says: `Backed up ${dataDir} to ${target}. Keep .env with it.` }
  },
})
