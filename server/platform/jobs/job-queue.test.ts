import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { testLog } from '../../testing/test-platform.ts'
import { addJob, startJobQueue } from './job-queue.ts'

const database = await databaseFor(import.meta.url)
const { db, connection } = database

const queueWith = (tasks: Parameters<typeof startJobQueue>[0]['tasks']) =>
  startJobQueue({ db, direct: connection, tasks, concurrency: 2, log: testLog() })

/** A process that starts the job, reports it and hangs; killing it is like a power cut. */
const hangingWorker = async (): Promise<void> => {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '-e',
      `
      const { run } = await import('graphile-worker')
      const { default: pg } = await import('pg')
      const pgPool = new pg.Pool(${JSON.stringify(connection)})
      await run({ pgPool, noHandleSignals: true, taskList: { push: () => { console.log('taken'); return new Promise(() => {}) } } })
    `,
      '--input-type=module',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (data: Buffer) => String(data).includes('taken') && done())
    child.once('exit', () => fail(new Error('the worker did not start')))
  })
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

describe('the job queue', () => {
  it('runs a job, retries it after a failure, and runs the jobs of a killed worker', async () => {
    const ran: unknown[] = []
    let failures = 1
    const tasks = {
      push: async (payload: unknown) => {
        if (failures-- > 0) throw new Error('not now')
        ran.push(payload)
      },
    }
    const first = await queueWith(tasks)
    await db.jobs.transaction().execute((tx) => addJob(tx, { task: 'push', payload: { n: 1 }, key: 'one' }))
    await waitFor(async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(db.jobs)
      return ran.length === 1
    }, 10_000)
    await first.stop()

    await db.jobs.transaction().execute((tx) => addJob(tx, { task: 'push', payload: { n: 2 }, queue: 'named' }))
    await hangingWorker()
    const locked = await sql`select 1 from graphile_worker.jobs where locked_by is not null`.execute(db.jobs)
    expect(locked.rows).toHaveLength(1)
    const second = await queueWith(tasks)
    await waitFor(() => ran.length === 2, 5000)
    expect(ran).toEqual([{ n: 1 }, { n: 2 }])
    await second.stop()
  })
})
