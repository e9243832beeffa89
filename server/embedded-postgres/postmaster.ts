import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { commandLine, isAlive, waitUntil } from './processes.ts'

/** The content of `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  /** `starting`, also while it recovers; `ready`: it accepts connections; `stopping` */
  readonly state: string
}

const readPidFile = (folder: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, socketFolder: lines[4]?.trim() ?? '', state: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/** The running postmaster of this folder: alive, and its command line contains the folder (a pid may be recycled). */
export const livingPostmaster = (folder: string): Postmaster | undefined => {
  const found = readPidFile(folder)
  return found && isAlive(found.pid) && commandLine(found.pid).includes(folder) ? found : undefined
}

/** Whether a database of another container answers on this socket: its process is not visible here. */
export const answersElsewhere = async (folder: string, socketFolder: string): Promise<boolean> => {
  if (livingPostmaster(folder)) return false
  const socket = connect(join(socketFolder, '.s.PGSQL.5432'))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** No process ever has this id, on Linux or macOS. */
const UNUSED_PID = 99_999_999

const clearPid = (file: string): void => {
  if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(UNUSED_PID)))
}

/**
 * In a container without an init a dead postmaster stays as a zombie, and a recycled pid is another process: both look
 * alive to PostgreSQL, which then refuses to start. We hold our own lock and have checked that no postmaster of this
 * folder runs, so an unused pid is written into its file and its socket's lock. The rest of the file stays: PostgreSQL
 * needs it to see whether backends of the dead postmaster still use its memory.
 */
export const disownForeignPid = (folder: string, socketFolder: string): void => {
  if (livingPostmaster(folder)) return
  clearPid(join(folder, 'postmaster.pid'))
  clearPid(join(socketFolder, '.s.PGSQL.5432.lock'))
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended
  }
}

const PROGRESS_MS = 10_000

/**
 * Waits until this postmaster accepts connections; false where it ends before. After a crash it recovers, which takes
 * as long as its WAL is long: there is no time limit, and a line about every ten seconds [design/data-100].
 */
export const becomesReady = async (
  folder: string,
  pid: number,
  { progress, signal }: { readonly progress?: (text: string) => void; readonly signal?: AbortSignal },
): Promise<boolean> => {
  const began = performance.now()
  const isDecided = (): boolean => {
    signal?.throwIfAborted()
    const running = livingPostmaster(folder)
    return !isAlive(pid) || (running?.pid === pid && running.state === 'ready')
  }
  while (!(await waitUntil(isDecided, PROGRESS_MS))) {
    const seconds = Math.round((performance.now() - began) / 1000)
    progress?.(`The database is still starting (${seconds} s). After a crash it recovers first, which can take minutes`)
  }
  return isAlive(pid)
}

/** Fast shutdown; after 10 s immediate shutdown, from which it recovers at the next start. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  signal(pid, 'SIGINT')
  if (await waitUntil(() => !isAlive(pid), 10_000)) return
  signal(pid, 'SIGQUIT')
  await waitUntil(() => !isAlive(pid), 5000)
}
