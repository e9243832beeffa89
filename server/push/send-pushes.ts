import { cleanDetail } from '@remis/domain/kit/clean-text'
import { nextPush } from '@remis/domain/push/push-time'
import { LRUCache } from 'lru-cache'
import { eachInParallel } from '../platform/jobs/each-in-parallel.ts'
import { logOutage, type OutageLog } from '../platform/runtime/log-outage.ts'
import type { PushTarget } from '../providers/push/push-provider.ts'
import { deleteDevice, findDeviceOf } from './device-store.ts'
import { openDevice, type PushDeps } from './push-deps.ts'
import { claimDuePushes, markPushFailed, markPushSent, postponePush, type DuePush, type Lane } from './push-store.ts'
import { renderPush } from './render-push.ts'

/** The outages of push services by their host: one that fails must not be logged for each of its messages. */
type ServiceOutages = (target: PushTarget) => OutageLog

/** What services that do not answer leave in the log, over all turns [design/data-94]. */
export const pushOutages = ({ log }: Pick<PushDeps, 'log'>): ServiceOutages => {
  const byService = new LRUCache<string, OutageLog>({ max: 50 })
  return (target) => {
    const service = target.kind === 'fcm' ? 'fcm' : new URL(target.subscription.endpoint).host
    const known = byService.get(service)
    if (known !== undefined) return known
    const outage = logOutage(log, {
      level: 'warn',
      fails: 'a push service does not answer',
      works: 'a push service answers again',
      details: { service },
    })
    byService.set(service, outage)
    return outage
  }
}

/** Sends one and stores the outcome. */
const sendOne = async (app: PushDeps, due: DuePush, outages: ServiceOutages): Promise<void> => {
  const db = app.db.jobs
  const push = await renderPush(app, due)
  if (typeof push === 'string') return markPushFailed(db, due.id, push)
  const found = await findDeviceOf(db, due.user_id, due.token_hash)
  if (found === undefined) return markPushFailed(db, due.id, 'gone')
  const device = openDevice(app, found.sealed)
  if (device === undefined) {
    await deleteDevice(db, due.token_hash)
    return markPushFailed(db, due.id, 'unreadable')
  }
  const context = { person: due.first_name, platform: found.platform }
  const outcome = await app.pushes.send(device, push, context)
  await app.failpoint.at('push.accepted')
  if (outcome.kind === 'unreachable') outages(device).failed(cleanDetail(outcome.detail))
  else outages(device).worked()
  switch (outcome.kind) {
    case 'accepted':
      return markPushSent(db, due.id)
    case 'gone':
      await deleteDevice(db, due.token_hash)
      return markPushFailed(db, due.id, 'gone')
    case 'refused':
    case 'unreachable': {
      const detail = cleanDetail(outcome.detail)
      if (outcome.kind === 'refused') app.log.warn({ pushId: due.id, detail }, 'a push message was refused')
      const at =
        outcome.kind === 'refused' && outcome.permanent
          ? null
          : nextPush({ tries: due.tries + 1, now: due.now, expiresAt: due.expires_at })
      return at === null ? markPushFailed(db, due.id, detail) : postponePush(db, due.id, at, detail)
    }
  }
}

/** Sweep of one lane: sends due pushes, `parallel` at once. A failure does not hold up the others [design/push-12]. */
export const sendPushes = async (app: PushDeps, lane: Lane, outages = pushOutages(app)): Promise<void> => {
  const { parallel, claimedAtOnce, sentAtOnce, leaseSeconds } = app.config.limits.push
  for (let sent = 0; sent < sentAtOnce; sent += claimedAtOnce) {
    const due = await claimDuePushes(app.db.jobs, lane, { most: claimedAtOnce, leaseSeconds })
    await eachInParallel(due, parallel, (one) =>
      sendOne(app, one, outages).catch((error: unknown) =>
        app.log.error({ err: error, pushId: one.id }, 'a push message failed'),
      ),
    )
    if (due.length < claimedAtOnce) return
  }
}
