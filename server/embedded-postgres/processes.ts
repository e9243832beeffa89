import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Does a process with this id run, of any user? */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const procFile = (pid: number, name: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

const ps = (pid: number, column: string): string => {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Fields of /proc/<pid>/stat after the command's closing bracket: the state is the first. */
const stat = (pid: number): string[] => procFile(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? []

/** In a container without an init, an ended child of pid 1 remains as a zombie, which still answers signal 0. */
const isZombie = (pid: number): boolean => stat(pid)[0] === 'Z'

/** The command line, empty if it cannot be read. */
export const commandLine = (pid: number): string =>
  process.platform === 'linux' ? (procFile(pid, 'cmdline')?.replaceAll('\0', ' ') ?? '') : ps(pid, 'command')

/** The start time, which distinguishes processes with a recycled id. */
export const startedAt = (pid: number): string =>
  process.platform === 'linux' ? (stat(pid)[19] ?? '') : ps(pid, 'lstart')

export const waitUntil = async (met: () => boolean, forMs: number, everyMs = 10): Promise<boolean> => {
  const end = performance.now() + forMs
  while (!met()) {
    if (performance.now() >= end) return false
    await new Promise((done) => setTimeout(done, everyMs))
  }
  return true
}
