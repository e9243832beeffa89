import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { queueWrite } from '../platform/database/pipeline/pipeline.ts'

/** A notice with its recipient. */
export interface SentNotice {
  readonly id: string
  readonly users: readonly string[]
}

/** One notice per text and booking, with one row per recipient. */
const groupByText = (drafts: readonly NoticeDraft[]): { id: string; draft: NoticeDraft; users: Set<string> }[] => {
  const known = new Map<string, { id: string; draft: NoticeDraft; users: Set<string> }>()
  for (const draft of drafts) {
    const key = JSON.stringify([draft.message, draft.params, draft.screen, draft.bookingId])
    const same = known.get(key)
    if (same === undefined) known.set(key, { id: newId(), draft, users: new Set([draft.user]) })
    else same.users.add(draft.user)
  }
  return [...known.values()]
}

export const insertNotices = async (tx: Tx, drafts: readonly NoticeDraft[]): Promise<SentNotice[]> => {
  const notices = groupByText(drafts)
  for (const { id, draft, users } of notices) {
    const inserted = sql`
      insert into notices (id, user_id, message, params, screen, booking_id)
      select ${id}::uuid, reader, ${draft.message}, ${JSON.stringify(draft.params)}::jsonb, ${draft.screen}, ${draft.bookingId}
      from unnest(${[...users]}::uuid[]) as reader`.execute(tx)
    await queueWrite(tx, inserted)
  }
  return notices.map(({ id, users }) => ({ id, users: [...users] }))
}

/** The notices of these recipients. */
export const selectNotices = async (
  db: Kysely<Tables>,
  pairs: readonly { readonly id: string; readonly user: string }[],
) =>
  db
    .selectFrom('notices')
    .select(['id', 'user_id', 'message', 'params', 'screen', 'booking_id'])
    .where(
      sql<boolean>`(id, user_id) in (select * from unnest(
        ${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ user }) => user)}::uuid[]))`,
    )
    .execute()

/** The message is a literal: with a parameter PostgreSQL could not use a partial index on it. */
export const deleteBefore = async (
  db: Kysely<Tables>,
  message: NoticeKey,
  days: number,
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from notices where id in (select id from notices where message = ${sql.lit(message)}
      and created_at < clock_timestamp() - ${days} * interval '1 day' order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
