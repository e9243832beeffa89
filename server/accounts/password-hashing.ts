import { hash, verify, type Options } from '@node-rs/argon2'
import { AppError } from '@remis/domain/messages/app-error'
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
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async (): Promise<void> => {
    if (running < limits.hashesAtOnce) {
      running++
      return
    }
    if (waiting.length >= limits.queue) throw new AppError(503, 'busy_try_again', { extra: { retryAfter: 2 } })
    // The finished one passes its place on, so `running` does not change.
    await new Promise<void>((next) => waiting.push(next))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  let dummy: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password, strength)),
    matches: async (stored, password) => {
      dummy ??= hash('a password of no account', strength)
      const reference = stored ?? (await dummy)
      const right = await inTurn(() => verify(reference, password))
      return right && stored !== null
    },
  }
}
