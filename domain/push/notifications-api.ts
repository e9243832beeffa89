import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { freeText, lineText, uuid } from '../kit/schema.ts'
import { tableEndpoints } from '../kit/table-endpoints.ts'
import { notificationMost } from './notification-checks.ts'
import {
  deviceTypes,
  notificationSorts,
  notificationsRoutes,
  notificationUsers,
  sendingUsers,
} from './notifications-routes.ts'

const entry = z.strictObject({
  devicetype: z.enum(deviceTypes),
  usertype: z.enum(notificationUsers),
  title: lineText(notificationMost.title).trim(),
  body: freeText(notificationMost.body).trim(),
})

/** A message of the office to many devices [notices-5], with its progress and counts. */
const notification = entry.extend({
  id: z.string(),
  createdAt: z.number(),
  version: z.int(),
  state: z.enum(['draft', 'sending', 'sent']),
  /** when it was last sent; null: never */
  sentAt: z.number().nullable(),
  /** the people it was last sent to */
  sentTo: z.enum(sendingUsers).nullable(),
  /** devices it was queued for */
  matched: z.int(),
  /** accepted by a push service */
  sent: z.int(),
  /** the device reported that it showed it */
  delivered: z.int(),
  failed: z.int(),
})
export type NotificationView = z.output<typeof notification>

export const notificationsApi = {
  ...tableEndpoints(notificationsRoutes, {
    noun: 'notification',
    row: notification,
    entry,
    sorts: notificationSorts,
    filters: { state: z.enum(['draft', 'sending', 'sent']).optional() },
    versioned: true,
  }),
  audience: endpoint(notificationsRoutes.audience, {
    summary: 'How many devices a sending would reach; of a notification, those that have not had it',
    relation: 'none',
    rate: 'read',
    query: z.strictObject({
      usertype: z.enum(sendingUsers),
      devicetype: z.enum(deviceTypes),
      notification: uuid.optional(),
    }),
    reply: z.object({ devices: z.int() }),
  }),
  send: endpoint(notificationsRoutes.send, {
    summary:
      'Sends a notification to every device of these people that has not had it; of an older version 409 `row_changed`',
    relation: 'admins',
    rate: 'write',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({
      usertype: z.enum(sendingUsers),
      /** the version that the admin has seen */
      version: z.int().min(0).optional(),
    }),
    reply: z.object({ notification }),
  }),
}
