import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { typeParsers } from './database-types.ts'
import type { Limits } from '../runtime/limits.ts'
import type { Logger } from '../runtime/logger.ts'
import { isStalePlan, makePreparing } from './prepare-statements.ts'
import type { Tables } from './schema.ts'
import { openTransactions } from './pipeline/open-transactions.ts'

export type Tx = Transaction<Tables>

export interface Database {
  /** For calls: short locks, short statements. */
  readonly request: Kysely<Tables>
  /** For lists and reports: read only, longer statements, few connections. */
  readonly lists: Kysely<Tables>
  /** For jobs, sweepers and the relay. */
  readonly jobs: Kysely<Tables>
  /**
   * One READ COMMITTED transaction of the request pool. `work` must do nothing but SQL: it runs again after a deadlock,
   * a serialization failure or a migration of another node, which PostgreSQL rolls back whole. A lost connection is never
   * tried again, since the commit may have happened. Listeners of `onCommit` are called after the commit.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The event stream's poke. Returns how to stop listening. */
  onCommit(listener: () => void): () => void
  close(): Promise<void>
}

export interface Connect {
  /** A URL, or a socket folder with user and password. */
  readonly connection: pg.PoolConfig
  readonly limits: Limits['database']
  readonly log: Logger
  /** A pooler stands in between, which may give each statement to another connection: none stays prepared. */
  readonly pooled?: boolean
}

interface PoolOptions {
  readonly name: string
  readonly max: number
  readonly settings: pg.PoolConfig
}

const openPool = (
  { connection, limits, log, pooled }: Connect,
  wish: PoolOptions,
  isClosing: () => boolean,
): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    ...wish.settings,
    max: wish.max,
    types: typeParsers,
    application_name: `remis-${wish.name}`,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // Without these two a database that stops ends the process.
  const lost = (error: Error): void => {
    if (!isClosing()) log.warn({ err: error, pool: wish.name }, 'a database connection was lost')
  }
  pool.on('error', lost)
  const prepare = pooled ? () => undefined : makePreparing()
  pool.on('connect', (client) => {
    client.on('error', lost)
    prepare(client)
  })
  return pool
}

const retryable = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')) || isStalePlan(error)

export const connectDatabase = (connect: Connect): Database => {
  const { limits, log } = connect
  let closing = false
  const open = (wish: PoolOptions) => openPool(connect, wish, () => closing)
  const kysely = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const idle = { idle_in_transaction_session_timeout: limits.idleInTransactionMs }
  // Of calls each statement finds its rows by key, whatever they are. Others are planned for what they ask: a plan made
  // for an empty table would stay when it is full.
  const planned = connect.pooled ? {} : { options: '-c plan_cache_mode=force_custom_plan' }
  const requestPool = open({
    name: 'request',
    max: limits.requestPool,
    settings: { lock_timeout: limits.lockMs, statement_timeout: limits.statementMs, ...idle, pipeline: true },
  })
  const request = kysely(requestPool)
  const lists = kysely(
    open({
      name: 'lists',
      max: limits.listPool,
      settings: { lock_timeout: limits.lockMs, statement_timeout: limits.listStatementMs, ...idle, ...planned },
    }),
  )
  const jobs = kysely(open({ name: 'jobs', max: limits.jobPool, settings: { ...idle, ...planned } }))

  const listeners = new Set<() => void>()
  const inTransaction = openTransactions(requestPool)
  const transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await inTransaction(work)
        for (const listener of listeners) listener()
        return result
      } catch (error) {
        if (!retryable(error) || attempt >= limits.transactionTries) throw error
        log.warn({ err: error, attempt }, 'a transaction runs again')
      }
    }
  }

  return {
    request,
    lists,
    jobs,
    transact,
    onCommit: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing = true
      listeners.clear()
      await Promise.all([request.destroy(), lists.destroy(), jobs.destroy()])
    },
  }
}
