import { guardedRequest } from '../../../platform/security/guarded-request.ts'
import { mapsLimits } from '../../../platform/runtime/limits/outside-limits.ts'
import { OutsideService, type OutsideServiceOptions, type UseCounter } from '../outside/outside-service.ts'

/** Counts in memory, for tests of something else. */
export const memoryCounter = (): UseCounter => {
  const days = new Map<string, { requests: number; microDollars: number }>()
  return {
    count: async (service, microDollars, most) => {
      const before = days.get(service) ?? { requests: 0, microDollars: 0 }
      const after = { requests: before.requests + 1, microDollars: before.microDollars + microDollars }
      if (after.requests > most.requests || after.microDollars > most.microDollars) return false
      days.set(service, after)
      return true
    },
    today: () => Promise.resolve(days),
  }
}

/** How long a test service waits for a reply, ms. A test of a service that is too slow shortens it. */
export const patience = { answerMs: 5000 }

const limits = {
  ...mapsLimits,
  retryMs: 5,
  get answerMs() {
    return patience.answerMs
  },
  get matchMs() {
    return patience.answerMs
  },
}

/** A service at an emulator: replies up to 500 kB, no ceiling. */
export const testService = (name: string, base: string, more: Partial<OutsideServiceOptions> = {}): OutsideService =>
  new OutsideService({
    name,
    bases: [base],
    send: guardedRequest('loopback', { mostBytes: 500_000, keepAlive: true }),
    counter: memoryCounter(),
    most: { requests: 1e9, microDollars: 1e12 },
    limits,
    log: { warn: () => undefined, info: () => undefined },
    ...more,
  })
