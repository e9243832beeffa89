import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openDirect, openPlain } from './migrate.ts'
import { advisoryLocks } from './schema/advisory-locks.ts'

/** Rows that are only ever added. */
export const appendOnly = ['ledger_transactions', 'ledger_entries', 'audit_log', 'audit_seals', 'day_closes'] as const

const schemas = ['public', 'graphile_worker', 'geo']

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Who connects, and whether grants can hold that role back at all. */
const roleOf = async (connection: pg.ClientConfig): Promise<{ name: string; superuser: boolean }> => {
  const client = await openPlain(connection, 'role')
  try {
    const { rows } = await client.query<{ name: string; superuser: boolean }>(
      `select current_user::text as name, rolsuper as superuser from pg_roles where rolname = current_user`,
    )
    return rows[0] ?? { name: '', superuser: false }
  } finally {
    await client.end()
  }
}

/** The job queue's tables, by the owner: the server's role may not create any. */
export const addJobTables = async (owner: pg.PoolConfig): Promise<void> => {
  const pgPool = new pg.Pool({ ...owner, max: 2 })
  const lost = (): void => undefined
  pgPool.on('error', lost).on('connect', (client) => client.on('error', lost))
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

/**
 * Gives the server's role what it needs on the tables of the owner, also on later ones, and takes what it must not
 * have: changing ledger, audit and the list of migrations. Servers that start at once take turns.
 */
const grantTo = async (owner: pg.ClientConfig, name: string): Promise<void> => {
  const role = identifier(name)
  const client = await openDirect(owner, 'grants')
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.grants])
    const { rows } = await client.query<{ schema: string }>(
      'select nspname::text as schema from pg_namespace where nspname = any($1)',
      [schemas],
    )
    for (const schema of rows.map((row) => identifier(row.schema)))
      await client.query(`
        grant usage on schema ${schema} to ${role};
        grant select, insert, update, delete on all tables in schema ${schema} to ${role};
        grant usage, select on all sequences in schema ${schema} to ${role}`)
    await client.query(`
      alter default privileges grant usage on schemas to ${role};
      alter default privileges grant select, insert, update, delete on tables to ${role};
      alter default privileges grant usage, select on sequences to ${role};
      revoke update, delete, truncate on ${appendOnly.join(', ')} from ${role};
      revoke insert, update, delete, truncate on migrations from ${role}`)
    await admitToJobs(client, name)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The job queue's tables show rows to their owner only, whatever was granted. */
const admitToJobs = async (client: pg.Client, role: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = $1)`,
    [role],
  )
  for (const { name } of rows)
    await client.query(
      `create policy ${identifier(role)} on graphile_worker.${identifier(name)} to ${identifier(role)} using (true) with check (true)`,
    )
}

export interface Roles {
  /** Owns the tables; used at start only. */
  readonly owner: pg.PoolConfig
  /** The server's connections from then on. */
  readonly runtime: pg.PoolConfig
}

/**
 * Prepares the role that the server works with. False when it can change ledger and audit nevertheless: it is the
 * owner, or a superuser [design/data-60].
 */
export const prepareRuntimeRole = async ({ owner, runtime }: Roles): Promise<boolean> => {
  await addJobTables(owner)
  const ownerRole = await roleOf(owner)
  const runtimeRole = await roleOf(runtime)
  if (runtimeRole.name === ownerRole.name) return false
  await grantTo(owner, runtimeRole.name)
  return !runtimeRole.superuser
}
