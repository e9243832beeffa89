import { notificationsApi } from '@remis/domain/push/notifications-api'
import { pushApi } from '@remis/domain/push/push-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { deleteEndedDevices } from './device-store.ts'
import { markShown, readPushKey, registerDevice, removeDevice } from './devices.ts'
import { followNotices } from './follow-notices.ts'
import {
  changeNotification,
  createNotification,
  deleteNotification,
  exportNotifications,
  listAllNotifications,
  sendNotification,
} from './manage-notifications.ts'
import { countPushes } from './notification-store.ts'
import type { PushDeps } from './push-deps.ts'
import { deleteOldPushes } from './push-store.ts'
import { mountPushes } from './pushes-page.ts'
import { sendMessage } from './send-message.ts'
import { sendNotificationJob } from './send-notification.ts'
import { sendPushes } from './send-pushes.ts'

export const push: Feature<PushDeps> = {
  endpoints: [
    ...serve<PushDeps, typeof pushApi>(pushApi, {
      key: readPushKey,
      register: registerDevice,
      remove: removeDevice,
      shown: markShown,
      send: sendMessage,
    }),
    ...serve<PushDeps, typeof notificationsApi>(notificationsApi, {
      listAll: listAllNotifications,
      export: exportNotifications,
      create: createNotification,
      update: changeNotification,
      remove: deleteNotification,
      send: sendNotification,
    }),
  ],
  consumers: () => ({ push: followNotices }),
  jobs: (app) => ({ 'send-notification': sendNotificationJob(app) }),
  sweeps: (app) => ({
    'pushes of notices': { run: () => sendPushes(app, 'notices') },
    'pushes of notifications': { run: () => sendPushes(app, 'notifications') },
    'notifications being sent': { run: () => countPushes(app.db.jobs, 'sending') },
    'sent notifications': { everyMs: 10_000, run: () => countPushes(app.db.jobs, 'sent') },
    'devices without a session': {
      everyMs: 60_000,
      run: () => deleteEndedDevices(app.db.jobs, app.config.limits.push.deletedAtOnce),
    },
    'old pushes': { everyMs: 600_000, run: () => deleteOldPushes(app.db.jobs, app.config.limits.push) },
  }),
  mount: mountPushes,
}
