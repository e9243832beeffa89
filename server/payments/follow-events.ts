import type { Tx } from '../platform/database/database.ts'
import type { StreamEvent } from '../platform/live/event-stream.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { closeAttemptsOf } from './payment-store.ts'
import { selectRefundProviders } from './refunds/refund-store.ts'

/** Stream consumer: enqueues a job per requested refund and closes the attempts of ended bookings [design/data-27]. */
export const followEvents = async (tx: Tx, events: readonly StreamEvent[]): Promise<void> => {
  const of = (kind: string) => [...new Set(events.filter((one) => one.kind === kind).map(({ subject }) => subject))]
  // One queue per gateway, so that one that hangs keeps one worker busy and not all.
  for (const { id, provider } of await selectRefundProviders(tx, of('refund')))
    await addJob(tx, { task: 'refund', payload: { id }, key: `refund:${id}`, queue: `refunds:${provider}` })
  const bookings = of('booking')
  if (bookings.length > 0) await closeAttemptsOf(tx, bookings)
}
