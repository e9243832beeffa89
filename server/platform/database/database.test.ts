import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseFor, patientLimits } from '../../testing/test-database.ts'
import { createLogger } from '../runtime/logger.ts'
import { connectDatabase } from './database.ts'

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
