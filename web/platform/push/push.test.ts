import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn())
vi.mock('../api/call.ts', () => ({ call }))

const { dontAskForPush, mayAskForPush, readPushState, renewPush, turnPushOn } = await import('./push.ts')

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
    await renewPush()
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
    browser('granted')
    localStorage.setItem('remis.push', 'on')
    const unsubscribe = vi.fn(() => Promise.resolve(true))
    const subscription = { toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }) }
    const pushManager = {
      getSubscription: () => Promise.resolve({ unsubscribe }),
      subscribe: () => Promise.resolve(unsubscribe.mock.calls.length === 1 ? subscription : undefined),
    }
    const serviceWorker = { register: () => Promise.resolve({ pushManager }), ready: Promise.resolve() }
    vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Firefox on Linux', maxTouchPoints: 0 })
    call.mockImplementation(() => Promise.resolve({ registered: false, key: 'a2V5' }))
    await renewPush()
    expect(call).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({
        body: {
          pushToken: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } },
          userPlatform: 'WEB',
        },
      }),
    )
  })

  it('are on where this session has a device', async () => {
    browser('granted')
    call.mockResolvedValueOnce({ registered: true }).mockResolvedValueOnce({ registered: false })
    expect([await readPushState(), await readPushState()]).toEqual(['on', 'off'])
  })
})
