/** Faults a test can inject, per attempt or for all, one scenario at a time each [design/payments-34]. */
export type Scenario =
  | 'create-error'
  | 'create-hang-after-accept'
  | 'query-error'
  | 'unauthorized'
  | 'no-webhook'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'other-payment'
  | 'refund-pending'
  | 'refund-error'
  | 'refund-refused'
  | 'refund-later'

export interface GatewayFaults {
  has(attemptId: string, scenario: Scenario): boolean
  set(attemptId: string, scenario: Scenario | null): void
}

/** The trial has no faults. */
export const noFaults: GatewayFaults = { has: () => false, set: () => undefined }

export const testFaults = (): GatewayFaults => {
  const planned = new Map<string, Scenario>()
  return {
    has: (attemptId, scenario) => planned.get(attemptId) === scenario || planned.get('*') === scenario,
    set: (attemptId, scenario) => {
      if (scenario === null) planned.delete(attemptId)
      else planned.set(attemptId, scenario)
    },
  }
}
