import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { connectDatabase, type Database } from '../platform/database/database.ts'
import { limits, type Limits } from '../platform/runtime/limits.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { findBroken } from '../verify/verify.ts'
import { TEMPLATE, type TestCluster } from './global-setup/cluster.ts'

export interface TestDatabase {
  readonly connection: TestCluster
  readonly db: Database
  /** This file breaks invariants on purpose: they are not verified when it ends. */
  expectBroken(): void
  /**
   * Runs when the file ends, before the database is verified and dropped, in reverse order. Use it instead of
   * `afterAll`, which Vitest ignores when it is called within a hook or a test.
   */
  atEnd(work: () => unknown): void
  /** For files with a guard that their own set-up needs: does nothing outside `npm run guards`. */
  afterSetup(): Promise<void>
}

const runSql = async (database: string, sql: string): Promise<void> => {
  const client = new pg.Client({ ...inject('cluster'), database })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * `npm run guards` drops a constraint, index or trigger from every clone, or from a file's database after its set-up.
 */
const { REMIS_DROP_GUARD: dropGuard, REMIS_DROP_GUARD_AFTER_SETUP: dropAfterSetup } = process.env

/**
 * Browsers run beside the tests: a connection, a lock and a statement may take longer than at a server. The pools
 * for lists, jobs and the event stream are small: a new connection plans its first statements with empty caches.
 */
export const patientLimits: Limits['database'] = {
  ...limits.database,
  connectMs: 20_000,
  lockMs: 20_000,
  statementMs: 30_000,
  idleInTransactionMs: 60_000,
  listPool: 1,
  jobPool: 3,
  livePool: 1,
}

/** A database cloned from the migrated template; the caller drops it. */
export const createTestDatabase = async (
  stem: string,
  more: Partial<Limits['database']> = {},
): Promise<Omit<TestDatabase, 'expectBroken' | 'atEnd' | 'afterSetup'> & { readonly drop: () => Promise<void> }> => {
  const name = `t_${stem.replace(/\W+/g, '_').slice(0, 30).toLowerCase()}_${randomBytes(4).toString('hex')}`
  // Copying its files takes half of the time of writing each page to the log.
  await runSql('postgres', `create database ${name} template ${TEMPLATE} strategy file_copy`)
  if (dropGuard !== undefined) await runSql(name, dropGuard)
  const connection = { ...inject('cluster'), database: name }
  const db = connectDatabase({ connection, limits: { ...patientLimits, ...more }, log: createLogger('silent') })
  const drop = async () => {
    await db.close()
    await runSql('postgres', `drop database ${name} with (force)`)
  }
  return { connection, db, drop }
}

/**
 * A separate database for a test file, cloned from the migrated template. When the file ends, the invariants are
 * verified and the database is dropped. Call it at the top of the file: `const database = await
 * databaseFor(import.meta.url)`.
 */
export const databaseFor = async (file: string): Promise<TestDatabase> => {
  const { connection, db, drop } = await createTestDatabase(basename(file))
  let verified = true
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    try {
      for (const end of ends.toReversed()) await end()
      const broken = verified ? await findBroken(db.lists) : []
      if (broken.length > 0) throw new Error(`invariants are broken: ${JSON.stringify(broken)}`)
    } finally {
      await drop()
    }
  })
  return {
    connection,
    db,
    expectBroken: () => (verified = false),
    atEnd: (work) => void ends.push(work),
    afterSetup: async () => {
      if (dropAfterSetup !== undefined) await runSql(connection.database, dropAfterSetup)
    },
  }
}
