import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { readEvents, type EventStream, type StreamEvent } from './event-stream.ts'
import type { Limits } from '../runtime/limits.ts'
import { logOutage } from '../runtime/log-outage.ts'
import type { Platform } from '../http/use-case.ts'

export interface Consumer {
  /** Gets every event once and in order, across restarts and nodes; its writes are committed with the cursor. */
  readonly handle: (tx: Tx, events: readonly StreamEvent[]) => Promise<void>
  /** Screens show its result: use the shorter pause between batches. */
  readonly soon?: boolean
}

export interface ConsumerOptions extends Consumer, Pick<Platform, 'db' | 'log' | 'failpoint'> {
  /** Names its row in `stream_cursors`, and the failpoint `consumer.<name>.handled`. */
  readonly name: string
  readonly stream: EventStream
  readonly limits: Pick<Limits['live'], 'batch' | 'restMs'>
}

/** Handles one batch of at most `limit` events; returns its size. */
const step = async (
  { name, db, failpoint, handle }: ConsumerOptions,
  limit: number,
  begun: (events: readonly StreamEvent[]) => void,
): Promise<number> =>
  db.jobs.transaction().execute(async (tx) => {
    const { rows } = await sql<{ seq: number }>`
      select seq from stream_cursors where name = ${name} for update`.execute(tx)
    const after = rows[0]?.seq ?? 0
    const events = await readEvents(tx, { after, limit })
    if (events.length === 0) return 0
    begun(events)
    await handle(tx, events)
    await tx
      .updateTable('stream_cursors')
      .set({ seq: events.at(-1)?.seq ?? after })
      .where('name', '=', name)
      .execute()
    await failpoint.at(`consumer.${name}.handled`)
    return events.length
  })

/**
 * Follows the stream durably: events committed while no node ran are handled at the next start. After a failure it
 * takes one event at a time until it has caught up, so that those before the event that fails are handled and the log
 * names it. No event is skipped.
 */
export const startConsumer = async (options: ConsumerOptions): Promise<{ stop(): Promise<void> }> => {
  const { name, db, stream, log, limits, soon = false } = options
  await db.jobs
    .insertInto('stream_cursors')
    .values({ name, seq: stream.cursor })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const outage = logOutage(log, {
    level: 'error',
    fails: 'a consumer failed to handle events',
    works: 'a consumer handles events again',
    details: { consumer: name },
  })
  let running: Promise<void> | undefined
  let limit = limits.batch
  let woken = false
  let stopped = false
  let rest: NodeJS.Timeout | undefined
  const handleAll = async (): Promise<void> => {
    woken = false
    let batch: readonly StreamEvent[] = []
    try {
      let handled = limit
      while (!stopped && handled === limit) {
        handled = await step(options, limit, (events) => (batch = events))
        // Some consumers add events.
        if (handled > 0) stream.poke()
      }
      if (!stopped) limit = limits.batch
      outage.worked()
    } catch (error) {
      const [event] = batch
      const failed = batch.length === 1 ? { kind: event?.kind, subject: event?.subject, seq: event?.seq } : undefined
      outage.failed(error, { event: failed, events: batch.length })
      limit = 1
    }
    running = undefined
    if (stopped) return
    rest = setTimeout(
      () => {
        rest = undefined
        if (woken) wake()
      },
      limits.restMs[soon ? 'soon' : 'usual'],
    )
  }
  const wake = (): void => {
    woken = true
    if (running === undefined && rest === undefined && !stopped) running = handleAll()
  }
  const unsubscribe = stream.subscribe(wake)
  // Retries a failed batch when no new event arrives.
  const timer = setInterval(wake, 2000)
  wake()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      clearTimeout(rest)
      unsubscribe()
      await running
    },
  }
}
