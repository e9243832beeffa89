import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { testLog } from '../../testing/test-platform.ts'
import { logOutage } from '../runtime/log-outage.ts'
import { addJob, startJobQueue } from './job-queue.ts'
import { WaitingPool } from './waiting-pool.ts'

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
  it('writes the end of jobs although the database goes away meanwhile [design/data-112]', async () => {
    const held: { payload: unknown; done: () => void; fail: (error: Error) => void }[] = []
    const queue = await queueWith({
      push: (payload) => new Promise<void>((done, fail) => held.push({ payload, done, fail })),
    })
    for (const n of [3, 4])
      await db.jobs.transaction().execute((tx) => addJob(tx, { task: 'push', payload: { n }, queue: `held ${n}` }))
    await waitFor(() => held.length === 2, 10_000)
    const outside = new pg.Client({ ...connection, database: 'postgres' })
    await outside.connect()
    const allow = (allowed: boolean) =>
      outside.query(`alter database ${outside.escapeIdentifier(connection.database)} allow_connections ${allowed}`)
    const workers = `from pg_stat_activity where application_name = 'remis-worker' and datname = $1`
    await db.jobs.transaction().execute(async (tx) => {
      await sql`select 1 from graphile_worker._private_jobs for update`.execute(tx)
      held[0]?.done()
      held[1]?.fail(new Error('not now'))
      const waiting = `select 1 ${workers} and wait_event_type = 'Lock'`
      await waitFor(async () => (await outside.query(waiting, [connection.database])).rowCount === 2, 10_000)
      await allow(false)
      await outside.query(`select pg_terminate_backend(pid) ${workers}`, [connection.database])
    })
    await sleep(1500)
    await allow(true)
    await outside.end()
    const left = async () => (await sql`select attempts, locked_by from graphile_worker.jobs`.execute(db.jobs)).rows
    await waitFor(async () => JSON.stringify(await left()) === '[{"attempts":1,"locked_by":null}]', 15_000)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db.jobs)
    await waitFor(() => held.length === 3, 15_000)
    expect(held[2]?.payload).toEqual(held[1]?.payload)
    held[2]?.done()
    await waitFor(async () => (await left()).length === 0, 10_000)
    await queue.stop()
  }, 60_000)
  it('gives a temporary error a code that the library retries, and keeps its text [design/data-112]', async () => {
    const outage = logOutage(testLog(), { level: 'warn', fails: 'no database', works: 'the database is back' })
    const pool = new WaitingPool({ ...connection, max: 1 }, outage)
    const client = await pool.connect()
    const raised = async (code: string) => {
      const statement = `do $$ begin raise exception 'what happened' using errcode = '${code}'; end $$`
      const error: unknown = await client.query(statement).catch((thrown: unknown) => thrown)
      const { code: shown, message, cause } = error as pg.DatabaseError
      return [shown, message, (cause as pg.DatabaseError | undefined)?.code]
    }
    try {
      for (const code of ['40001', '40P01', '57P03', '23505'])
        expect(await raised(code)).toEqual([code, 'what happened', undefined])
      for (const code of ['57014', '53200', '08006'])
        expect(await raised(code)).toEqual(['57P03', 'what happened', code])
    } finally {
      client.release()
      await pool.end()
    }
  })
})
