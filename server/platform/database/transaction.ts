import {
  DefaultQueryExecutor,
  PostgresDialect,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { setTransacting } from './prepare-statements.ts'
import type { Tables } from './schema.ts'
import { pipelined } from './pipelined.ts'

type Tx = Transaction<Tables>
type Statement = () => Promise<unknown>

const begin = 'start transaction isolation level read committed'
const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Takes statements while earlier ones are unanswered; they are carried out in the order in which they come. */
class PipelineConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #over = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // What came later would be committed on its own.
    if (this.#over) throw new Error('the transaction is over')
    const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
    return {
      rows: rows as Row[],
      ...(counted.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
    }
  }

  // oxlint-disable-next-line require-yield -- rows of a cursor would come between the answers of other statements
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('no statement of a transaction is streamed')
  }

  end(): void {
    this.#over = true
  }
}

/** What nobody waits for before the commit: answers that are on their way, and what is only said along with it. */
interface PendingWrites {
  readonly sent: Promise<unknown>[]
  readonly last: Statement[]
}

const unheard = new WeakMap<Tx, PendingWrites>()

/**
 * For a statement that only writes, just sent: it has its place among the others, and its locks, but nobody waits for
 * its answer before the commit. When it fails nothing is committed, and its error is the transaction's. Other
 * transactions than `transact`'s wait for it.
 */
export const queueWrite = async (tx: Tx, statement: Promise<unknown>): Promise<void> => {
  const kept = unheard.get(tx)
  if (kept === undefined) return void (await statement)
  // Heard at the end.
  statement.catch(() => undefined)
  kept.sent.push(statement)
}

/**
 * Keeps a statement that only writes until the end of the transaction, where all of them go with the commit and cost no
 * turn of their own. When one fails nothing is committed. Other transactions than `transact`'s write it at once.
 */
export const writeAtCommit = async (tx: Tx, statement: Statement): Promise<void> => {
  const kept = unheard.get(tx)
  if (kept === undefined) await statement()
  else kept.last.push(statement)
}

/** Until everything that fails without the database has failed: a value that cannot be sent, a rule that throws. */
const untilSent = (): Promise<void> => new Promise((done) => process.nextTick(() => process.nextTick(done)))

/** The last statements and the commit, sent together; the commit only if all of them were. */
const finish = async (
  client: pg.PoolClient,
  line: PipelineConnection,
  { sent, last }: PendingWrites,
): Promise<void> => {
  const said = [...sent, ...last.map((statement) => statement())]
  if (said.length > 0) {
    let unsent = false
    for (const one of said) one.catch(() => (unsent = true))
    await untilSent()
    if (unsent) await pipelined(said)
  }
  line.end()
  const [, { command }] = await pipelined([pipelined(said), client.query('commit')])
  if (command !== 'COMMIT') throw new Error('a statement that nobody waited for has failed: nothing is committed')
}

/**
 * Opens transactions of a pool whose connections are pipelines: the begin travels with the first statements, what does
 * not wait for an answer is sent at once (`together`), what only writes is not waited for (`goOn`), and `sayLast` travels
 * with the commit. Each wait for the database is what a move costs, so there is one only where a rule needs an answer.
 */
export const openTransactions = (pool: pg.Pool): (<T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => {
  const dialect = new PostgresDialect({ pool })
  const [driver, compiler, adapter] = [dialect.createDriver(), dialect.createQueryCompiler(), dialect.createAdapter()]
  const on = (line: PipelineConnection): Tx =>
    new Transaction({
      config: { dialect },
      dialect,
      driver,
      executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(line) }),
    })
  return async (work) => {
    const client = await pool.connect()
    setTransacting(client, true)
    const leave = (lost: boolean): void => {
      setTransacting(client, false)
      client.release(lost)
    }
    const line = new PipelineConnection(client)
    const tx = on(line)
    const kept: PendingWrites = { sent: [], last: [] }
    unheard.set(tx, kept)
    try {
      const begun = client.query(begin)
      const [, done] = await pipelined([begun, work(tx)])
      await finish(client, line, kept)
      leave(false)
      return done
    } catch (error) {
      line.end()
      // Where the commit has failed already this changes nothing.
      const lost = await client.query('rollback').then(
        () => false,
        () => true,
      )
      leave(lost)
      // A question may have failed only because what went before it had.
      await pipelined([Promise.reject(error), ...kept.sent])
      throw error
    }
  }
}
