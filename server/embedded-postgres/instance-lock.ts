import { randomUUID } from 'node:crypto'
import { closeSync, fchownSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isDead, isHere, isSame, keepAlive, readHolder, thisProcess, type Holder } from './lock-holder.ts'
import { StartError } from '../platform/runtime/start-error.ts'

/** Renames it first, so that only one of two starters removes it; a lock acquired in between is put back. */
const removeStale = (file: string, stale: Holder | undefined): void => {
  const aside = `${file}.stale.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (!isSame(readHolder(aside), stale)) {
    try {
      linkSync(aside, file)
    } catch {
      // a third starter has acquired it
    }
  }
  rmSync(aside, { force: true })
}

const inUse = (dataDir: string, holder: Holder): StartError =>
  new StartError(
    `Remis already runs on ${dataDir} (process ${holder.pid}${isHere(holder) ? '' : ' of another machine or container'}). Stop it, wait where it is a command, or set DATA_DIR to another folder.`,
  )

/**
 * Creates the lock for the owner of the data folder, who must be able to read it after a command of root was killed.
 * Uses `fchown`, since that user could replace the file by a link.
 */
const writeForOwner = (file: string, text: string, dataDir: string): void => {
  const opened = openSync(file, 'wx', 0o600)
  try {
    writeSync(opened, text)
    const { uid, gid } = statSync(dataDir)
    if (process.getuid?.() === 0) fchownSync(opened, uid, gid)
  } finally {
    closeSync(opened)
  }
}

/**
 * Allows one server per data folder, also where machines or containers share it [design/data-102]. The lock file is
 * written completely and then linked into place. Calls `waiting` before it waits for a sign of life of a holder
 * elsewhere. Returns a function that unlocks.
 */
export const lockDataFolder = async (dataDir: string, waiting: () => void = () => undefined): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'server.lock')
  const mine = `${file}.${randomUUID()}`
  const own = thisProcess()
  writeForOwner(mine, JSON.stringify(own), dataDir)
  try {
    for (let tries = 0; tries < 20; tries++) {
      try {
        linkSync(mine, file)
        return keepAlive(file, own)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readHolder(file)
      if (holder && !(await isDead(file, holder, waiting))) throw inUse(dataDir, holder)
      removeStale(file, holder)
    }
    throw new StartError(`The lock ${file} could not be acquired. Remove it when no other server runs.`)
  } finally {
    rmSync(mine, { force: true })
  }
}
