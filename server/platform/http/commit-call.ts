import { AppError } from '@remis/domain/messages/app-error'
import type { Tx } from '../database/database.ts'
import { storeAnswer, insertKey, type IdempotencyKey, type Stored } from './idempotency.ts'
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
  /** Method and path; names the failpoints `<endpoint>.begun`, `.written` and `.committed` */
  readonly endpoint: string
  readonly id: IdempotencyKey | undefined
  /** Shapes the reply that is stored for a repeated call. */
  readonly shape: (reply: unknown) => unknown
}

/** A call's one transaction (see `Call.commit`): the idempotency key first, then the work, then the stored answer. */
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
        // The key is inserted first and the work pipelined behind it; if the key exists, its stored answer is thrown.
        const inserted = id && insertKey(tx, id)
        const [, done] = await pipelined([inserted, failpoint.at(`${endpoint}.begun`).then(() => work(tx))])
        const stored = !id ? undefined : done instanceof CommittedRefusal ? storedRefusal(done) : { reply: shape(done) }
        if (id && stored) await writeAtCommit(tx, () => storeAnswer(tx, id, stored))
        await failpoint.at(`${endpoint}.written`)
        return done
      })
      .catch((error: unknown) => {
        // Rolled back: the use-case may read again and retry (a track point arrived while the track was matched).
        used = false
        throw error
      })
    await failpoint.at(`${endpoint}.committed`)
    if (result instanceof CommittedRefusal) throw result.error
    return result
  }
}
