import type { Failpoints } from '../platform/runtime/failpoint.ts'

interface Stop {
  /** Resolves when somebody has arrived there. */
  readonly reached: Promise<void>
  /** Lets everybody go on, now and later. */
  release(): void
}

export interface TestFailpoints extends Failpoints {
  /** Whoever comes to this point waits there until released. */
  pause(name: string): Stop
  /** Whoever comes to this point fails with this error, until `clear`. */
  fail(name: string, error: Error): void
  clear(): void
  /** How many came by. */
  passes(name: string): number
}

/** Failpoints that a test holds in its hand, so that races run as written stories and not by chance. */
export const makeTestFailpoints = (): TestFailpoints => {
  const gates = new Map<string, { open: Promise<void>; arrived: () => void }>()
  const errors = new Map<string, Error>()
  const counts = new Map<string, number>()
  return {
    at: async (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      const error = errors.get(name)
      if (error) throw error
      const gate = gates.get(name)
      if (!gate) return
      gate.arrived()
      await gate.open
    },
    pause: (name) => {
      let arrived = (): void => undefined
      let release = (): void => undefined
      const reached = new Promise<void>((done) => (arrived = done))
      const open = new Promise<void>((done) => (release = done))
      gates.set(name, { open, arrived })
      return {
        reached,
        release: () => {
          gates.delete(name)
          release()
        },
      }
    },
    fail: (name, error) => void errors.set(name, error),
    clear: () => {
      gates.clear()
      errors.clear()
    },
    passes: (name) => counts.get(name) ?? 0,
  }
}
