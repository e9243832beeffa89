import { readFileSync } from 'node:fs'
import { notificationsApi } from '@remis/domain/push/notifications-api'
import { connectDatabase, type Database } from '@remis/server/platform/database/database'
import { limits } from '@remis/server/platform/runtime/limits'
import { createLogger } from '@remis/server/platform/runtime/logger'
import { findBroken } from '@remis/server/verify/verify'
import { waitFor } from '@remis/server/testing/actors'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedConnection } from '../embedded-connection.ts'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'
import { openCrashCity, type CrashCity } from './crash-city.ts'
import { keepOrdering } from './keep-ordering.ts'
import { expectNothingLost } from './kill-round.ts'
import { withDevice } from './push-stories.ts'

let server: ServerProcess
let db: Database
let city: CrashCity

beforeAll(async () => {
  server = await makeServerProcess()
  // A job that sends a notification is under way for half a second.
  await server.start({ REMIS_FAILPOINTS: 'notification.page=wait:500' })
  const connection = embeddedConnection(server.dataDir)
  db = connectDatabase({
    connection,
    limits: { ...limits.database, requestPool: 3, listPool: 2, jobPool: 2 },
    log: createLogger('silent'),
  })
  city = openCrashCity(db, server.base)
})
afterAll(async () => {
  await db.close()
  await server.remove()
})

const postmaster = (): number =>
  Number(readFileSync(`${server.dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0])

/** Backends that serve our calls: children of the postmaster. */
const backend = async (): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name = 'remis-request' limit 1`.execute(db.jobs)
  const pid = rows[0]?.pid
  if (pid === undefined) throw new Error('no backend of the request pool')
  return pid
}

const ready = async (): Promise<boolean> => (await fetch(`${server.base}/ready`).catch(() => undefined))?.status === 200

/** While the database is away calls get 503 with Retry-After, and the server recovers without an operator. */
const survive = async (harm: () => unknown): Promise<void> => {
  const rider = await city.person('rider')
  const orders = keepOrdering(rider)
  await waitFor(() => orders.seen.includes('ok'), 10_000)
  const before = orders.seen.length
  await harm()
  const statuses = new Set<number>()
  const retry = new Set<string | null>()
  const end = performance.now() + 1500
  while (performance.now() < end) {
    const answer = await fetch(`${server.base}/api/wallet`, { headers: { authorization: `Bearer ${rider.token}` } })
    statuses.add(answer.status)
    if (answer.status === 503) retry.add(answer.headers.get('retry-after'))
    await sleep(20)
  }
  await waitFor(ready, 30_000)
  await waitFor(() => orders.seen.slice(before).includes('ok'), 10_000)
  await orders.stop()
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(retry).not.toContain(null)
  expect(orders.seen.filter((key) => key !== 'ok' && key !== 'busy_try_again')).toEqual([])
  await expectNothingLost(city)
  city.acknowledged.length = 0
  const acknowledged = orders.seen.filter((key) => key === 'ok').length
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from top_ups
    where user_id = ${rider.id}`.execute(db.jobs)
  expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged)
  expect(await findBroken(db.lists)).toEqual([])
}

/** Starts a job and resolves while it runs, with a function that tells whether its end is written. */
const startJob = async (): Promise<() => Promise<boolean>> => {
  const admin = await city.person('admin')
  await withDevice(city, 'driver', 'IOS')
  const body = { devicetype: 'IOS', usertype: 'driver', title: 'Under way', body: 'A little earlier' } as const
  const { notification } = await admin.call(notificationsApi.create, { body })
  await admin.call(notificationsApi.send, { params: { id: notification.id }, body: { usertype: 'driver' } })
  const jobs = async () =>
    (await sql<{ locked: boolean }>`select locked_by is not null as locked from graphile_worker.jobs`.execute(db.jobs))
      .rows
  await waitFor(async () => (await jobs()).some(({ locked }) => locked), 10_000)
  return async () => (await jobs()).every(({ locked }) => !locked)
}

describe('a database that fails', () => {
  it('kill -9 of a backend: database and server recover', async () => {
    const before = server.pid
    await survive(async () => process.kill(await backend(), 'SIGKILL'))
    expect(server.pid).toBe(before)
  })

  it('kill -9 of the postmaster: it restarts once, and nothing acknowledged is lost [design/data-112]', async () => {
    const [before, pid] = [postmaster(), server.pid]
    let ended = () => Promise.resolve(false)
    await survive(async () => {
      ended = await startJob()
      process.kill(before, 'SIGKILL')
    })
    await waitFor(() => ended().catch(() => false), 30_000)
    expect(server.pid).toBe(pid)
    expect(postmaster()).not.toBe(before)
    const restarts = server.log().filter(({ msg }) => msg === 'the database ended unexpectedly and was restarted')
    expect(restarts).toHaveLength(1)
  })

  it.each([
    { holdSeconds: 1, ends: 200, result: 'they wait' },
    { holdSeconds: 4, ends: 503, result: 'they get 503 with Retry-After' },
  ])('all connections wait for one booking, $holdSeconds s: $result, and it passes', async ({ holdSeconds, ends }) => {
    const { rider, driver, id } = await city.ride('ACCEPTED')
    await survive(async () => {
      let holder = 0
      const held = db.transact(async (tx) => {
        await sql`select 1 from bookings where id = ${id} for update`.execute(tx)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        holder = rows[0]?.pid ?? 0
        await sql`select pg_sleep(${holdSeconds})`.execute(tx)
      })
      await waitFor(() => holder > 0)
      const send = (n: number): Promise<number> =>
        fetch(`${server.base}/api/bookings/${id}/${n % 2 === 0 ? 'arrive' : 'trip-code'}`, {
          method: 'POST',
          body: '{}',
          headers: {
            authorization: `Bearer ${(n % 2 === 0 ? driver : rider).token}`,
            'content-type': 'application/json',
            'idempotency-key': `crowd-${holdSeconds}-${n}`,
          },
        }).then(({ status }) => status)
      // It finds a free connection and waits only for the lock; the others come after it.
      const first = send(0)
      await waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where application_name = 'remis-request' and ${holder} = any(pg_blocking_pids(pid))`.execute(db.jobs)
        return rows.length > 0
      })
      const statuses = await Promise.all([first, ...Array.from({ length: 39 }, (_, n) => send(n + 1))])
      await held
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
      expect(statuses[0]).toBe(ends)
    })
  })
})
