import pg from 'pg'

/** Said to every statement of a transaction after one of them has failed. */
const isAftermath = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

type Answers<T extends readonly unknown[]> = { -readonly [Place in keyof T]: Awaited<T[Place]> }

/**
 * Answers of questions that do not wait for each other: in a transaction they go to the database at once, in this order,
 * which is also the order of their locks. Fails when all have been answered, so that nothing is asked after the
 * rollback, and with the error that made the others fail.
 */
export const pipelined = async <T extends readonly unknown[] | []>(asked: T): Promise<Answers<T>> => {
  const settled: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(asked)
  const failed = settled.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
  const [first] = failed
  if (first !== undefined) throw (failed.find(({ reason }) => !isAftermath(reason)) ?? first).reason
  // None has failed.
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Answers<T>
}
