import { AppError } from '@remis/domain/messages/app-error'
import type { Database, Tx } from './database.ts'
import { storeAnswer, takeKey, type IdempotencyKey, type Stored } from './idempotency.ts'
import { Refused } from './use-case.ts'

const storedRefusal = ({ error }: Refused): Stored | undefined =>
  error instanceof AppError
    ? {
        refused: {
          status: error.status,
          key: error.key,
          ...(error.fields ? { fields: error.fields } : {}),
          ...(error.extra ? { extra: error.extra } : {}),
        },
      }
    : undefined

/**
 * A call's one transaction (see `Call.commit`): the idempotency key first, then the work, then the answer beside it.
 * `shape` makes the reply that a repeated call gets.
 */
export const makeCommit = (db: Database, id: IdempotencyKey | undefined, shape: (reply: unknown) => unknown) => {
  let used = false
  return async <T>(work: (tx: Tx) => Promise<T | Refused>): Promise<T> => {
    if (used) throw new Error('a call has one transaction')
    used = true
    const result = await db
      .transact(async (tx) => {
        if (id) await takeKey(tx, id)
        const done = await work(tx)
        if (!id) return done
        const stored = done instanceof Refused ? storedRefusal(done) : { reply: shape(done) }
        if (stored) await storeAnswer(tx, id, stored)
        return done
      })
      .catch((error: unknown) => {
        // Rolled back: a use-case may look again outside and come back (a track point came in while it was matched).
        used = false
        throw error
      })
    if (result instanceof Refused) throw result.error
    return result
  }
}
