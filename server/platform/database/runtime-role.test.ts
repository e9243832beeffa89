import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makePerson } from '../../testing/make-person.ts'
import { databaseFor, patientLimits } from '../../testing/test-database.ts'
import { createLogger } from '../runtime/logger.ts'
import { addAudit } from './audit.ts'
import { connectDatabase, type Database } from './database.ts'
import { lockDatabase } from './lock-database.ts'
import { appendOnly, prepareRuntimeRole } from './runtime-role.ts'

const database = await databaseFor(import.meta.url)
const owner = database.connection
const name = `t_server_${randomBytes(4).toString('hex')}`
const runtime = { ...owner, user: name, password: 'for-a-test' }

const asOwner = async (text: string): Promise<void> => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

let db: Database
beforeAll(async () => {
  await asOwner(`create role ${name} login password 'for-a-test'`)
  expect(await prepareRuntimeRole({ owner, runtime })).toBe(true)
  db = connectDatabase({ connection: runtime, limits: patientLimits, log: createLogger('silent') })
})
afterAll(async () => {
  await db.close()
  await asOwner(`drop owned by ${name} cascade; drop role ${name}`)
})

const changed = {
  ledger_transactions: 'reference',
  ledger_entries: 'amount',
  audit_log: 'action',
  audit_seals: 'hash',
  day_closes: 'hash',
}

const denied = { code: '42501', message: expect.stringMatching(/^permission denied/) as string }

describe('the role that the server works with [design/data-60]', () => {
  it.each(appendOnly)('adds to %s and neither changes nor empties it', async (table) => {
    const column = changed[table]
    for (const change of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(sql.raw(change).execute(db.jobs), change).rejects.toMatchObject(denied)
    await sql.raw(`select 1 from ${table}`).execute(db.jobs)
  })

  it('is prepared while a server holds the database, as at every start', async () => {
    const lock = await lockDatabase(owner, () => undefined)
    expect(await prepareRuntimeRole({ owner, runtime })).toBe(true)
    await lock.release()
  })

  it('is queried without session settings, which a pooler would keep [design/data-87]', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await prepareRuntimeRole({ owner, runtime })
    const texts = query.mock.calls.flatMap(([text], at) =>
      (query.mock.contexts[at] as pg.Client).user === name ? [String(text)] : [],
    )
    expect(texts).toEqual([expect.stringContaining('select current_user')])
  })

  it('cannot switch the guards off, create tables, or hide a migration', async () => {
    for (const change of [
      'alter table ledger_entries disable trigger ledger_entries_append_only',
      'drop trigger audit_log_append_only on audit_log',
      'set session_replication_role = replica',
      'create table own (id integer)',
      'delete from migrations',
      `create role other superuser`,
    ])
      await expect(sql.raw(change).execute(db.jobs), change).rejects.toMatchObject({ code: '42501' })
  })

  it('is prepared while the starting server already holds its database', async () => {
    const lock = await lockDatabase(owner, () => undefined)
    expect(await prepareRuntimeRole({ owner, runtime })).toBe(true)
    await lock.release()
  })

  it('does the work of a server: people, audit, jobs', async () => {
    await makePerson(db, 'rider')
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'test', subject: 'test' }))
    await sql`update users set first_name = 'Changed'`.execute(db.request)
    await sql`select graphile_worker.add_job('nothing')`.execute(db.jobs)
    await sql`delete from graphile_worker._private_jobs`.execute(db.jobs)
  })

  it('gets its rights on tables of later migrations too', async () => {
    await asOwner('create table later (id bigint generated always as identity primary key, n integer)')
    await sql`insert into later (n) values (1)`.execute(db.jobs)
    expect(await prepareRuntimeRole({ owner, runtime })).toBe(true)
  })

  it('is reported where it is the owner', async () => {
    expect(await prepareRuntimeRole({ owner, runtime: owner })).toBe(false)
  })
})
