import { logOutage } from '../runtime/log-outage.ts'
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

/** Runs each task on its own timer, never twice at a time; after a failure the next run tries again. */
export const startSweeper = (tasks: Readonly<Record<string, SweepTask>>, log: Logger): Sweeper => {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  let stopped = false
  const all = Object.entries(tasks).map(([name, task]) => ({
    name,
    task,
    outage: logOutage(log, {
      level: 'error',
      fails: 'a sweep failed',
      works: 'a sweep works again',
      details: { task: name },
    }),
  }))
  type Planned = (typeof all)[number]
  const turn = async (planned: Planned): Promise<void> => {
    const { name, task, outage } = planned
    await task.run().then(outage.worked, outage.failed)
    running.delete(name)
    plan(planned)
  }
  const plan = (planned: Planned, afterMs = planned.task.everyMs ?? usualMs): void => {
    if (stopped) return
    timers.set(
      planned.name,
      setTimeout(() => running.set(planned.name, turn(planned)), afterMs),
    )
  }
  // The first run comes early, because a killed server may have left work.
  for (const planned of all) plan(planned, Math.min(planned.task.everyMs ?? usualMs, usualMs))
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
      for (const planned of all) if (planned.task.atStop) await turn(planned)
    },
  }
}
