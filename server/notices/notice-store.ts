import { isPassing, type NoticeDraft } from '@remis/domain/notices/notice'
import { mutableKindOf } from '@remis/domain/notices/notice-kinds'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { unreadMost } from '@remis/domain/notices/notices-routes'
import { sql, type Kysely } from 'kysely'
import { countUpTo } from '../platform/database/list-page.ts'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
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
      insert into notices (id, user_id, message, params, screen, booking_id, seen_at)
      select ${id}::uuid, reader, ${draft.message}, ${JSON.stringify(draft.params)}::jsonb, ${draft.screen}, ${draft.bookingId},
        case when ${isPassing(draft.message)}::boolean then clock_timestamp() end
      from unnest(${[...users]}::uuid[]) as reader ${whoWants(draft.message)}`.execute(tx)
    await queueWrite(tx, inserted)
  }
  return notices.map(({ id, users }) => ({ id, users: [...users] }))
}

/**
 * Without those who switched its kind off: they get no row, so their live event shows nothing [design/accounts-125].
 */
const whoWants = (message: NoticeKey) => {
  const kind = mutableKindOf(message)
  return kind === null
    ? sql``
    : sql`where not exists (select from users where id = reader and ${kind}::text = any (muted_notices))`
}

/** The notices of these recipients. */
export const selectNotices = async (
  db: Kysely<Tables>,
  pairs: readonly { readonly id: string; readonly user: string }[],
) =>
  db
    .selectFrom('notices')
    .select(['id', 'user_id', 'message', 'params', 'screen', 'booking_id', 'seen_at'])
    .select(sql<number>`1000 * extract(epoch from clock_timestamp() - created_at)::float8`.as('age_ms'))
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
      and created_at < now() - ${days} * interval '1 day' order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const noticesOf = (db: Kysely<Tables>, user: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'message', 'params', 'screen', 'booking_id', 'created_at', 'seen_at'])
    .where('user_id', '=', user)

export const noticeList: ListTable<'newest'> = {
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: { newest: { by: sql.ref('created_at'), kind: 'time' } },
  usual: { sort: 'newest', direction: 'desc' },
}

/** Unread notices of a person, up to `unreadMost`. */
export const countUnread = (db: Kysely<Tables>, user: string): Promise<number> =>
  countUpTo(db, sql`select 1 from notices where user_id = ${user} and seen_at is null`, unreadMost)

export const markSeen = async (tx: Tx, user: string, ids: readonly string[]): Promise<void> => {
  await tx
    .updateTable('notices')
    .set({ seen_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', user)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .execute()
}

export const markSeenOfBooking = async (
  tx: Tx,
  { user, message, booking }: { readonly user: string; readonly message: NoticeKey; readonly booking: string },
): Promise<void> => {
  await tx
    .updateTable('notices')
    .set({ seen_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', user)
    .where('seen_at', 'is', null)
    .where('booking_id', '=', booking)
    .where('message', '=', message)
    .execute()
}

/** Deletes notices of long ago, some at a time. */
export const deleteOldNotices = async (
  db: Kysely<Tables>,
  { keepDays, deletedAtOnce }: { readonly keepDays: number; readonly deletedAtOnce: number },
): Promise<void> => {
  await sql`delete from notices where (id, user_id) in (select id, user_id from notices
    where created_at < now() - ${keepDays} * interval '1 day' order by created_at limit ${deletedAtOnce})`.execute(db)
}
