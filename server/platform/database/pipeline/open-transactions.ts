import {
  DefaultQueryExecutor,
  PostgresDialect,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { setTransacting } from '../prepare-statements.ts'
import type { Tables } from '../schema.ts'
import { pendingWrites, pipelined, type PendingWrites } from './pipeline.ts'

type Tx = Transaction<Tables>

/** `settings` are names of PostgreSQL and numbers. */
const beginWith = (settings: Readonly<Record<string, number>>): string =>
  [
    'start transaction isolation level read committed',
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
  ].join('; ')

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Sends statements while earlier ones are unanswered; PostgreSQL runs them in the order in which they were sent. */
class PipelineConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #over = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A later statement would be committed on its own.
    if (this.#over) throw new Error('the transaction is over')
    const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
    return {
      rows: rows as Row[],
      ...(counted.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
    }
  }

  // oxlint-disable-next-line require-yield -- rows of a cursor would arrive between the answers of other statements
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('statements of a transaction cannot be streamed')
  }

  end(): void {
    this.#over = true
  }
}

/** The connection of a transaction. */
export const clientOf = new WeakMap<Tx, pg.PoolClient>()

/** Lets client-side failures (a value that cannot be encoded, a rule) surface before the commit is sent. */
const untilSent = (): Promise<void> => new Promise((done) => process.nextTick(() => process.nextTick(done)))

/** Sends the writes of `atCommit` and the commit together; the commit only if all of them could be sent. */
const finish = async (
  client: pg.PoolClient,
  connection: PipelineConnection,
  { sent, atCommit }: PendingWrites,
): Promise<void> => {
  const writes = [...sent, ...atCommit.map((statement) => statement())]
  if (writes.length > 0) {
    let failed = false
    for (const one of writes) one.catch(() => (failed = true))
    await untilSent()
    if (failed) await pipelined(writes)
  }
  connection.end()
  const [, { command }] = await pipelined([pipelined(writes), client.query('commit')])
  // PostgreSQL answers the commit of an aborted transaction with ROLLBACK.
  if (command !== 'COMMIT') throw new Error('a statement that was not awaited has failed: nothing is committed')
}

/**
 * Opens transactions of a pool with pipelining connections: `begin` is sent with the first statements, and writes that
 * only matter at the commit are sent with it. The duration of a move depends on how often it waits for the database, so
 * it waits only where a rule needs an answer. `settings` hold for each transaction.
 */
export const openTransactions = (
  pool: pg.Pool,
  settings: Readonly<Record<string, number>>,
): (<T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => {
  const begin = beginWith(settings)
  const dialect = new PostgresDialect({ pool })
  const [driver, compiler, adapter] = [dialect.createDriver(), dialect.createQueryCompiler(), dialect.createAdapter()]
  const transactionOn = (connection: PipelineConnection): Tx =>
    new Transaction({
      config: { dialect },
      dialect,
      driver,
      executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(connection) }),
    })
  return async (work) => {
    const client = await pool.connect()
    setTransacting(client, true)
    const release = (lost: boolean): void => {
      setTransacting(client, false)
      client.release(lost)
    }
    const connection = new PipelineConnection(client)
    const tx = transactionOn(connection)
    const pending: PendingWrites = { sent: [], atCommit: [] }
    pendingWrites.set(tx, pending)
    clientOf.set(tx, client)
    try {
      const begun = client.query(begin)
      const [, done] = await pipelined([begun, work(tx)])
      await finish(client, connection, pending)
      release(false)
      return done
    } catch (error) {
      connection.end()
      // After a failed commit this changes nothing.
      const lost = await client.query('rollback').then(
        () => false,
        () => true,
      )
      release(lost)
      // A statement may have failed only because an earlier one did: throw the first cause.
      await pipelined([Promise.reject(error), ...pending.sent])
      throw error
    }
  }
}
