import { readFileSync, renameSync } from 'node:fs'
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

/**
 * In a container a recycled pid can look alive to PostgreSQL, which then refuses to start. We hold our own lock and
 * have seen that the process is no postmaster of this folder, so its file is put aside, never deleted.
 */
export const putAsideForeignPid = (folder: string): void => {
  const found = readPidFile(folder)
  if (found && isAlive(found.pid) && !commandLine(found.pid).includes(folder))
    renameSync(join(folder, 'postmaster.pid'), join(folder, 'postmaster.pid.stale'))
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
