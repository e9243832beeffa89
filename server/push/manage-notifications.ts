import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { AppError } from '@remis/domain/messages/app-error'
import { checkNotification } from '@remis/domain/push/notification-checks'
import type { notificationsApi, NotificationView } from '@remis/domain/push/notifications-api'
import { room } from '@remis/domain/live/live-events'
import { addAudit } from '../platform/database/audit.ts'
import { manageRows } from '../platform/database/manage-rows.ts'
import { columnsNamed, exportList, readViews } from '../platform/http/export-list.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import {
  insertNotification,
  liveNotifications,
  lockNotification,
  markNotificationDeleted,
  notificationList,
  startSending,
  updateNotification,
  type NotificationRow,
} from './notification-store.ts'
import type { PushDeps } from './push-deps.ts'
import { countAudience, hasAudience } from './push-store.ts'

const viewNotification = (row: NotificationRow): NotificationView => ({
  id: row.id,
  devicetype: row.devicetype,
  usertype: row.usertype,
  title: row.title,
  body: row.body,
  createdAt: row.created_at,
  version: row.version,
  state: row.state,
  sentAt: row.sent_at,
  sentTo: row.sent_usertype,
  matched: row.matched,
  sent: row.sent,
  delivered: row.delivered,
  failed: row.failed,
})

const notifications = manageRows({
  name: 'notification',
  check: checkNotification,
  insert: insertNotification,
  lock: lockNotification,
  update: updateNotification,
  remove: markNotificationDeleted,
  view: viewNotification,
})

export const createNotification: UseCase<PushDeps, typeof notificationsApi.create> = (_app, call) =>
  call.commit(async (tx) => ({ notification: viewNotification(await notifications.add(tx, call)) }))

export const changeNotification: UseCase<PushDeps, typeof notificationsApi.update> = (app, call) =>
  call.commit(async (tx) => ({ notification: viewNotification(await notifications.change(tx, app, call)) }))

export const deleteNotification: UseCase<PushDeps, typeof notificationsApi.remove> = (app, call) =>
  call.commit(async (tx) => {
    await notifications.remove(tx, app, call)
    return {}
  })

const notificationTable = async ({ db, settings }: PushDeps) => {
  const { timezone } = await settings.current()
  return {
    name: 'notifications',
    list: notificationList,
    base: liveNotifications(db.lists),
    view: (rows: readonly NotificationRow[]) => rows.map(viewNotification),
    columns: {
      ...columnsNamed('title', 'body', 'devicetype', 'usertype', 'state', 'matched', 'sent', 'delivered', 'failed'),
      sentTo: ({ sentTo }: NotificationView) => sentTo,
      sentAt: (row: NotificationView) => (row.sentAt === null ? '' : dayAndTime(row.sentAt, timezone)),
      createdAt: (row: NotificationView) => dayAndTime(row.createdAt, timezone),
    },
    titles: {
      title: 'notification_title',
      body: 'notification_body',
      devicetype: 'notification_devices',
      usertype: 'notification_users',
      state: 'notification_state',
      matched: 'notification_matched',
      sent: 'notification_sent',
      delivered: 'notification_delivered',
      failed: 'notification_failed',
      sentTo: 'notification_sent_to',
      sentAt: 'notification_sent_at',
      createdAt: 'notification_created',
    },
  } as const
}

/** The table of the office [notices-6]. */
export const listAllNotifications: UseCase<PushDeps, typeof notificationsApi.listAll> = async (app, { query }) =>
  readViews(app, query, await notificationTable(app))

export const exportNotifications: UseCase<PushDeps, typeof notificationsApi.export> = async (app, call) =>
  exportList(app, call, await notificationTable(app))

/** What a sending would reach, said before it is sent [design/push-22]. */
export const readAudience: UseCase<PushDeps, typeof notificationsApi.audience> = async ({ db }, { query }) => ({
  devices: await countAudience(db.lists, {
    notificationId: query.notification ?? null,
    usertype: query.usertype,
    devicetype: query.devicetype,
  }),
})

/**
 * Sends to the devices that have not had it; a job queues them, page by page. 422 `no_user_match` when there is none
 * [notices-7], 409 `busy_try_again` while the notification is being sent, and 409 `row_changed` where it is no longer
 * as the admin saw it.
 */
export const sendNotification: UseCase<PushDeps, typeof notificationsApi.send> = async (app, call) =>
  call.commit(async (tx) => {
    const { params, body, who, address } = call
    const row = await lockNotification(tx, params.id)
    if (row === undefined) throw new AppError(404, 'not_found')
    await app.failpoint.at('notification.sending')
    if (body.version !== undefined && body.version !== row.version)
      throw new AppError(409, 'row_changed', { extra: { row: viewNotification(row) } })
    if (row.state === 'sending') throw new AppError(409, 'busy_try_again')
    const audience = { notificationId: row.id, usertype: body.usertype, devicetype: row.devicetype }
    if (!(await hasAudience(tx, audience))) throw new AppError(422, 'no_user_match')
    const sending = await startSending(tx, row, body.usertype)
    // the consumer adds the job: `add_job` calls NOTIFY, which serializes commits
    await addToOutbox(tx, { kind: 'notification', subject: row.id, audience: [room.admins] })
    await addAudit(tx, {
      actor: who,
      address,
      action: 'notification.send',
      subject: `notification:${row.id}`,
      data: { title: row.title, body: row.body, usertype: body.usertype, devicetype: row.devicetype },
    })
    return { notification: viewNotification(sending) }
  })
