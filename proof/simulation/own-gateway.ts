import { openDesk } from '@remis/server/providers/payments/test-gateway/gateway-desk'
import { testFaults } from '@remis/server/providers/payments/test-gateway/gateway-faults'
import { memoryBook, type GatewayOrder } from '@remis/server/providers/payments/test-gateway/gateway-order'
import type { PaymentsProvider } from '@remis/server/providers/payments/payments-provider'
import { standInGateway } from '@remis/server/providers/payments/stand-in-gateway'

/**
 * The card gateway of one city, in this process and on its clock. It sends no webhooks: `webhook` returns the next one.
 */
export interface OwnGateway {
  readonly adapter: PaymentsProvider
  decide(attempt: string, action: string): Promise<void>
  /** Down: every call fails, and it sends nothing. */
  down: boolean
  /** the attempts that it has taken money for */
  captured(attempts: readonly string[]): Promise<string[]>
  /** what it would send now, signed */
  webhook(attempt: string): Promise<{ readonly body: string; readonly headers: Record<string, string> }>
}

const secret = 'simulated_gateway_secret'
const baseUrl = 'http://gateway.invalid'

export const openOwnGateway = (now: () => number): OwnGateway => {
  const book = memoryBook()
  const faults = testFaults()
  faults.set('*', 'no-webhook')
  const desk = openDesk({ secret, book, faults, now, laterMs: 0, send: () => Promise.resolve(0) })
  const orderOf = async (attempt: string): Promise<GatewayOrder> => {
    const order = await book.findByAttempt(attempt)
    if (order === null) throw new Error(`the gateway does not know ${attempt}`)
    return order
  }
  const gateway: OwnGateway = {
    down: false,
    adapter: standInGateway({
      secret,
      baseUrl,
      now,
      toleranceSeconds: 300,
      fetch: (address, init) =>
        gateway.down
          ? Promise.reject(new Error('the gateway is down'))
          : desk.handle(new Request(address, init), new URL(address).pathname),
    }),
    decide: async (attempt, action) => void (await desk.decide((await orderOf(attempt)).attemptId, action)),
    captured: async (attempts) => {
      const orders = await Promise.all(attempts.map(orderOf))
      return orders.filter(({ status }) => status === 'paid').map(({ attemptId }) => attemptId)
    },
    webhook: async (attempt) => desk.webhookOf(await orderOf(attempt)),
  }
  return gateway
}
