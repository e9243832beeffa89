import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDead, readHolder } from '../embedded-postgres/lock-holder.ts'
import { StartError } from '../platform/runtime/start-error.ts'

export const backupName = (at: Date): string => `remis-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`

const isBackup = (name: string): boolean => /^remis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/.test(name)

const partial = '.partial'
const isPartial = (name: string): boolean => name.endsWith(partial) && isBackup(name.slice(0, -partial.length))

/** File of an unfinished backup that names the process that writes it. */
export const partialLock = 'backup.lock'

/** Deletes what ended backups and ended deletions left, with a line for each [design/data-103]. */
export const deleteLeftovers = async (folder: string, print: (line: string) => void): Promise<void> => {
  for (const name of (await readdir(folder)).filter(isPartial)) {
    const lock = join(folder, name, partialLock)
    const holder = readHolder(lock)
    const asking = (): void => print(`Waiting up to 15 seconds: does a backup still write ${name}?`)
    if (holder && !(await isDead(lock, holder, asking))) {
      print(`Another backup is writing ${name} (process ${holder.pid}).`)
      continue
    }
    try {
      await rm(join(folder, name), { recursive: true, force: true })
      print(`Deleted ${name}, which an ended backup had left.`)
    } catch (error) {
      print(`${name}, which an ended backup has left, cannot be deleted: ${(error as Error).message}`)
    }
  }
}

interface Kept {
  readonly deleted: number
  /** with a later time in their name than `made`: the clock was wrong then, or is now */
  readonly later: number
}

/**
 * Deletes all backups of the folder but the newest ones up to `made`, by their names [design/data-98]. Later ones do
 * not count and stay: after a jump of the clock `made` would be the oldest.
 */
export const keepNewest = async (folder: string, keep: number, made: string): Promise<Kept> => {
  const backups = (await readdir(folder)).filter(isBackup).toSorted()
  const upToMade = backups.filter((name) => name <= made)
  const older = upToMade.slice(0, -keep)
  for (const name of older) {
    const leaving = join(folder, `${name}${partial}`)
    try {
      // An interrupted deletion must not leave a part that looks like a backup.
      await rename(join(folder, name), leaving)
      await rm(leaving, { recursive: true })
    } catch (error) {
      throw new StartError(`The backup is complete, but ${name} cannot be deleted: ${(error as Error).message}`, error)
    }
  }
  return { deleted: older.length, later: backups.length - upToMade.length }
}
