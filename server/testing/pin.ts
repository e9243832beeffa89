import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * Keeps a process with all its threads, and what it starts from now on, on one of the machine's processors
 * (trust-and-speed §2.2). False where `taskset` is missing or there is only one.
 */
export const pin = (pid: number, processor: number): boolean =>
  processor < cpus().length &&
  spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(processor), String(pid)]).status === 0
