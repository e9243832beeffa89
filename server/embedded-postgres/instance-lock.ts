import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startedAt } from './processes.ts'
import { StartError } from '../platform/runtime/start-error.ts'

interface Holder {
  pid: number
  started: string
}

const readHolder = (file: string): Holder | undefined => {
  try {
    const held = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isInteger(held.pid) ? held : undefined
  } catch {
    return undefined
  }
}

const lives = (holder: Holder | undefined): holder is Holder =>
  holder !== undefined && isAlive(holder.pid) && startedAt(holder.pid) === holder.started

/**
 * Allows one server per data folder. The lock file is written completely and then linked into place. A stale lock is
 * recognised by its process: it has ended, or its id was recycled. Returns a function that unlocks.
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'server.lock')
  const mine = `${file}.${process.pid}`
  const content = JSON.stringify({ pid: process.pid, started: startedAt(process.pid) })
  writeFileSync(mine, content, { mode: 0o600 })
  try {
    for (let tries = 0; tries < 20; tries++) {
      try {
        linkSync(mine, file)
        return () => {
          if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readHolder(file)
      if (lives(holder))
        throw new StartError(
          `Remis already runs on ${dataDir} (process ${holder.pid}). Stop it, wait where it is a command, or set DATA_DIR to another folder.`,
        )
      removeStale(file)
    }
    throw new StartError(`The lock ${file} could not be acquired. Remove it when no other server runs.`)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Renames it first, so that only one of two starters removes it; a lock acquired in between is put back. */
const removeStale = (file: string): void => {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (lives(readHolder(aside))) {
    try {
      linkSync(aside, file)
    } catch {
      // a third starter has acquired it
    }
  }
  rmSync(aside, { force: true })
}
