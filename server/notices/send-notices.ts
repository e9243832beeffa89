import { room } from '@remis/domain/live/live-events'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { Tx } from '../platform/database/database.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { insertNotices } from './notice-store.ts'

/**
 * Writes notices in the transaction of the fact they report: none is sent for a fact that was rolled back. The event
 * stream shows them on open screens.
 */
export const sendNotices = async (tx: Tx, drafts: readonly NoticeDraft[]): Promise<void> => {
  if (drafts.length === 0) return
  const notices = await insertNotices(tx, drafts)
  await addToOutbox(
    tx,
    ...notices.map(({ id, users }) => ({
      kind: 'notice',
      subject: id,
      audience: users.map((user) => room.user(user)),
    })),
  )
}
