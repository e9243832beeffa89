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
  readAudience,
  sendNotification,
} from './manage-notifications.ts'
import { countPushes } from './notification-store.ts'
import type { PushDeps } from './push-deps.ts'
import { deleteOldPushes, deletePushesOfNotifications } from './push-store.ts'
import { mountPushes } from './pushes-page.ts'
import { sendMessage } from './send-message.ts'
import { sendNotificationJob } from './send-notification.ts'
import { pushOutages, sendPushes } from './send-pushes.ts'

const removeOld = async ({ db, config }: PushDeps): Promise<void> => {
  await deleteEndedDevices(db.jobs, config.limits.push.deletedAtOnce)
  await deleteOldPushes(db.jobs, config.limits.push)
  const { deletedAtOnce } = config.limits.push
  let deleted: number
  do deleted = await deletePushesOfNotifications(db.jobs, config.limits.push)
  while (deleted === deletedAtOnce)
}

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
      audience: readAudience,
      create: createNotification,
      update: changeNotification,
      remove: deleteNotification,
      send: sendNotification,
    }),
  ],
  consumers: () => ({ push: { handle: followNotices } }),
  jobs: (app) => ({ 'send-notification': sendNotificationJob(app) }),
  sweeps: (app) => {
    const outages = pushOutages(app)
    return {
      'pushes of notices': { run: () => sendPushes(app, 'notices', outages) },
      'pushes of notifications': { run: () => sendPushes(app, 'notifications', outages) },
      'notifications being sent': { everyMs: 5000, run: () => countPushes(app.db.jobs, 'sending') },
      'recent notifications': { everyMs: 10_000, run: () => countPushes(app.db.jobs, 'recent') },
      // These read all pushes of a notification and all devices, so they run every ten minutes.
      'older notifications': { everyMs: 600_000, run: () => countPushes(app.db.jobs, 'older') },
      'old pushes and devices': { everyMs: 600_000, run: () => removeOld(app) },
    }
  },
  mount: mountPushes,
}
