import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { databaseFor, patientLimits } from '../../testing/test-database.ts'
import { readConfig } from '../runtime/config.ts'
import { createLogger } from '../runtime/logger.ts'
import { connectDatabase } from './database.ts'
import { openDatabase } from './open-database.ts'
import type { Tables } from './schema.ts'

const { connection, db } = await databaseFor(import.meta.url)

it('leaves no connection after close, also where only transactions were run', async () => {
  const other = connectDatabase({ connection, limits: patientLimits, log: createLogger('silent') })
  const pid = await other.transact(
    async (tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid,
  )
  const living = async () =>
    (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db.request)).rows.length
  expect(await living()).toBe(1)
  await Promise.all([other.close(), other.close()])
  await expect.poll(living).toBe(0)
})

it('takes only an address beside the direct one for a pooler [design/data-2]', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'remis-pooled-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const pooled = async (env: Record<string, string>) => {
    const opened = await openDatabase(readConfig({ DATA_DIR: dataDir, ...env }))
    await opened.close()
    return [opened.pooled, opened.direct.connectionString]
  }
  const [own, pooler] = ['postgres://a:b@c/d', 'postgres://a:b@c:6432/d']
  expect(await pooled({ DATABASE_URL: own })).toEqual([false, own])
  expect(await pooled({ DATABASE_URL: own, DATABASE_DIRECT_URL: own })).toEqual([false, own])
  expect(await pooled({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: own })).toEqual([true, own])
})

it('refuses a data folder that it cannot write in one line, also with a database elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const config = readConfig({ DATA_DIR: join(folder, 'file', 'data'), DATABASE_URL: 'postgres://a:b@c/d' })
  await expect(openDatabase(config)).rejects.toThrow(/^The data folder .* cannot be written by .*DATA_DIR/)
})

const limited = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const
const names = [...limited, 'jit', 'random_page_cost'] as const
const settingsOf = async (on: Kysely<Tables>) =>
  (
    await sql<{ setting: string }>`select setting from unnest(${[...names]}::text[]) with ordinality as n (name, place)
      join pg_settings using (name) order by place`.execute(on)
  ).rows.map(({ setting }) => setting)

it('sets time limits and costs of a session, behind a pooler the limits of a transaction [design/data-87]', async () => {
  const limits = { ...patientLimits, lockMs: 1001, statementMs: 1002, idleInTransactionMs: 1003 }
  const open = (pooled: boolean) => {
    const opened = connectDatabase({ connection, limits, log: createLogger('silent'), pooled })
    onTestFinished(() => opened.close())
    return opened
  }
  const [own, pooled] = [open(false), open(true)]
  const [timeouts, none] = [
    ['1002', '1001', '1003'],
    ['0', '0', '0'],
  ]
  const [ours, usual] = [
    ['off', '1.1'],
    ['on', '4'],
  ]
  expect(await settingsOf(own.request)).toEqual([...timeouts, ...ours])
  expect(await own.transact(settingsOf)).toEqual([...timeouts, ...ours])
  for (const pool of [own.lists, own.jobs, own.live]) expect((await settingsOf(pool)).slice(-2)).toEqual(ours)
  for (const pool of [pooled.request, pooled.lists, pooled.jobs, pooled.live])
    expect(await settingsOf(pool)).toEqual([...none, ...usual])
  expect(await pooled.transact(settingsOf)).toEqual([...timeouts, ...usual])
  expect(await settingsOf(pooled.request)).toEqual([...none, ...usual])
})
