import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runOfficeCommand } from '../platform/runtime/office-command.ts'
import { report } from '../platform/runtime/progress.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { readBackupOptions } from './backup-options.ts'
import { backupName, deleteLeftovers, keepNewest } from './keep-backups.ts'
import { makeBackup } from './make-backup.ts'

/** `npm run backup -- folder`: a copy of the data folder, named by the time, while the server runs or is stopped. */
runOfficeCommand({
  anyVersion: true,
  parse: (args, { databaseUrl }) => {
    if (databaseUrl !== undefined)
      throw new StartError('The database of DATABASE_URL is backed up with pg_dump. See "Backup" in docs/RUNNING.md.')
    const options = readBackupOptions(args)
    const folder = resolve(options.folder)
    if (!existsSync(folder)) throw new StartError(`The folder ${folder} does not exist.`)
    return { ...options, folder }
  },
  run: async (_db, { folder, keep }, { dataDir }, connection) => {
    const name = backupName(new Date())
    const target = join(folder, name)
    await deleteLeftovers(folder, (text) => report({ kind: 'progress', text }))
    await makeBackup({ connection, dataDir, target })
    const { deleted, later } = keep === undefined ? { deleted: 0, later: 0 } : await keepNewest(folder, keep, name)
    const older = deleted === 0 ? '' : ` Deleted ${deleted} older ${deleted === 1 ? 'backup' : 'backups'}.`
    const future =
      later === 0
        ? ''
        : ` Check the clock: ${later} with a later time in the name ${later === 1 ? 'was' : 'were'} kept.`
    return { says: `Backed up ${dataDir} to ${target}. Keep .env with it.${older}${future}` }
  },
})
