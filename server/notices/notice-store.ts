import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database.ts'
import type { Tables } from '../platform/schema.ts'

export const insertNotices = async (
  tx: Tx,
  drafts: readonly NoticeDraft[],
): Promise<{ id: string; user: string }[]> => {
  const rows = drafts.map((draft) => ({ id: newId(), draft }))
  await tx
    .insertInto('notices')
    .values(
      rows.map(({ id, draft }) => ({
        id,
        user_id: draft.user,
        message: draft.message,
        params: JSON.stringify(draft.params),
        screen: draft.screen,
        booking_id: draft.bookingId,
      })),
    )
    .execute()
  return rows.map(({ id, draft }) => ({ id, user: draft.user }))
}

export const selectNotices = (db: Kysely<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('notices')
    .select(['id', 'user_id', 'message', 'params', 'screen', 'booking_id'])
    .where('id', 'in', ids)
    .execute()
