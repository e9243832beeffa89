import { Logger, runOnce } from 'graphile-worker'
import type pg from 'pg'
import type { JobQueueOptions } from '../platform/jobs/job-queue.ts'

const silent = new Logger(() => () => undefined)

/** Runs the jobs that are due as the worker would, one after the other. One that fails waits for its next try. */
export const runDueJobs = async (pgPool: pg.Pool, tasks: JobQueueOptions['tasks']): Promise<void> =>
  runOnce({ pgPool, taskList: tasks, concurrency: 1, noHandleSignals: true, logger: silent })
