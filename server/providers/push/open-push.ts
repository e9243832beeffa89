import { isPushService } from '@remis/domain/push/push-hosts'
import { isThisMachineOnly } from '../../platform/http/loopback.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { outgoingAddresses } from '../../platform/security/outgoing-address.ts'
import { guardedRequest } from '../../platform/security/guarded-request.ts'
import { fcmHosts, readServiceAccount, sendFcm } from './fcm-push.ts'
import type { PushServices, PushTarget } from './push-provider.ts'
import { standInPush } from './stand-in-push.ts'
import { insertTrialPush, selectTrialPushes, type KeepPush } from './trial-push-store.ts'
import { vapidKeys } from './vapid-keys.ts'
import { isPoint, sendWebPush } from './web-push.ts'

/** A push service in one of these private networks. */
const isNamed = async (endpoint: string, networks: string | undefined): Promise<boolean> => {
  if (networks === undefined || !URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) return false
  return outgoingAddresses(new URL(endpoint).hostname, networks).then(
    (found) => found.every(({ named }) => named),
    () => false,
  )
}

/**
 * Sends push messages; a trial lists them instead, or drops them where it is reachable from outside. `networks` names
 * private networks with a push service, for tests only: any signed-in person registers an endpoint [design/push-5].
 */
export const openPush = (
  { config, db, secret }: Pick<Platform, 'config' | 'db' | 'secret'>,
  networks?: string,
): PushServices => {
  const { answerMs } = config.limits.push
  const keys = vapidKeys(secret)
  const { protocol, hostname } = new URL(config.publicUrl)
  const account = config.fcmServiceAccountFile && readServiceAccount(config.fcmServiceAccountFile)
  const trial = config.mode === 'trial'
  const keeps = trial && isThisMachineOnly(config)
  const keep: KeepPush = keeps ? (push) => insertTrialPush(db.jobs, push) : () => Promise.resolve()
  const web = sendWebPush({
    keys,
    contact: protocol === 'https:' ? config.publicUrl : `mailto:office@${hostname}`,
    send: guardedRequest(networks),
    answerMs,
  })
  const fcm = account ? sendFcm({ account, fetch, answerMs, now: Date.now, hosts: fcmHosts }) : null
  const accepts = async (target: PushTarget): Promise<boolean> => {
    if (target.kind === 'fcm') return trial || fcm !== null
    const { endpoint } = target.subscription
    return isPoint(target.subscription) && (isPushService(endpoint) || (await isNamed(endpoint, networks)))
  }
  return {
    publicKey: keys.publicKey,
    accepts,
    kept: keeps ? { list: () => selectTrialPushes(db.request) } : null,
    send: trial
      ? standInPush(keep)
      : async (target, push) => {
          if (target.kind === 'web') return web(target.subscription, push)
          return fcm === null ? { kind: 'unreachable', detail: 'no service account' } : fcm(target.token, push)
        },
  }
}
