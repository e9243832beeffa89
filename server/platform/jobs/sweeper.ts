import type { Logger } from '../runtime/logger.ts'

export interface SweepTask {
  /** Only tidies up: no rule may hang on it having run (design §5). Safe to run on several nodes at once. */
  readonly run: () => Promise<void>
  /** From the end of one run to the start of the next; 1000 unless told. */
  readonly everyMs?: number
}

export interface Sweeper {
  stop(): Promise<void>
}

const usualMs = 1000

/** Runs each task by itself, never twice at a time; a failure is logged and tried again at the next turn. */
export const startSweeper = (tasks: Readonly<Record<string, SweepTask>>, log: Logger): Sweeper => {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  let stopped = false
  const turn = async (name: string, task: SweepTask): Promise<void> => {
    await task.run().catch((error: unknown) => log.error({ err: error, task: name }, 'a sweep failed'))
    running.delete(name)
    plan(name, task)
  }
  const plan = (name: string, task: SweepTask, afterMs = task.everyMs ?? usualMs): void => {
    if (stopped) return
    timers.set(
      name,
      setTimeout(() => running.set(name, turn(name, task)), afterMs),
    )
  }
  // Who was killed has left work behind: the first turn does not wait for its time.
  for (const [name, task] of Object.entries(tasks)) plan(name, task, Math.min(task.everyMs ?? usualMs, usualMs))
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
