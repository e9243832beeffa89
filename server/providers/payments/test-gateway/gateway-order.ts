/** A refund at the test gateway; the key is the shop's. */
export interface GatewayRefund {
  readonly id: string
  readonly key: string
  readonly minor: number
  readonly status: 'pending' | 'done' | 'failed'
}

/** An order at the gateway. The gateway shares no code and no table with the shop. */
export interface GatewayOrder {
  readonly id: string
  /** the shop's id of the attempt; one order each */
  readonly attemptId: string
  readonly minor: number
  readonly currency: string
  readonly description: string
  readonly status: 'open' | 'paid' | 'declined' | 'later' | 'closed'
  /** when a payment "later" is captured, ms */
  readonly laterAt: number | null
  readonly paymentId: string | null
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly webhookUrl: string
  readonly refunds: readonly GatewayRefund[]
}

/** The gateway's storage: its table in the trial, memory in a test. */
export interface GatewayBook {
  insert(order: GatewayOrder): Promise<void>
  find(id: string): Promise<GatewayOrder | null>
  findByAttempt(attemptId: string): Promise<GatewayOrder | null>
  /** Reads, changes and writes one order atomically; returns the result. */
  change(id: string, to: (order: GatewayOrder) => GatewayOrder): Promise<GatewayOrder | null>
}

export const memoryBook = (): GatewayBook => {
  const orders = new Map<string, GatewayOrder>()
  return {
    insert: (order) => {
      orders.set(order.id, order)
      return Promise.resolve()
    },
    find: (id) => Promise.resolve(orders.get(id) ?? null),
    findByAttempt: (attemptId) =>
      Promise.resolve([...orders.values()].find((order) => order.attemptId === attemptId) ?? null),
    change: (id, to) => {
      const before = orders.get(id)
      if (before === undefined) return Promise.resolve(null)
      const after = to(before)
      orders.set(id, after)
      return Promise.resolve(after)
    },
  }
}
