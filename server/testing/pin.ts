import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * Pins a process with its threads and later children to one processor [design/proofs-15]. False if `taskset` is missing
 * or there is only one processor.
 */
export const pin = (pid: number, processor: number): boolean =>
  processor < cpus().length &&
  spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(processor), String(pid)]).status === 0
