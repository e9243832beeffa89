import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { connectDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { databaseFor, patientLimits } from '../testing/test-database.ts'
import { bySql } from './invariant.ts'
import { findBroken } from './verify.ts'

const { connection } = await databaseFor(import.meta.url)

it('a survey may take longer than a list [design/data-88]', async () => {
  const limits = { ...patientLimits, listStatementMs: 200 }
  const db = connectDatabase({ connection, limits, log: createLogger('silent') })
  onTestFinished(() => db.close())
  await expect(sql`select pg_sleep(0.4)`.execute(db.lists)).rejects.toThrow('statement timeout')
  const slow = bySql('M1', 'takes long', sql<{ id: string }>`select 'late' as id from pg_sleep(0.4)`)
  expect(await findBroken(db.lists, [slow])).toMatchObject([{ invariant: 'M1', rows: ['late'] }])
})
