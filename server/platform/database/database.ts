import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { typeParsers } from './database-types.ts'
import type { Limits } from '../runtime/limits.ts'
import type { Logger } from '../runtime/logger.ts'
import { isStalePlan, makePreparing } from './prepare-statements.ts'
import type { Tables } from './schema.ts'
import { clientOf, openTransactions } from './pipeline/open-transactions.ts'
import { limitSilence, limitSilenceOfPool, probes } from './connection/silence.ts'

export type Tx = Transaction<Tables>

export interface Database {
  /** For calls: short lock and statement timeouts. */
  readonly request: Kysely<Tables>
  /** For lists and reports: read only, longer statements, few connections. */
  readonly lists: Kysely<Tables>
  /** For jobs and sweepers. */
  readonly jobs: Kysely<Tables>
  /** For the event stream and the views of its events, so that they do not wait for sweeps: rows are found by key. */
  readonly live: Kysely<Tables>
  /**
   * One READ COMMITTED transaction of the request pool. `work` must do nothing but SQL: it is retried after a deadlock,
   * a serialization failure or a migration of another node, which PostgreSQL rolls back whole. It is not retried after
   * a lost connection, since the commit may have happened. Listeners of `onCommit` are called after the commit.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Called after each commit of `transact`. Returns a function that removes the listener. */
  onCommit(listener: () => void): () => void
  close(): Promise<void>
}

export interface Connect {
  /** A URL, or a socket folder with user and password. */
  readonly connection: pg.PoolConfig
  readonly limits: Limits['database']
  readonly log: Logger
  /**
   * Connections go through a pooler, which may run each statement on another connection and refuses settings of a
   * session: no statement stays prepared, and transactions set their time limits themselves [design/data-87].
   */
  readonly pooled?: boolean
}

interface PoolOptions {
  readonly name: string
  readonly max: number
  /** ms without an answer after which a connection in use is closed; absent: any time */
  readonly silenceMs?: number
  readonly settings: pg.PoolConfig
}

const openPool = (
  { connection, limits, log, pooled }: Connect,
  options: PoolOptions,
  isClosing: () => boolean,
): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    ...options.settings,
    max: options.max,
    types: typeParsers,
    application_name: `remis-${options.name}`,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 30_000,
    ...probes,
  })
  // Without these two listeners a database that stops ends the process.
  const lost = (error: Error): void => {
    if (!isClosing()) log.warn({ err: error, pool: options.name }, 'a database connection was lost')
  }
  pool.on('error', lost)
  const prepare = pooled ? () => undefined : makePreparing()
  pool.on('connect', (client) => {
    client.on('error', lost)
    prepare(client)
  })
  if (options.silenceMs !== undefined) limitSilenceOfPool(pool, options.silenceMs)
  return pool
}

const retryable = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')) || isStalePlan(error)

/**
 * SQLSTATE classes 22 and 23: the database refuses a value or a row of the statement. Without it the statement passes,
 * unlike after a timeout or a lost connection.
 */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** Lifts the statement limit for a long transaction. */
export const liftStatementLimit = async (tx: Tx): Promise<void> => {
  const client = clientOf.get(tx)
  if (client !== undefined) limitSilence(client, 0)
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** Repeats a transaction that PostgreSQL has rolled back whole. */
const withRetries =
  (inTransaction: Database['transact'], tries: number, log: Connect['log']): Database['transact'] =>
  async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(work)
      } catch (error) {
        if (!retryable(error) || attempt >= tries) throw error
        log.warn({ err: error, attempt }, 'retrying a transaction')
      }
    }
  }

export const connectDatabase = (connect: Connect): Database => {
  const { limits, log } = connect
  let closing = false
  const pools: pg.Pool[] = []
  const open = (options: PoolOptions) => {
    const pool = openPool(connect, options, () => closing)
    pools.push(pool)
    return pool
  }
  const kysely = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const ofSession = (settings: pg.PoolConfig): pg.PoolConfig => (connect.pooled ? {} : settings)
  const idle = { idle_in_transaction_session_timeout: limits.idleInTransactionMs }
  // Statements of calls and of the event stream find rows by key, so that one plan fits all values. Others are planned
  // for their values: a plan made for an empty table would be kept when it is full. `jit`: compiling a plan takes
  // longer than running it. `random_page_cost`: most pages are in memory, where a random read costs little more than a
  // sequential one.
  const costs = '-c jit=off -c random_page_cost=1.1'
  const planned = { options: `-c plan_cache_mode=force_custom_plan ${costs}` }
  const ofCalls = { lock_timeout: limits.lockMs, statement_timeout: limits.statementMs, ...idle }
  const requestPool = open({
    name: 'request',
    max: limits.requestPool,
    silenceMs: limits.statementMs + limits.silenceMs,
    settings: { ...ofSession({ ...ofCalls, options: costs }), pipeline: true },
  })
  const request = kysely(requestPool)
  const lists = kysely(
    open({
      name: 'lists',
      max: limits.listPool,
      settings: ofSession({ ...ofCalls, statement_timeout: limits.listStatementMs, ...planned }),
    }),
  )
  const jobs = kysely(open({ name: 'jobs', max: limits.jobPool, settings: ofSession({ ...idle, ...planned }) }))
  const live = kysely(
    open({
      name: 'live',
      max: limits.livePool,
      silenceMs: limits.listStatementMs + limits.silenceMs,
      settings: ofSession({ ...idle, options: costs }),
    }),
  )

  const listeners = new Set<() => void>()
  const retried = withRetries(
    openTransactions(requestPool, connect.pooled ? ofCalls : {}),
    limits.transactionTries,
    log,
  )
  const transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await retried(work)
    for (const listener of listeners) listener()
    return result
  }

  // Kysely ends only a pool that it has used: one used by `transact` alone would keep the process for 30 s.
  const end = async (): Promise<void> => void (await Promise.all(pools.map((pool) => pool.end())))
  let ended: Promise<void> | undefined

  return {
    request,
    lists,
    jobs,
    live,
    transact,
    onCommit: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      closing = true
      listeners.clear()
      return (ended ??= end())
    },
  }
}
