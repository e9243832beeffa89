import type { Logger } from '../runtime/logger.ts'

export interface SweepTask {
  /**
   * Only tidies up: no rule may depend on it having run [design/principles-10]. Must be safe on several nodes at once.
   */
  readonly run: () => Promise<void>
  /** Pause between two runs; default 1000. */
  readonly everyMs?: number
  /** Runs once more when the sweeper stops: for what is only in memory. */
  readonly atStop?: boolean
}

export interface Sweeper {
  stop(): Promise<void>
}

const usualMs = 1000

/** Runs each task on its own timer, never twice at a time; a failure is logged, and the next run tries again. */
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
  // A killed server may have left work, so the first run comes early.
  for (const [name, task] of Object.entries(tasks)) plan(name, task, Math.min(task.everyMs ?? usualMs, usualMs))
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
      for (const [name, task] of Object.entries(tasks)) if (task.atStop) await turn(name, task)
    },
  }
}
