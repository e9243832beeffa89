import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements are prepared from this use on, so that PostgreSQL does not parse and plan them again. */
const afterUses = 3
/** Lists of different lengths make different texts, so the memory for them is bounded. */
const mostTexts = 2000
const mostPrepared = 400
const longest = 10_000

/** The name a text is prepared under; undefined while it is used too rarely. */
const makeNames = (): ((text: string) => string | undefined) => {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || text.length > longest || names.size >= mostPrepared) return known
    const count = (uses.get(text) ?? 0) + 1
    if (count <= afterUses) {
      if (uses.size >= mostTexts) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }
}

/**
 * A prepared statement is stale: a migration of another node has changed its result, or `pg` has closed it after a
 * value that could not be encoded, without noting it. It has to be prepared again.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  ((error.code === '0A000' && /cached plan/.test(error.message)) || error.code === '26000')

const transacting = new WeakSet<pg.ClientBase>()

/**
 * Marks whether statements sent on this connection from now on belong to a transaction. PostgreSQL's own status arrives
 * too late when statements are sent before earlier ones are answered.
 */
export const setTransacting = (client: pg.ClientBase, inTransaction: boolean): void => {
  if (inTransaction) transacting.add(client)
  else transacting.delete(client)
}

/**
 * Adds preparing to a pool's new connections. A stale plan shows as an error: outside a transaction the statement is
 * retried at once; a transaction is aborted and the caller retries it (`isStalePlan`).
 */
export const makePreparing = (): ((client: pg.PoolClient) => void) => {
  const nameOf = makeNames()
  return (client) => {
    const plain = client.query.bind(client) as (
      query: string | pg.QueryConfig,
      values?: unknown[],
      ...more: unknown[]
    ) => Promise<pg.QueryResult>
    let generation = 0
    const runPrepared = async (text: string, name: string, values: unknown[]): Promise<pg.QueryResult> => {
      // Read before the query: by its answer the transaction may be over, and a retry would be committed on its own.
      const outside = !transacting.has(client) && client.getTransactionStatus() === 'I'
      try {
        return await plain({ name: `${name}${generation}`, text, values })
      } catch (error) {
        if (!isStalePlan(error)) throw error
        generation++
        if (!outside) throw error
        return plain(text, values)
      }
    }
    const query = (text: string | pg.QueryConfig, values?: unknown[], ...more: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(values) && more.length === 0 ? nameOf(text) : undefined
      return name === undefined ? plain(text, values, ...more) : runPrepared(text as string, name, values ?? [])
    }
    client.query = query as typeof client.query
  }
}
