import { readFileSync } from 'node:fs'

/** Fields of /proc/<pid>/stat after the command's closing bracket: the state is the first. */
const stat = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  } catch {
    return []
  }
}

/** In a container without an init, an ended process may remain as a zombie, which still answers signal 0. */
const isZombie = (pid) => stat(pid)[0] === 'Z'

/** The start time, which distinguishes processes with a recycled id; empty where the system does not say it. */
export const startedAt = (pid) => stat(pid)[19] ?? ''

/** Does a process with this id run, of any user? */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
