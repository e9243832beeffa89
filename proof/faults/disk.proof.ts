import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, type Database } from '@remis/server/platform/database/database'
import { limits } from '@remis/server/platform/runtime/limits'
import { createLogger } from '@remis/server/platform/runtime/logger'
import { findBroken } from '@remis/server/verify/verify'
import { waitFor } from '@remis/server/testing/actors'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { Client } from '../api-client.ts'
import { embeddedConnection } from '../embedded-connection.ts'
import { long } from '../scale.ts'
import { makeServerProcess } from '../server-process.ts'
import { openCrashCity } from './crash-city.ts'
import { keepOrdering } from './keep-ordering.ts'
import { expectNothingLost } from './kill-round.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** The data folder is a separate disk, with the map copied to it before. */
const server = long ? await makeServerProcess() : undefined
const disk = server && mountOn(server.dataDir)
let db: Database | undefined
if (long && disk === undefined) process.stdout.write('> disk full: skipped, no small disk may be mounted here\n')

function mountOn(folder: string): SmallDisk | undefined {
  const kept = join(folder, 'maps')
  const aside = `${folder}-maps`
  if (existsSync(kept)) cpSync(kept, aside, { recursive: true })
  const mounted = mountSmallDisk(folder, 320)
  if (mounted !== undefined && existsSync(aside)) cpSync(aside, kept, { recursive: true })
  return mounted
}

afterAll(async () => {
  await db?.close()
  await server?.stop()
  disk?.unmount()
  await server?.remove()
})

/**
 * Uses up the space that the database has allocated ahead, in its tables and in its log; the database ends without
 * space for its log.
 */
const useUp = async (mine: Database): Promise<void> => {
  const fails = (work: Promise<unknown>) =>
    work.then(
      () => false,
      () => true,
    )
  const add = () =>
    sql`insert into ballast select string_agg(md5(random()::text), '') from generate_series(1, 20000)`.execute(
      mine.jobs,
    )
  for (let n = 0; n < 100 && !(await fails(add())); n++);
  const write = () => sql`select pg_logical_emit_message(true, 'ballast', repeat('x', 1000000))`.execute(mine.jobs)
  for (let n = 0; n < 300 && !(await fails(write())); n++);
}

/** The answers to calls that only read while the disk was full. */
const look = async (base: string, { token }: Client, forMs: number): Promise<Set<number>> => {
  const statuses = new Set<number>()
  const end = performance.now() + forMs
  while (performance.now() < end) {
    statuses.add((await fetch(`${base}/health`)).status)
    const answer = await fetch(`${base}/api/wallet`, { headers: { authorization: `Bearer ${token}` } })
    statuses.add(answer.status)
    await sleep(100)
  }
  return statuses
}

describe.skipIf(disk === undefined)('a disk that becomes full', () => {
  it('the server answers and keeps running; with free space everything continues without an operator, and nothing acknowledged is lost', async () => {
    if (server === undefined || disk === undefined) return
    await server.start()
    const pid = server.pid
    db = connectDatabase({
      connection: embeddedConnection(server.dataDir),
      limits: { ...limits.database, requestPool: 3, listPool: 2, jobPool: 2 },
      log: createLogger('silent'),
    })
    const city = openCrashCity(db, server.base)
    const rider = await city.person('rider')
    const ride = await city.ride('ARRIVED')
    const orders = keepOrdering(rider)
    await waitFor(() => orders.seen.includes('ok'), 10_000)

    const { base } = server
    await sql`create table ballast (text text)`.execute(db.jobs)
    disk.fill()
    const before = orders.seen.length
    const withoutRoom = await look(base, rider, 3000)
    await useUp(db)
    const withoutDatabase = await look(base, rider, 12_000)
    disk.free()
    const during = orders.seen.length
    const refused = orders.seen.slice(before, during)
    const others = [...withoutRoom, ...withoutDatabase].filter((status) => status !== 200 && status !== 503)
    expect(others).toEqual([])
    // Calls that only read are answered as long as the database runs.
    expect(withoutRoom).toContain(200)
    expect(refused).toContain('busy_try_again')
    expect(withoutDatabase).toContain(503)
    await waitFor(async () => (await fetch(`${base}/ready`)).status === 200, 60_000)
    await waitFor(() => orders.seen.slice(during).includes('ok'), 20_000)
    await orders.stop()
    expect(server.pid).toBe(pid)
    expect(orders.seen.filter((key) => key !== 'ok' && key !== 'busy_try_again')).toEqual([])
    await expectNothingLost(city)
    const acknowledged = orders.seen.filter((key) => key === 'ok').length
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from top_ups
      where user_id = ${rider.id}`.execute(db.jobs)
    expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged)
    expect((await city.view(ride.rider, ride.id)).status).toBe('ARRIVED')
    expect(await findBroken(db.lists)).toEqual([])
  })
})
