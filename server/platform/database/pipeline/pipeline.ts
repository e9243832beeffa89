import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '../schema.ts'

type Tx = Transaction<Tables>
type Statement = () => Promise<unknown>

/** Writes of a transaction that its code does not await. */
export interface PendingWrites {
  /** Sent; the commit awaits their answers. */
  readonly sent: Promise<unknown>[]
  /** Sent with the commit. */
  readonly atCommit: Statement[]
}

/** The pending writes of each open transaction of `Database.transact`. */
export const pendingWrites = new WeakMap<Tx, PendingWrites>()

/** SQLSTATE 25P02: an earlier statement has failed, so the transaction is aborted. */
const isAbortedTransaction = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

type Answers<T extends readonly unknown[]> = { -readonly [Place in keyof T]: Awaited<T[Place]> }

/**
 * Awaits statements that do not need each other's answers. In a transaction they are sent at once, in this order, which
 * is also the order of their locks. Rejects only when all are settled, so that nothing runs after the rollback, and
 * with the error that made the others fail.
 */
export const pipelined = async <T extends readonly unknown[] | []>(statements: T): Promise<Answers<T>> => {
  const settled: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(statements)
  const failed = settled.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
  const [first] = failed
  if (first !== undefined) throw (failed.find(({ reason }) => !isAbortedTransaction(reason)) ?? first).reason
  // None has failed.
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Answers<T>
}

/**
 * Queues a write in order without awaiting it: the commit does. A failure rolls the transaction back with its error.
 * In a transaction that `Database.transact` did not open it is awaited here.
 */
export const queueWrite = async (tx: Tx, statement: Promise<unknown>): Promise<void> => {
  const pending = pendingWrites.get(tx)
  if (pending === undefined) return void (await statement)
  // Rejections are handled at the commit.
  statement.catch(() => undefined)
  pending.sent.push(statement)
}

/**
 * Runs a write at the end of the transaction, sent together with the commit. A failure rolls the transaction back. In a
 * transaction that `Database.transact` did not open it runs at once.
 */
export const writeAtCommit = async (tx: Tx, statement: Statement): Promise<void> => {
  const pending = pendingWrites.get(tx)
  if (pending === undefined) await statement()
  else pending.atCommit.push(statement)
}
