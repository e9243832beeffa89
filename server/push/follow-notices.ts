import { pushLife } from '@remis/domain/push/push-time'
import type { Tx } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import type { StreamEvent } from '../platform/live/event-stream.ts'
import { devicesForNotices, insertPushes } from './push-store.ts'

/**
 * Stream consumer: adds a push for each device of a notice's reader, and a job for each notification that the office
 * sends. The transaction of the notice does no extra work, and nothing is pushed for a rolled-back one
 * [design/push-10].
 */
export const followNotices = async (tx: Tx, events: readonly StreamEvent[]): Promise<void> => {
  const of = (kind: string) => [...new Set(events.filter((one) => one.kind === kind).map(({ subject }) => subject))]
  const notices = of('notice')
  if (notices.length > 0) {
    const due = (await devicesForNotices(tx, notices)).map((row) => ({ ...row, life: pushLife(row.message) - row.age }))
    await insertPushes(
      tx,
      // Skips those that expired while no server ran.
      due
        .filter(({ life }) => life > 0)
        .map(({ notice_id, user_id, token_hash, life }) => ({
          noticeId: notice_id,
          userId: user_id,
          hash: token_hash,
          life,
        })),
    )
  }
  for (const id of of('notification'))
    await addJob(tx, { task: 'send-notification', payload: { id }, key: `notification:${id}` })
}
