import { hash, verify, type Options } from '@node-rs/argon2'
import { inTurn } from '../platform/runtime/in-turn.ts'
import type { Limits } from '../platform/runtime/limits.ts'

/**
 * argon2id with a queue: hashing costs a core and 19 MiB, so that a flood of sign-ins must not take the machine
 * [design/accounts-6].
 */
export interface PasswordHashing {
  /** Throws 503 `busy_try_again` when the queue is full. */
  hash(password: string): Promise<string>
  /** `stored` is null for an unknown account: the same work is done and the answer is false. */
  matches(stored: string | null, password: string): Promise<boolean>
}

export const passwordHashing = (limits: Limits['password']): PasswordHashing => {
  const { memoryKiB: memoryCost, passes: timeCost } = limits
  const strength: Options = { algorithm: 2, memoryCost, timeCost, parallelism: 1 }
  const turn = inTurn({ atOnce: limits.hashesAtOnce, waiting: limits.queue, retryAfter: 2 })

  let dummy: Promise<string> | undefined
  return {
    hash: (password) => turn(() => hash(password, strength)),
    matches: async (stored, password) => {
      dummy ??= hash('a password of no account', strength)
      const reference = stored ?? (await dummy)
      const right = await turn(() => verify(reference, password))
      return right && stored !== null
    },
  }
}
