import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, isAlive, waitUntil } from './processes.ts'

/** What `postmaster.pid` tells; line 8 is the state, "ready" when connections are taken. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly ready: boolean
}

const readPidFile = (folder: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, socketFolder: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** The living postmaster of this folder: alive, and its command line names the folder (a pid may have been used again). */
export const livingPostmaster = (folder: string): Postmaster | undefined => {
  const found = readPidFile(folder)
  return found && isAlive(found.pid) && commandLine(found.pid).includes(folder) ? found : undefined
}

/** No process ever has this id, on Linux or macOS. */
const NOBODY = 99_999_999

const nameNobody = (file: string): void => {
  if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NOBODY)))
}

/**
 * In a container without an init a dead postmaster stays as a zombie, and a recycled pid is another process: both look
 * alive to PostgreSQL, which then refuses to start. We hold our own lock and have seen that no postmaster of this folder
 * runs, so its file and its socket's lock name nobody from now on. The rest of the file stays: by it PostgreSQL sees
 * whether backends of the dead postmaster still use its memory.
 */
export const disownForeignPid = (folder: string, socketFolder: string): void => {
  if (livingPostmaster(folder)) return
  nameNobody(join(folder, 'postmaster.pid'))
  nameNobody(join(socketFolder, '.s.PGSQL.5432.lock'))
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // gone already
  }
}

/** Fast shutdown; what does not end in time is told to end at once and recovers at its next start. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  signal(pid, 'SIGINT')
  if (await waitUntil(() => !isAlive(pid), 10_000)) return
  signal(pid, 'SIGQUIT')
  await waitUntil(() => !isAlive(pid), 5000)
}
