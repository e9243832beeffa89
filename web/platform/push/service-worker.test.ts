import { readFile } from 'node:fs/promises'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'

const source = await readFile(new URL('../../public/service-worker.js', import.meta.url), 'utf8')

const browsers = {
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/123.0 Mobile/15E148 Safari/604.1',
  chrome:
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0',
}

/** Runs the worker in this browser; resolves when it has done what an event asks for. */
const run = async (more: object, context: object, kind: string, event: object): Promise<void> => {
  const handlers = new Map<string, (event: unknown) => void>()
  const self = {
    ...more,
    addEventListener: (name: string, heard: (event: unknown) => void) => handlers.set(name, heard),
  }
  runInContext(source, createContext({ self, setTimeout, MessageChannel, ...context }))
  let done: Promise<unknown> = Promise.resolve()
  handlers.get(kind)!({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) })
  await done
}

/** One page is open; resolves with what a push shows and closes. */
const push = async (browser: keyof typeof browsers, page: { visibilityState: string; focused: boolean }, more = {}) => {
  const shown: { tag: string; silent: boolean }[] = []
  const closed: string[] = []
  const reported = vi.fn(() => Promise.resolve())
  const registration = {
    showNotification: (_: string, { tag, silent }: { tag: string; silent: boolean }) => {
      shown.push({ tag, silent })
      return Promise.resolve()
    },
    getNotifications: ({ tag }: { tag: string }) => Promise.resolve([{ close: () => closed.push(tag) }]),
  }
  const self = {
    navigator: { userAgent: browsers[browser] },
    clients: { matchAll: () => Promise.resolve([page]) },
    registration,
  }
  const message = { id: 'p1', title: 'Remis', body: 'The driver is at the pickup.', path: '/', ...more }
  await run(self, { fetch: reported }, 'push', { data: { json: () => message } })
  expect(reported).toHaveBeenCalledOnce()
  return { shown, closed }
}

const front = { visibilityState: 'visible', focused: true }
const hidden = { visibilityState: 'hidden', focused: false }

describe('a push message [design/push-14]', () => {
  it.each(['chrome', 'firefox'] as const)('is left to a visible page, in %s', async (browser) => {
    expect(await push(browser, front)).toEqual({ shown: [], closed: [] })
  })

  it.each(['safari', 'iphone'] as const)(
    'is shown and closed again on a visible page, silently, in %s',
    async (browser) => {
      expect(await push(browser, front)).toEqual({ shown: [{ tag: 'p1', silent: true }], closed: ['p1'] })
    },
  )

  it.each(['chrome', 'iphone'] as const)('is shown and stays where no page is in front, in %s', async (browser) => {
    expect(await push(browser, hidden)).toEqual({ shown: [{ tag: 'p1', silent: false }], closed: [] })
    expect(await push(browser, front, { always: true })).toEqual({ shown: [{ tag: 'p1', silent: false }], closed: [] })
  })
})

/** What the worker does when a message is pressed while this page is open. */
const press = async (answers: boolean): Promise<string[]> => {
  const did: string[] = []
  const page = {
    ...hidden,
    focus: () => Promise.resolve(did.push('focus')),
    postMessage: ({ path }: { path: string }, [port]: MessagePort[]) => {
      did.push(`ask ${path}`)
      if (answers) port?.postMessage('opened')
    },
  }
  const clients = {
    matchAll: () => Promise.resolve([page]),
    openWindow: (path: string) => Promise.resolve(did.push(`open ${path}`)),
  }
  const notification = { close: () => undefined, data: { path: '/trips/b1' } }
  await run({ navigator: { userAgent: browsers.chrome }, clients }, {}, 'notificationclick', { notification })
  return did
}

describe('a pressed message [design/push-14]', () => {
  it('goes to the open page that answers, which comes to the front', async () => {
    expect(await press(true)).toEqual(['ask /trips/b1', 'focus'])
  })

  it('opens a new page when the open one does not answer, without focusing that one first', async () => {
    expect(await press(false)).toEqual(['ask /trips/b1', 'open /trips/b1'])
  })
})
