import { platformOf } from '@remis/domain/push/platform'
import { pushCalls } from '@remis/domain/push/push-routes'
import { call } from '../api/call.ts'
import { onSignIn } from '../api/session.ts'

/** `install`: an iPhone shows notifications of installed apps only. `blocked`: by the reader, in the browser. */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on'

/** What the reader chose in this browser: `on`, `off`, or `later` when only asked. */
const choice = 'remis.push'

const readChoice = (): string | null => {
  try {
    return localStorage.getItem(choice)
  } catch {
    return null
  }
}

const writeChoice = (value: 'on' | 'off' | 'later'): void => {
  try {
    localStorage.setItem(choice, value)
  } catch {
    // no storage: the next page asks again
  }
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const ownPlatform = () => platformOf(navigator.userAgent, navigator.maxTouchPoints)

/** Whether to offer notifications: the browser can show them, and the reader has not decided. */
export const mayAskForPush = (): boolean =>
  isSupported() && Notification.permission === 'default' && readChoice() === null

export const dontAskForPush = (): void => writeChoice('later')

export const readPushState = async (): Promise<PushState> => {
  if (!isSupported()) return ownPlatform() === 'IOS' ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted') return 'off'
  return (await call(pushCalls.key, {})).registered ? 'on' : 'off'
}

/** Timeout of subscribing, ms: a browser that cannot reach its push service does not answer. */
const patience = 20_000

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error('the push service does not answer')), patience)),
  ])

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/**
 * Replaces this browser's subscription by one with the server's current key. The push service drops the messages that
 * are queued for the old one: they are for the previously signed-in person [design/push-2].
 */
const subscribe = async (key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> => {
  const { pushManager } = await navigator.serviceWorker.register('/service-worker.js')
  await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const register = async (): Promise<void> => {
  const { key } = await call(pushCalls.key, {})
  const subscription = await inTime(subscribe(bytesOf(key)))
  const { endpoint, keys = {} } = subscription.toJSON()
  await call(pushCalls.register, {
    body: {
      pushToken: { endpoint: endpoint ?? '', keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
      userPlatform: ownPlatform(),
    },
  })
  writeChoice('on')
}

/** One tab after the other: each new subscription ends that of the other tab. */
const inTurn = (work: () => Promise<void>): Promise<void> => navigator.locks.request('remis.push', work)

/** Asks for the permission, after a user action as browsers demand. Throws when it is granted but registering fails. */
export const turnPushOn = async (): Promise<PushState> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await inTurn(register)
  return 'on'
}

export const turnPushOff = async (): Promise<void> => {
  await call(pushCalls.remove, {})
  writeChoice('off')
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Registers the device for the session where it is not, without asking [design/push-2]. */
const renewPush = async (): Promise<void> => {
  if (!isSupported() || Notification.permission !== 'granted' || readChoice() !== 'on') return
  await inTurn(async () => {
    if (!(await call(pushCalls.key, {})).registered) await register()
  })
}

/** Does so now and after each sign-in on this page [design/push-34]. The function returned ends that. */
export const registerForSessions = (): (() => void) => {
  // without a push service notices come while a page is open
  const renew = () => void renewPush().catch(() => undefined)
  renew()
  return onSignIn(renew)
}

/** Calls `open` with the path of a notification that was pressed while this page was open. */
export const followPresses = (open: (path: string) => void): (() => void) => {
  if (!isSupported()) return () => undefined
  const take = ({ data, ports }: MessageEvent<{ kind?: unknown; path?: unknown } | null>) => {
    if (data?.kind !== 'open' || typeof data.path !== 'string') return
    ports[0]?.postMessage('opened')
    open(data.path)
  }
  navigator.serviceWorker.addEventListener('message', take)
  return () => navigator.serviceWorker.removeEventListener('message', take)
}
