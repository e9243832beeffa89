import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements met so often stay prepared on each connection: PostgreSQL need not read and plan them anew. */
const afterUses = 3
/** Lists of ever other lengths make ever other texts: what is remembered of them is bounded. */
const mostTexts = 2000
const mostPrepared = 400
const longest = 10_000

/** The name under which a text is prepared; undefined while it is not worth it. */
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
 * A migration of another node has changed what a prepared statement answers, or it is gone: `pg` closes one whose values
 * it could not send, and forgets that it did. It has to be prepared anew.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  ((error.code === '0A000' && /cached plan/.test(error.message)) || error.code === '26000')

const transacting = new WeakSet<pg.ClientBase>()

/**
 * Says that what this connection is asked from now on belongs to a transaction, or no longer does. PostgreSQL's own word
 * for it comes too late where statements are sent before earlier ones are answered.
 */
export const setTransacting = (client: pg.ClientBase, whether: boolean): void => {
  if (whether) transacting.add(client)
  else transacting.delete(client)
}

/**
 * For a pool's new connections. A stale plan is found out by trying: outside a transaction the statement runs again at
 * once, a transaction is broken and is the caller's to repeat (`isStalePlan`).
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
    const ask = async (text: string, name: string, values: unknown[]): Promise<pg.QueryResult> => {
      // Asked now: when the answer comes, the transaction may be over, and the statement would be committed by itself.
      const alone = !transacting.has(client) && client.getTransactionStatus() === 'I'
      try {
        return await plain({ name: `${name}${generation}`, text, values })
      } catch (error) {
        if (!isStalePlan(error)) throw error
        generation++
        if (!alone) throw error
        return plain(text, values)
      }
    }
    const query = (text: string | pg.QueryConfig, values?: unknown[], ...more: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(values) && more.length === 0 ? nameOf(text) : undefined
      return name === undefined ? plain(text, values, ...more) : ask(text as string, name, values ?? [])
    }
    client.query = query as typeof client.query
  }
}
