import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive, startedAt, waitUntil } from './processes.ts'
import { StartError } from '../platform/runtime/start-error.ts'

interface Holder {
  readonly pid: number
  readonly started: string
  /** Where process ids are those of the holder; earlier versions did not write it. */
  readonly machine?: string
}

const BEAT_MS = 2000
/** A holder on another machine without a beat for this long is dead. */
const SILENT_MS = 15_000

/** Differs in another container too: its process ids name other processes. */
const thisMachine = (): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** undefined: there is no file, or it is broken */
const readHolder = (file: string): Holder | undefined => {
  try {
    const held = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isInteger(held.pid) ? held : undefined
  } catch {
    return undefined
  }
}

const isHere = ({ machine }: Holder): boolean => machine === undefined || machine === thisMachine()

/** By an open file: a network file system then asks its server. */
const beatOf = (file: string): number | undefined => {
  try {
    const opened = openSync(file, 'r')
    try {
      return fstatSync(opened).mtimeMs
    } finally {
      closeSync(opened)
    }
  } catch {
    return undefined
  }
}

/** Has its process ended, or was its id recycled? Elsewhere: no beat; clocks differ, so it is compared with itself. */
const isDead = async (file: string, holder: Holder, waiting: () => void): Promise<boolean> => {
  if (isHere(holder)) return !isAlive(holder.pid) || startedAt(holder.pid) !== holder.started
  waiting()
  const before = beatOf(file)
  await waitUntil(() => beatOf(file) !== before, SILENT_MS, 250)
  return [before, undefined].includes(beatOf(file))
}

const isSame = (one: Holder | undefined, other: Holder | undefined): boolean =>
  one?.pid === other?.pid && one?.started === other?.started && one?.machine === other?.machine

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
 * Allows one server per data folder, also where machines or containers share it [design/data-102]. The lock file is
 * written completely and then linked into place. Calls `waiting` before it waits for a sign of life of a holder
 * elsewhere. Returns a function that unlocks.
 */
export const lockDataFolder = async (dataDir: string, waiting: () => void = () => undefined): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'server.lock')
  const mine = `${file}.${randomUUID()}`
  const own: Holder = { pid: process.pid, started: startedAt(process.pid), machine: thisMachine() }
  writeFileSync(mine, JSON.stringify(own), { mode: 0o600 })
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

/** Touches the lock until the function that it returns unlocks. */
const keepAlive = (file: string, own: Holder): (() => void) => {
  const isOwn = (): boolean => isSame(readHolder(file), own)
  const beat = (): void => {
    try {
      if (isOwn()) utimesSync(file, new Date(), new Date())
    } catch {
      // The next beat tries again.
    }
  }
  const beating = setInterval(beat, BEAT_MS).unref()
  return () => {
    clearInterval(beating)
    if (isOwn()) rmSync(file, { force: true })
  }
}
