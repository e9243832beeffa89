import { AppError } from '@remis/domain/messages/app-error'
import type { Tx } from '../database/database.ts'
import { storeAnswer, takeKey, type IdempotencyKey, type Stored } from './idempotency.ts'
import { pipelined, writeAtCommit } from '../database/pipeline/pipeline.ts'
import { CommittedRefusal, type Platform } from './use-case.ts'

const storedRefusal = ({ error }: CommittedRefusal): Stored | undefined =>
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

interface CommitOf {
  /** method and path: names the failpoints `<endpoint>.begun`, `.written` and `.committed` */
  readonly endpoint: string
  readonly id: IdempotencyKey | undefined
  /** makes the reply that a repeated call gets */
  readonly shape: (reply: unknown) => unknown
}

/** A call's one transaction (see `Call.commit`): the idempotency key first, then the work, then the answer beside it. */
export const makeCommit = (
  { db, failpoint }: Pick<Platform, 'db' | 'failpoint'>,
  { endpoint, id, shape }: CommitOf,
) => {
  let used = false
  return async <T>(work: (tx: Tx) => Promise<T | CommittedRefusal>): Promise<T> => {
    if (used) throw new Error('a call has one transaction')
    used = true
    const result = await db
      .transact(async (tx) => {
        // The key goes first and the work right behind it, without waiting: where the key was taken that is the answer.
        const taken = id && takeKey(tx, id)
        const [, done] = await pipelined([taken, failpoint.at(`${endpoint}.begun`).then(() => work(tx))])
        const stored = !id ? undefined : done instanceof CommittedRefusal ? storedRefusal(done) : { reply: shape(done) }
        if (id && stored) await writeAtCommit(tx, () => storeAnswer(tx, id, stored))
        await failpoint.at(`${endpoint}.written`)
        return done
      })
      .catch((error: unknown) => {
        // Rolled back: a use-case may look again outside and come back (a track point came in while it was matched).
        used = false
        throw error
      })
    await failpoint.at(`${endpoint}.committed`)
    if (result instanceof CommittedRefusal) throw result.error
    return result
  }
}
