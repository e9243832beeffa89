import { busyStatuses } from '@remis/domain/booking/statuses'
import { chatShownMs } from '@remis/domain/chat/chat-window'
import type { ChatSource } from '@remis/domain/chat/quick-replies'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Person } from '../platform/http/use-case.ts'

export type MessageRow = Selectable<Tables['chat_messages']>

/** The two people of a booking. */
export interface ChatPeople {
  readonly booking: string
  readonly rider: string
  readonly driver: string
}

/** Creates the chat if it does not exist, and locks its row until the commit. */
export const lockOrAddChat = async (tx: Tx, { booking, rider, driver }: ChatPeople): Promise<void> => {
  await tx
    .insertInto('chats')
    .values({ booking_id: booking })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('chats').select('last_n').where('booking_id', '=', booking).forUpdate().executeTakeFirstOrThrow()
  await tx
    .insertInto('chat_sides')
    .values([
      { booking_id: booking, source: 'rider', user_id: rider },
      { booking_id: booking, source: 'driver', user_id: driver },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The number of the last message, with the chat locked until the commit; undefined: there is no chat. */
export const lockChat = async (tx: Tx, booking: string): Promise<number | undefined> =>
  (await tx.selectFrom('chats').select('last_n').where('booking_id', '=', booking).forUpdate().executeTakeFirst())
    ?.last_n

/** The message that the sender has already stored under this client id, if there is one. */
export const findSent = (
  db: Kysely<Tables>,
  { booking, source, clientId }: { readonly booking: string; readonly source: ChatSource; readonly clientId: string },
): Promise<MessageRow | undefined> =>
  db
    .selectFrom('chat_messages')
    .selectAll()
    .where('booking_id', '=', booking)
    .where('source', '=', source)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

type NewRow = Pick<MessageRow, 'booking_id' | 'source' | 'client_id' | 'type' | 'message' | 'file_id'>

/** Adds a message as the next one; the chat is locked. It is unread for the other side. */
export const insertMessage = async (
  tx: Tx,
  row: NewRow,
  notice: { readonly quietSeconds: number; readonly noticePauseSeconds: number },
): Promise<MessageRow> => {
  const { last_n: n } = await tx
    .updateTable('chats')
    .set({ last_n: sql<number>`last_n + 1` })
    .where('booking_id', '=', row.booking_id)
    .returning('last_n')
    .executeTakeFirstOrThrow()
  const inserted = await tx
    .insertInto('chat_messages')
    .values({ ...row, n })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`update chat_sides set unread = unread + 1, changed_at = clock_timestamp(),
      notice_due_at = coalesce(notice_due_at, greatest(clock_timestamp() + ${notice.quietSeconds} * interval '1 second',
        noticed_at + ${notice.noticePauseSeconds} * interval '1 second'))
    where booking_id = ${row.booking_id} and source <> ${row.source}`.execute(tx)
  return inserted
}

/**
 * Raises a side's delivered and read numbers, at most to `last`; the chat is locked. Resolves with whether they
 * changed, and the number of unread messages.
 */
export const markSide = async (
  tx: Tx,
  {
    booking,
    source,
    delivered,
    read,
  }: { readonly booking: string; readonly source: ChatSource; readonly delivered: number; readonly read: number },
): Promise<{ readonly unread: number } | undefined> => {
  const { rows } = await sql<{ unread: number }>`
    with seen as (select count(*)::int as unread from chat_messages m, chat_sides s
      where s.booking_id = ${booking} and s.source = ${source}
        and m.booking_id = s.booking_id and m.source <> s.source and m.n > greatest(s.read_n, ${read}))
    update chat_sides set read_n = greatest(read_n, ${read}), delivered_n = greatest(delivered_n, ${delivered}, ${read}),
      unread = seen.unread, changed_at = clock_timestamp(),
      notice_due_at = case when seen.unread > 0 then notice_due_at end
    from seen where booking_id = ${booking} and source = ${source}
      and (read_n < ${read} or delivered_n < greatest(${delivered}::int, ${read}::int))
    returning chat_sides.unread`.execute(tx)
  return rows[0]
}

/**
 * The newest `most` messages, before `before` if it is given, in their order; one more than `most` if there are more.
 */
export const listMessages = async (
  db: Kysely<Tables>,
  booking: string,
  { before, most }: { readonly before: number | undefined; readonly most: number },
): Promise<MessageRow[]> => {
  let query = db
    .selectFrom('chat_messages')
    .selectAll()
    .where('booking_id', '=', booking)
    .orderBy('n', 'desc')
    .limit(most + 1)
  if (before !== undefined) query = query.where('n', '<', before)
  return (await query.execute()).toReversed()
}

/**
 * The other side's delivered and read numbers and this person's unread count; undefined: no chat, or not a member of
 * it.
 */
export const findSides = (db: Kysely<Tables>, booking: string, person: string) =>
  db
    .selectFrom('chat_sides as own')
    .innerJoin('chat_sides as other', (join) =>
      join.onRef('other.booking_id', '=', 'own.booking_id').onRef('other.source', '<>', 'own.source'),
    )
    .select(['own.source', 'own.unread', 'other.delivered_n as delivered', 'other.read_n as read'])
    .where('own.booking_id', '=', booking)
    .where('own.user_id', '=', person)
    .executeTakeFirst()

export const findMessage = (db: Kysely<Tables>, booking: string, n: number): Promise<MessageRow | undefined> =>
  db.selectFrom('chat_messages').selectAll().where('booking_id', '=', booking).where('n', '=', n).executeTakeFirst()

/** Chats of a person with unread messages that are still shown, newest first; on the side of this role only. */
export const listUnread = (db: Kysely<Tables>, { id, role }: Pick<Person, 'id' | 'role'>, most: number) =>
  db
    .selectFrom('chat_sides')
    .innerJoin('bookings', 'bookings.id', 'chat_sides.booking_id')
    .select(['booking_id', 'unread'])
    .where('user_id', '=', id)
    .where('chat_sides.source', '=', sql<ChatSource>`${role}`)
    .where('unread', '>', 0)
    .where(
      sql<boolean>`(bookings.status in (${sql.join([...busyStatuses])})
        or coalesce(bookings.cancelled_at, bookings.end_time) > clock_timestamp() - ${chatShownMs} * interval '1 millisecond')`,
    )
    .orderBy('changed_at', 'desc')
    .limit(most)
    .execute()

/** Takes up the sides with a due notice, some at a time. */
export const takeDueNotices = async (tx: Tx, most: number) => {
  const { rows } = await sql<{ booking_id: string; source: ChatSource; user_id: string }>`
    update chat_sides set notice_due_at = null, noticed_at = clock_timestamp()
    where (booking_id, source) in (select booking_id, source from chat_sides
      where notice_due_at <= now() order by notice_due_at limit ${most} for update skip locked)
    returning booking_id, source, user_id`.execute(tx)
  return rows
}

/**
 * Deletes chats of trips that ended more than `days` ago, with all messages; resolves with their number. A trigger
 * releases their photos to the orphan sweep.
 */
export const deleteOldChats = async (db: Kysely<Tables>, days: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from chats where booking_id in (
    select c.booking_id from chats c join bookings b on b.id = c.booking_id
    where c.created_at < now() - ${days} * interval '1 day'
      and b.status not in (${sql.join([...busyStatuses])})
      and coalesce(b.cancelled_at, b.end_time) < now() - ${days} * interval '1 day'
    order by c.created_at limit ${most} for update of c skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
