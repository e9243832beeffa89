import type { NotificationEntry } from '@remis/domain/push/notification-checks'
import type { notificationSorts, sendingUsers } from '@remis/domain/push/notifications-routes'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import { byText } from '../platform/database/search-words.ts'
import type { Tables } from '../platform/database/schema.ts'

export const liveNotifications = (db: Kysely<Tables>) =>
  db.selectFrom('notifications').selectAll().where('deleted_at', 'is', null)

export type NotificationRow = Awaited<ReturnType<ReturnType<typeof liveNotifications>['executeTakeFirstOrThrow']>>
type SentTo = (typeof sendingUsers)[number]

export const notificationList: ListTable<
  (typeof notificationSorts)[number],
  { state?: NotificationRow['state'] | undefined }
> = {
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: {
    createdAt: { by: sql.ref('created_at'), kind: 'time' },
    title: byText(sql.ref('title')),
    sentAt: { by: sql`coalesce(sent_at, 'epoch')`, kind: 'time' },
    matched: { by: sql.ref('matched'), kind: 'integer' },
  },
  usual: { sort: 'createdAt', direction: 'desc' },
  searched: [sql.ref('title'), sql.ref('body')],
  filters: { state: (state) => sql`state = ${state}` },
  counted: true,
}

export const insertNotification = (tx: Tx, entry: NotificationEntry) =>
  tx
    .insertInto('notifications')
    .values({ id: newId(), ...entry })
    .returningAll()
    .executeTakeFirstOrThrow()

export const lockNotification = (tx: Tx, id: string) =>
  liveNotifications(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateNotification = (tx: Tx, id: string, values: Partial<NotificationEntry>) =>
  tx
    .updateTable('notifications')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Also stops the sending: waiting pushes are not sent. */
export const markNotificationDeleted = (tx: Tx, id: string) =>
  tx
    .updateTable('notifications')
    .set({ deleted_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

/** Marks it as being sent; the job starts with the first device. The counts are those of its pushes. */
export const startSending = (tx: Tx, { id, title, body, devicetype }: NotificationRow, usertype: SentTo) =>
  tx
    .updateTable('notifications')
    .set({
      state: 'sending',
      sent_at: sql<Date>`clock_timestamp()`,
      sent_title: title,
      sent_body: body,
      sent_usertype: usertype,
      sent_devicetype: devicetype,
      queued_through: 0,
      // fewer than before where its pushes were deleted after a year [design/push-35]
      matched: sql<number>`(select count(*)::int from pushes where notification_id = ${id})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Locks a notification that the job has not finished; undefined: it is finished or deleted. */
export const lockUnfinished = (tx: Tx, id: string) =>
  liveNotifications(tx).where('id', '=', id).where('queued_through', 'is not', null).forUpdate().executeTakeFirst()

/** `through`: id of the last handled device; null: all are handled. */
export const noteProgress = async (tx: Tx, id: string, through: number | null, added: number): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set((eb) => ({ queued_through: through, matched: eb('matched', '+', added) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Notifications with counts that may still change, by the start of the sending. Counting reads every push of a
 * notification: one that has retries left for hours, or was sent, is counted less often.
 */
const counted = {
  sending: sql`state = 'sending' and sent_at > now() - interval '10 minutes'`,
  recent: sql`sent_at > now() - interval '1 hour'`,
  older: sql`sent_at > now() - interval '3 days'`,
} as const

/** All pushes are created and tried, or the sending began a day ago and its job has failed for good. */
const isOver = sql`c.state = 'sending'
  and (c.queued_through is null and p.waiting = 0 or c.sent_at < now() - interval '1 day')`

/** Updates the counts of notifications from their pushes; one whose sending is over becomes `sent`. */
export const countPushes = async (db: Kysely<Tables>, which: keyof typeof counted): Promise<void> => {
  await sql`update notifications c set sent = p.sent, delivered = p.delivered, failed = p.failed,
      state = case when ${isOver} then 'sent' else c.state end
    from (select n.id, added.* from notifications n cross join lateral (
        select count(*) filter (where state = 'sent')::int as sent, count(shown_at)::int as delivered,
          count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'waiting')::int as waiting
        from pushes where notification_id = n.id) as added
      where deleted_at is null and ${counted[which]}) as p
    where c.id = p.id and ((c.sent, c.delivered, c.failed) is distinct from (p.sent, p.delivered, p.failed)
      or (${isOver}))`.execute(db)
}
