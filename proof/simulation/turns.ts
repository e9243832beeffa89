import type { TestAppOptions } from '@remis/server/testing/app'
import { runDueJobs } from '@remis/server/testing/run-due-jobs'
import type { Database } from '@remis/server/platform/database/database'
import type { JobQueueOptions } from '@remis/server/platform/jobs/job-queue'
import type { SweepTask } from '@remis/server/platform/jobs/sweeper'
import { sql } from 'kysely'
import pg from 'pg'

/** The server's background work, at times that the simulation chooses. */
export interface Turns {
  /** for the app: disables its timers */
  readonly forApp: NonNullable<TestAppOptions['turns']>
  /** Notes a write that may cause background work. */
  readonly stir: () => void
  /** Everything that follows from what was committed: events get their numbers, consumers run, jobs run. */
  settle(stream: { poke(): void }): Promise<void>
  /** One turn of every sweep, or of the named one, and what follows from it. */
  sweep(stream: { poke(): void }, only?: string): Promise<void>
  end(): Promise<void>
}

/** `poke` starts work it does not wait for. */
const patienceMs = 60_000
/** A round of the stream and of its consumers takes about five; on a busy machine more. */
const looksMs = [3, 4, 6, 10, 20]

/** The city ends while the pool is idle. */
const lost = (): void => undefined

/** Whether there is background work now: the stream has to be read, or jobs are due by the database's clock. */
const findDue = async (db: Database): Promise<{ readonly stream: boolean; readonly jobs: boolean }> => {
  const { rows } = await sql<{ stream: boolean; jobs: boolean }>`select
    exists (select from outbox where seq is null)
      or exists (select from stream_cursors where seq < (select coalesce(max(seq), 0) from outbox)) as stream,
    exists (select from graphile_worker.jobs
      where run_at <= now() and attempts < max_attempts and locked_at is null) as jobs`.execute(db.request)
  return rows[0] ?? { stream: false, jobs: false }
}

/** What is due once the stream and its consumers have handled everything. */
const followAll = async (db: Database, stream: { poke(): void }) => {
  const end = performance.now() + patienceMs
  stream.poke()
  for (let look = 0; ; look++) {
    await new Promise((done) => setTimeout(done, looksMs[look] ?? 20))
    const due = await findDue(db)
    if (!due.stream) return due
    if (performance.now() > end) throw new Error('the followers of the stream do not catch up')
  }
}

export const turnsByHand = (db: Database): Turns => {
  let sweeps: Readonly<Record<string, SweepTask>> = {}
  let queue: { readonly pool: pg.Pool; readonly tasks: JobQueueOptions['tasks'] } | undefined
  let stirred = true
  const settle: Turns['settle'] = async (stream) => {
    stirred = false
    let due = await findDue(db)
    while (due.stream || (due.jobs && queue !== undefined)) {
      if (due.stream) due = await followAll(db, stream)
      else {
        if (queue !== undefined) await runDueJobs(queue.pool, queue.tasks)
        due = await findDue(db)
      }
    }
  }
  return {
    forApp: {
      sweeps: (tasks) => {
        sweeps = tasks
        return { stop: () => Promise.resolve() }
      },
      jobs: ({ direct, tasks }) => {
        queue = { pool: new pg.Pool({ ...direct, max: 2 }), tasks }
        queue.pool.on('error', lost).on('connect', (client) => client.on('error', lost))
        return Promise.resolve({ nodeId: '', stop: () => Promise.resolve() })
      },
    },
    stir: () => (stirred = true),
    settle,
    sweep: async (stream, only) => {
      for (const [name, task] of Object.entries(sweeps)) {
        if (only !== undefined && name !== only) continue
        await task.run()
      }
      if (stirred) await settle(stream)
    },
    end: async () => queue?.pool.end(),
  }
}
