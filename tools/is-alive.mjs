import { readFileSync } from 'node:fs'

/** In a container without an init, an ended process may stay as a zombie and still answers signal 0. */
const isZombie = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).startsWith('Z')
  } catch {
    return false
  }
}

/** Does a process with this id run, of any user? */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
