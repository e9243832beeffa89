import { Logger as WorkerLogger, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Tx } from '../database/database.ts'
import { probes } from '../database/connection/silence.ts'
import { logOutage } from '../runtime/log-outage.ts'
import type { Logger } from '../runtime/logger.ts'
import { WaitingPool } from './waiting-pool.ts'

export interface JobQueueOptions {
  readonly db: Database
  /** Direct: the worker listens for notifications. */
  readonly direct: pg.PoolConfig
  readonly tasks: TaskList
  readonly concurrency: number
  readonly log: Logger
}

export interface JobQueue {
  stop(): Promise<void>
}

/**
 * graphile-worker keeps a killed worker's jobs locked for four hours. One server runs per database
 * [design/dispatch-29], so every lock from before the start is stale [invariants-J1].
 */
const freeStaleLocks = async (db: Database): Promise<void> => {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(db.jobs)
}

const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })

/** Runs background jobs. A failed job is retried with growing pauses; jobs must be idempotent. */
export const startJobQueue = async (options: JobQueueOptions): Promise<JobQueue> => {
  const { db, log } = options
  const outage = logOutage(log, {
    level: 'warn',
    fails: 'the job queue does not reach the database',
    works: 'the job queue reaches the database again',
  })
  const pool = new WaitingPool(
    { ...probes, ...options.direct, max: options.concurrency + 2, application_name: 'remis-worker' },
    outage,
  )
  const lost = (error: Error) => log.warn({ err: error, pool: 'worker' }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))

  await freeStaleLocks(db)
  const runner = await run({
    pgPool: pool,
    taskList: options.tasks,
    concurrency: options.concurrency,
    noHandleSignals: true,
    crontab: '',
    logger: workerLogger(log),
  })
  return {
    stop: async () => {
      await runner.stop()
      await pool.end()
    },
  }
}

/**
 * Adds a job. Call it from a consumer of the event stream, never in a business transaction: it notifies, which holds a
 * lock over all commits. The same `key` replaces a job that has not started.
 */
export const addJob = async (
  tx: Tx,
  job: { task: string; payload: unknown; key?: string; maxAttempts?: number; queue?: string },
): Promise<void> => {
  await sql`select graphile_worker.add_job(${job.task}, ${JSON.stringify(job.payload)}::json,
    queue_name => ${job.queue ?? null}, max_attempts => ${job.maxAttempts ?? 10}, job_key => ${job.key ?? null})`.execute(
    tx,
  )
}
