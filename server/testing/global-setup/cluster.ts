import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { addJobTables } from '../../platform/database/runtime-role.ts'
import { livingPostmaster, stopPostmaster } from '../../embedded-postgres/postmaster.ts'
import { isAlive } from '../../embedded-postgres/processes.ts'
import { failTeardown } from './fail-teardown.ts'

export type TestCluster = EmbeddedPostgres['connection']

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

export const TEMPLATE = 'template_remis'
const PREFIX = 'remis-test-'

/** Stops databases of killed test runs, which keep running. */
const clearDeadRuns = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (!Number.isInteger(owner) || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    const left = livingPostmaster(join(folder, 'postgres'))
    if (left) await stopPostmaster(left.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A short folder that the database's user can enter; its name contains our process id. */
export const shortFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

const makeTemplate = async (connection: TestCluster, dataDir: string): Promise<void> => {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  try {
    // A run opens thousands of connections: the password is sent as it is, and hashed in one round.
    writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all password\n')
    await admin.query('select pg_reload_conf()')
    await admin.query('set scram_iterations = 1')
    const { user, password } = connection
    await admin.query(`alter role ${admin.escapeIdentifier(user)} password ${admin.escapeLiteral(password)}`)
    await admin.query(`create database ${TEMPLATE}`)
    await migrate({ ...connection, database: TEMPLATE })
    // once, not at the start of every server
    await addJobTables({ ...connection, database: TEMPLATE })
    // A template with a connection cannot be cloned.
    await admin.query(`alter database ${TEMPLATE} with is_template true allow_connections false`)
  } finally {
    await admin.end()
  }
}

/**
 * Fails when a server was not stopped at the end of its test file: it keeps reconnecting to the dropped database, and
 * PostgreSQL starts a process for each attempt.
 */
const expectAllStopped = (dataDir: string): void => {
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  const dropped = new Set(log.match(/(?<=database ")t_\w+(?=" does not exist)/g))
  if (dropped.size > 0)
    failTeardown(`not stopped at the end of their test files, servers on: ${[...dropped].toSorted().join(', ')}`)
}

/** One PostgreSQL for the whole run, with a migrated template. Without fsync: the data is discarded. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearDeadRuns()
  const dataDir = shortFolder()
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    // It runs by the machine's clock and changes the order of rows in queries without an order.
    'autovacuum=off',
  ]
  const cluster = await startEmbeddedPostgres({ dataDir, settings })
  await makeTemplate(cluster.connection, dataDir)
  project.provide('cluster', cluster.connection)
  return async () => {
    await cluster.stop()
    try {
      expectAllStopped(dataDir)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
