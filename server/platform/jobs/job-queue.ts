import { EventEmitter } from 'node:events'
import { Logger as WorkerLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import type { Database, Tx } from '../database/database.ts'
import type { Logger } from '../runtime/logger.ts'

export interface JobQueueOptions {
  readonly db: Database
  /** Direct: the worker listens for notifications. */
  readonly direct: pg.PoolConfig
  readonly tasks: TaskList
  /** No other node can run, so locks of other workers are stale. */
  readonly alone: boolean
  readonly concurrency: number
  readonly log: Logger
}

export interface JobQueue {
  readonly nodeId: string
  stop(): Promise<void>
}

const HEARTBEAT_MS = 10_000
const DEAD_SECONDS = 30

/**
 * graphile-worker keeps a killed worker's jobs locked for four hours; nodes without a heartbeat lose their locks
 * earlier [invariants-J1].
 */
const freeDeadLocks = async (db: Database): Promise<void> => {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs j where locked_by is not null and not exists (
      select 1 from nodes n where n.job_pool = j.locked_by
        and n.seen_at > now() - ${DEAD_SECONDS} * interval '1 second')))`.execute(db.jobs)
}

const beat = async (db: Database, id: string, jobPool: string): Promise<void> => {
  await sql`insert into nodes (id, job_pool, seen_at) values (${id}, ${jobPool}, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at, job_pool = excluded.job_pool`.execute(db.jobs)
  await freeDeadLocks(db)
  await sql`delete from nodes where seen_at < now() - interval '1 day'`.execute(db.jobs)
}

const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })

/** Runs background jobs. A failed job is retried with growing pauses; jobs must be idempotent. */
export const startJobQueue = async (options: JobQueueOptions): Promise<JobQueue> => {
  const { db, log, alone } = options
  const nodeId = newId()
  const pool = new pg.Pool({ ...options.direct, max: options.concurrency + 2, application_name: 'remis-worker' })
  const lost = (error: Error) => log.warn({ err: error, pool: 'worker' }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))

  let jobPool = ''
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => (jobPool = workerPool.id))
  if (alone) await sql`delete from nodes`.execute(db.jobs)
  const runner = await run({
    pgPool: pool,
    taskList: options.tasks,
    concurrency: options.concurrency,
    noHandleSignals: true,
    crontab: '',
    events,
    logger: workerLogger(log),
  })
  await beat(db, nodeId, jobPool)
  const timer = setInterval(() => {
    void beat(db, nodeId, jobPool).catch((error: unknown) => log.warn({ err: error }, 'the heartbeat failed'))
  }, HEARTBEAT_MS)
  return {
    nodeId,
    stop: async () => {
      clearInterval(timer)
      await runner.stop()
      await sql`delete from nodes where id = ${nodeId}`.execute(db.jobs).catch(() => undefined)
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
