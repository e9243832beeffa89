import type { Failpoints } from '../platform/runtime/failpoint.ts'

interface Stop {
  /** Resolves when a call has arrived there. */
  readonly reached: Promise<void>
  /** Releases waiting and later calls. */
  release(): void
}

export interface TestFailpoints extends Failpoints {
  /** Calls that reach this point wait until released. */
  pause(name: string): Stop
  /** Calls that reach this point fail with this error, until `clear`. */
  fail(name: string, error: Error): void
  clear(): void
  /** Number of calls that passed. */
  passes(name: string): number
}

/** Failpoints controlled by a test, so that races run in a fixed order. */
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
