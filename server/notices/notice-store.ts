import type { NoticeDraft } from '@remis/domain/notices/notice'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { queueWrite } from '../platform/database/pipeline/pipeline.ts'

/** A notice and whom it is for. */
export interface ToldNotice {
  readonly id: string
  readonly users: readonly string[]
}

/** Same words about the same thing: one notice, a row for each reader. */
const byWords = (drafts: readonly NoticeDraft[]): { id: string; draft: NoticeDraft; users: Set<string> }[] => {
  const known = new Map<string, { id: string; draft: NoticeDraft; users: Set<string> }>()
  for (const draft of drafts) {
    const words = JSON.stringify([draft.message, draft.params, draft.screen, draft.bookingId])
    const same = known.get(words)
    if (same === undefined) known.set(words, { id: newId(), draft, users: new Set([draft.user]) })
    else same.users.add(draft.user)
  }
  return [...known.values()]
}

export const insertNotices = async (tx: Tx, drafts: readonly NoticeDraft[]): Promise<ToldNotice[]> => {
  const told = byWords(drafts)
  for (const { id, draft, users } of told) {
    const inserted = sql`
      insert into notices (id, user_id, message, params, screen, booking_id)
      select ${id}::uuid, reader, ${draft.message}, ${JSON.stringify(draft.params)}::jsonb, ${draft.screen}, ${draft.bookingId}
      from unnest(${[...users]}::uuid[]) as reader`.execute(tx)
    await queueWrite(tx, inserted)
  }
  return told.map(({ id, users }) => ({ id, users: [...users] }))
}

/** The notices as each of these readers has them. */
export const selectNotices = async (
  db: Kysely<Tables>,
  looks: readonly { readonly id: string; readonly user: string }[],
) =>
  db
    .selectFrom('notices')
    .select(['id', 'user_id', 'message', 'params', 'screen', 'booking_id'])
    .where(
      sql<boolean>`(id, user_id) in (select * from unnest(
        ${looks.map(({ id }) => id)}::uuid[], ${looks.map(({ user }) => user)}::uuid[]))`,
    )
    .execute()
