import { Logger, runOnce } from 'graphile-worker'
import type pg from 'pg'
import type { JobQueueOptions } from '../platform/jobs/job-queue.ts'

const silent = new Logger(() => () => undefined)

/** Runs due jobs one after the other, as the worker does. A failed job waits for its next try. */
export const runDueJobs = async (pgPool: pg.Pool, tasks: JobQueueOptions['tasks']): Promise<void> =>
  runOnce({ pgPool, taskList: tasks, concurrency: 1, noHandleSignals: true, logger: silent })
