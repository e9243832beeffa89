import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import type { StartError } from '../runtime/start-error.ts'
import { lockDatabase, type DatabaseLock } from './lock-database.ts'
import { checkOneDatabase } from './open-database.ts'

const { connection } = await databaseFor(import.meta.url)
const open: DatabaseLock[] = []
const taken: StartError[] = []
const lock = async (waitMs = 0, waiting = () => undefined) => {
  const one = await lockDatabase(connection, (error) => taken.push(error), { waitMs, waiting })
  open.push(one)
  return one
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.release()
  taken.length = 0
})

/** Cuts the connections of the lock, as a restart of the database does. */
const cut = async (): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'remis-lock' and datname = current_database()`,
  )
  await client.end()
}

/** The backend that holds the lock. */
const holder = async (): Promise<number | undefined> => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and application_name = 'remis-lock' and datname = current_database()`,
  )
  await client.end()
  return rows[0]?.pid
}

describe('one server process per database [design/dispatch-29]', () => {
  it('refuses the second with one line, until the first has ended', async () => {
    const first = await lock()
    await expect(lock()).rejects.toThrow(/^Another Remis server uses this database, and only one may: .*\.$/)
    await first.release()
    await lock()
  })

  it('waits for a server that is just ending, and says so once', async () => {
    const first = await lock()
    let said = 0
    const second = lock(5000, () => void said++)
    await sleep(600)
    await first.release()
    await second
    expect(said).toBe(1)
  })

  it('takes the lock again after the connection was lost', async () => {
    await lock()
    const before = await holder()
    await cut()
    await waitFor(async () => ![undefined, before].includes(await holder()))
    expect(taken).toEqual([])
  })

  it('reports a server that took it meanwhile', async () => {
    await lock()
    const client = new pg.Client(connection)
    await client.connect()
    const waiting = client.query('select pg_advisory_lock(7000003)')
    await cut()
    await waiting
    await waitFor(() => taken.length === 1)
    await client.end()
  })
})

it('refuses an address of another database, also if a server runs on that one [design/data-114]', async () => {
  const elsewhere = { ...connection, database: 'postgres', variable: 'DATABASE_OWNER_URL' }
  const other = await lockDatabase(elsewhere, () => undefined)
  open.push(other)
  await lock()
  await checkOneDatabase(connection, [connection, { ...connection, variable: 'DATABASE_OWNER_URL' }])
  await expect(checkOneDatabase({ ...connection, variable: 'DATABASE_URL' }, [connection, elsewhere])).rejects.toThrow(
    'DATABASE_OWNER_URL names another database than DATABASE_URL. Nothing was changed. Set both to the same database.',
  )
})
