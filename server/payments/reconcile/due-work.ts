import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { runInParallel } from '../../platform/jobs/each-in-parallel.ts'
import type { SweepTask } from '../../platform/jobs/sweeper.ts'
import type { PaymentDeps } from '../payment-deps.ts'

export const dayMs = 86_400_000

interface Work<Row> {
  /** the next due row, leased to this node; null: none is due */
  readonly claim: () => Promise<Row | null>
  readonly work: (row: Row) => Promise<void>
  readonly failed: (row: Row, error: unknown) => void
}

/**
 * Works through what is due, several rows in parallel. Each worker claims one row at a time, so that a lease has to
 * outlast one call of a gateway and not a queue of them [design/payments-62].
 */
export const workThrough = async <Row>(app: PaymentDeps, { claim, work, failed }: Work<Row>): Promise<void> => {
  const { gatewayCallsInParallel, sweepAtOnce } = app.config.limits.payments
  let left = sweepAtOnce
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const row = await claim()
      if (row === null) return
      await work(row).catch((error: unknown) => failed(row, error))
    }
  }
  await runInParallel(gatewayCallsInParallel, worker)
}

/** One sweep per gateway, so that one that hangs delays no other; and one for gateways that were taken away. */
export const sweepPerGateway = (
  app: PaymentDeps,
  name: string,
  run: (app: PaymentDeps, gateway: PaymentsProvider | null) => Promise<void>,
): Record<string, SweepTask> =>
  Object.fromEntries(
    [...app.gateways, null].map((gateway) => [
      `${name}: ${gateway?.name ?? 'gateways that are gone'}`,
      { everyMs: 15_000, run: () => run(app, gateway) },
    ]),
  )
