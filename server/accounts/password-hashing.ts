import { hash, verify, type Options } from '@node-rs/argon2'
import { inTurn } from '../platform/runtime/in-turn.ts'
import type { Limits } from '../platform/runtime/limits.ts'

/** The queue of a hash: `known` for callers with a known browser or network or an open session, else `strangers`. */
type Turns = 'known' | 'strangers'

/**
 * argon2id with a queue: a hash takes a core and 19 MiB, so the queue keeps a flood of sign-ins from using up the
 * machine [design/accounts-6].
 */
export interface PasswordHashing {
  /** Throws 503 `busy_try_again` when the queue is full. */
  hash(password: string, turns: Turns): Promise<string>
  /** `stored` is null for an unknown account: the same work is done and the answer is false. */
  matches(stored: string | null, password: string, turns: Turns): Promise<boolean>
}

export const passwordHashing = (limits: Limits['password']): PasswordHashing => {
  const { memoryKiB: memoryCost, passes: timeCost } = limits
  const strength: Options = { algorithm: 2, memoryCost, timeCost, parallelism: 1 }
  const queueFor = (atOnce: number) => inTurn({ atOnce, waiting: limits.queue, retryAfter: 2 })
  const queues = { known: queueFor(limits.hashesAtOnce.known), strangers: queueFor(limits.hashesAtOnce.strangers) }

  let dummy: Promise<string> | undefined
  return {
    hash: (password, turns) => queues[turns](() => hash(password, strength)),
    matches: async (stored, password, turns) => {
      dummy ??= hash('a password of no account', strength)
      const reference = stored ?? (await dummy)
      const right = await queues[turns](() => verify(reference, password))
      return right && stored !== null
    },
  }
}
