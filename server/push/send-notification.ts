import type { Task } from 'graphile-worker'
import { z } from 'zod'
import type { PushDeps } from './push-deps.ts'
import { lockUnfinished, noteProgress } from './notification-store.ts'
import { insertAudience } from './push-store.ts'

const payloadShape = z.object({ id: z.uuid() })

/** Adds pushes for one page of devices; false: it was the last page. */
const addPage = async (app: PushDeps, id: string): Promise<boolean> => {
  const { audienceAtOnce, notificationHours } = app.config.limits.push
  const goesOn = await app.db.jobs.transaction().execute(async (tx) => {
    const row = await lockUnfinished(tx, id)
    if (row === undefined) return false
    const { sent_usertype: usertype, sent_devicetype: devicetype } = row
    const audience = {
      notificationId: id,
      usertype: usertype ?? row.usertype,
      devicetype: devicetype ?? row.devicetype,
    }
    const page = { through: row.queued_through ?? 0, most: audienceAtOnce, hours: notificationHours }
    const { added, through } = await insertAudience(tx, audience, page)
    await noteProgress(tx, id, through, added)
    return through !== null
  })
  await app.failpoint.at('notification.page')
  return goesOn
}

/**
 * Job: adds a push for each device of a notification. Its position is committed with each page, so that it continues
 * there after a crash [design/push-23].
 */
export const sendNotificationJob =
  (app: PushDeps): Task =>
  async (payload) => {
    const { id } = payloadShape.parse(payload)
    while (await addPage(app, id)) continue
  }
