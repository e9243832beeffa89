import type { Me } from '@remis/domain/accounts/accounts-api'
import { pushCalls } from '@remis/domain/push/push-routes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn())
vi.mock('../api/call.ts', () => ({ call }))

// the session listens to the window when it is loaded
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('document', { documentElement: { hasAttribute: () => false } })
const { dontAskForPush, mayAskForPush, readPushState, registerForSessions, turnPushOn } = await import('./push.ts')
const { sessionBegan, sessionQuery } = await import('../api/session.ts')
const { keepPage, sessionLapse } = await import('../api/session-lapse.ts')
const { queryClient } = await import('../api/plain-call.ts')

/** A browser with this permission; `asked` counts its questions, which a person answers with `answer`. */
const browser = (permission: NotificationPermission, answer: NotificationPermission = 'denied') => {
  const asked = vi.fn(() => Promise.resolve(answer))
  const notification = { permission, requestPermission: asked }
  const kept = new Map<string, string>()
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('window', { PushManager: class {}, Notification: notification })
  vi.stubGlobal('navigator', { serviceWorker: {}, userAgent: 'Firefox on Linux', maxTouchPoints: 0 })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  return { asked }
}

/** A browser that shows notifications and subscribes again when asked to. */
const subscribed = () => {
  browser('granted')
  localStorage.setItem('remis.push', 'on')
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }) }
  const pushManager = {
    getSubscription: () => Promise.resolve({ unsubscribe }),
    subscribe: () => Promise.resolve(unsubscribe.mock.calls.length === 1 ? subscription : undefined),
  }
  const serviceWorker = { register: () => Promise.resolve({ pushManager }), ready: Promise.resolve() }
  const locks = { request: <T>(_: string, work: () => T) => work() }
  vi.stubGlobal('navigator', { serviceWorker, locks, userAgent: 'Firefox on Linux', maxTouchPoints: 0 })
  return { unsubscribe }
}
const registration = {
  body: {
    pushToken: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } },
    userPlatform: 'WEB',
  },
}

beforeEach(() => void call.mockReset())
afterEach(() => void vi.unstubAllGlobals())

describe('notifications in the browser [design/push-15]', () => {
  it('are offered until the reader decides; "Not now" is kept', () => {
    browser('default')
    expect(mayAskForPush()).toBe(true)
    dontAskForPush()
    expect(mayAskForPush()).toBe(false)
  })

  it.each(['granted', 'denied'] as const)('are not offered to a reader who has %s them', (permission) => {
    browser(permission)
    expect(mayAskForPush()).toBe(false)
  })

  it('the browser asks after a press only, never when a page loads', async () => {
    const { asked } = browser('default')
    mayAskForPush()
    expect(await readPushState()).toBe('off')
    registerForSessions()()
    expect(asked).not.toHaveBeenCalled()
    expect(await turnPushOn()).toBe('blocked')
    expect(asked).toHaveBeenCalledOnce()
    expect(call).not.toHaveBeenCalled()
  })

  it('a browser that blocks or cannot show them says so', async () => {
    browser('denied')
    expect(await readPushState()).toBe('blocked')
    vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 })
    expect(await readPushState()).toBe('install')
    vi.stubGlobal('navigator', { userAgent: 'Firefox on Linux', maxTouchPoints: 0 })
    expect(await readPushState()).toBe('unsupported')
  })

  it('get a new subscription for the next person: what is held for the one before is dropped [design/push-2]', async () => {
    const { unsubscribe } = subscribed()
    call.mockImplementation(() => Promise.resolve({ registered: false, key: 'a2V5' }))
    const stop = registerForSessions()
    await vi.waitFor(() => expect(call).toHaveBeenLastCalledWith(pushCalls.register, registration))
    expect(unsubscribe).toHaveBeenCalledOnce()
    stop()
  })

  it('are registered for the new session when its person signs in again over the open page [design/push-34]', async () => {
    subscribed()
    let registered = true
    call.mockImplementation((to) => {
      if (to === pushCalls.register) registered = true
      return Promise.resolve({ registered, key: 'a2V5' })
    })
    const person = { id: 'r1', usertype: 'rider' } as Me
    queryClient.setQueryData(sessionQuery.queryKey, person)
    const leave = keepPage(() => undefined)
    const stop = registerForSessions()
    await vi.waitFor(() => expect(call).toHaveBeenCalledOnce())
    sessionLapse.set('ended')
    registered = false
    sessionBegan(person)
    await vi.waitFor(() => expect(call).toHaveBeenLastCalledWith(pushCalls.register, registration))
    stop()
    leave()
    call.mockReset()
    sessionBegan(person)
    expect(call).not.toHaveBeenCalled()
  })

  it('are on where this session has a device', async () => {
    browser('granted')
    call.mockResolvedValueOnce({ registered: true }).mockResolvedValueOnce({ registered: false })
    expect([await readPushState(), await readPushState()]).toEqual(['on', 'off'])
  })
})
