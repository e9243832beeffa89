import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../platform/runtime/start-error.ts'

export const backupName = (at: Date): string => `remis-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`

const isBackup = (name: string): boolean => /^remis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/.test(name)

/** Deletes all backups of the folder but the newest ones, by their names; returns how many [design/data-98]. */
export const keepNewest = async (folder: string, keep: number): Promise<number> => {
  const backups = (await readdir(folder)).filter(isBackup).toSorted()
  const older = backups.slice(0, -keep)
  for (const name of older) {
    const leaving = join(folder, `${name}.partial`)
    try {
      // An interrupted deletion must not leave a part that looks like a backup.
      await rename(join(folder, name), leaving)
      await rm(leaving, { recursive: true })
    } catch (error) {
      throw new StartError(`The backup is complete, but ${name} cannot be deleted: ${(error as Error).message}`, error)
    }
  }
  return older.length
}
