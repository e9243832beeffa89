import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { StartError } from '../platform/runtime/start-error.ts'
import { isAlive, startedAt, waitUntil } from './processes.ts'

/** The process that holds a lock file. */
export interface Holder {
  readonly pid: number
  readonly started: string
  /** Where process ids are those of the holder; earlier versions did not write it. */
  readonly machine?: string
}

const TOUCH_MS = 2000
/** A holder on another machine that does not touch its file for this long is dead. */
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

export const thisProcess = (): Holder => ({
  pid: process.pid,
  started: startedAt(process.pid),
  machine: thisMachine(),
})

/** undefined: there is no file, or it is broken. Throws StartError if the file is of another user. */
export const readHolder = (file: string): Holder | undefined => {
  try {
    const held = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isInteger(held.pid) ? held : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new StartError(
        `The lock ${file} is held by another user. Wait for the end of that command, or stop it. If it was killed, delete the file.`,
      )
    return undefined
  }
}

export const isHere = ({ machine }: Holder): boolean => machine === undefined || machine === thisMachine()

/** The time of the last touch, read from an open file: a network file system then asks its server. */
const touchedAt = (file: string): number | undefined => {
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

/**
 * True if the process has ended or its id was reused. On another machine: if the file is not touched for 15 s. Only the
 * file's own times are compared, since the clocks of machines differ.
 */
export const isDead = async (file: string, holder: Holder, waiting: () => void): Promise<boolean> => {
  if (isHere(holder)) return !isAlive(holder.pid) || startedAt(holder.pid) !== holder.started
  waiting()
  const before = touchedAt(file)
  await waitUntil(() => touchedAt(file) !== before, SILENT_MS, 250)
  return [before, undefined].includes(touchedAt(file))
}

export const isSame = (one: Holder | undefined, other: Holder | undefined): boolean =>
  one?.pid === other?.pid && one?.started === other?.started && one?.machine === other?.machine

/** Touches the file of this process until the function that it returns deletes it. */
export const keepAlive = (file: string, own: Holder): (() => void) => {
  const isOwn = (): boolean => isSame(readHolder(file), own)
  const touch = (): void => {
    try {
      if (isOwn()) utimesSync(file, new Date(), new Date())
    } catch {
      // The next touch tries again.
    }
  }
  const timer = setInterval(touch, TOUCH_MS).unref()
  return () => {
    clearInterval(timer)
    if (isOwn()) rmSync(file, { force: true })
  }
}
