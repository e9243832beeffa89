import type { Me } from '@remis/domain/accounts/accounts-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
const heard: ((event: { key: string; newValue: string | null }) => void)[] = []
let cookie = false
const stubBrowser = () => {
  vi.stubGlobal('window', {
    addEventListener: (kind: string, run: (typeof heard)[number]) => kind === 'storage' && heard.push(run),
  })
  vi.stubGlobal('document', { documentElement: { hasAttribute: () => cookie } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}
stubBrowser()
// the modules listen to the window when they are loaded
vi.resetModules()
const { queryClient } = await import('./plain-call.ts')
const { endSession, sessionBegan, sessionLost, sessionQuery } = await import('./session.ts')

const hint = 'remis.signed-in'
const person = (id: string) => ({ id, usertype: 'rider', approved: true }) as Me

/** Answers of the server to the question for the session; a function is called when it is asked. */
type Answer = Me | 401 | 'network' | (() => Me | 401)
let asked = 0
const server = (...answers: Answer[]) => {
  asked = 0
  vi.stubGlobal('fetch', (_: string, init: { method: string }) => {
    // the sign-out
    if (init.method !== 'GET') return Promise.reject(new TypeError('Failed to fetch'))
    const next = answers[Math.min(asked++, answers.length - 1)]
    const answer = typeof next === 'function' ? next() : next
    if (answer === 'network' || answer === undefined) return Promise.reject(new TypeError('Failed to fetch'))
    if (answer !== 401) return Promise.resolve(Response.json({ user: answer, live: null }))
    return Promise.resolve(Response.json({ error: { key: 'not_logged_in', message: '' } }, { status: 401 }))
  })
}

const inAnotherTab = (newValue: string | null) => {
  if (newValue === null) kept.delete(hint)
  else kept.set(hint, newValue)
  for (const run of heard) run({ key: hint, newValue })
}
const shown = () => queryClient.getQueryData(sessionQuery.queryKey)
/** The session as a page that has just been loaded finds it. */
const found = async () => {
  queryClient.clear()
  const first = (sessionQuery.initialData as () => Me | null | undefined)()
  return first === undefined ? queryClient.fetchQuery({ ...sessionQuery, retry: false }) : first
}

beforeEach(() => {
  stubBrowser()
  kept.clear()
  cookie = false
  queryClient.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a public page continues with the new session after another tab has replaced its own [design/accounts-166]', async () => {
  server(person('r1'))
  sessionBegan(person('r1'))
  sessionLost()
  await vi.advanceTimersByTimeAsync(6000)
  expect(asked).toBe(1)
  expect(shown()?.id).toBe('r1')
  expect(kept.get(hint)).toBe('1')
})

it('a late 401 of a person who has left removes nothing that a visitor has read since', async () => {
  server(401)
  sessionBegan(person('r1'))
  endSession()
  queryClient.setQueryData(['car-types'], ['Economy'])
  sessionLost()
  await vi.advanceTimersByTimeAsync(6000)
  expect(queryClient.getQueryData(['car-types'])).toEqual(['Economy'])
})

it('a public page is signed out when the server says that there is no session, and asked again when it does not answer', async () => {
  sessionBegan(person('r1'))
  server('network')
  sessionLost()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(shown()?.id).toBe('r1')
  expect(kept.get(hint)).toBe('1')
  server(401)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(shown()).toBeNull()
  expect(kept.get(hint)).toBe('0')
})

it('a refusal that is older than a sign-in in another tab is no end of the session', async () => {
  sessionBegan(person('r1'))
  server(() => {
    inAnotherTab('1')
    return 401
  }, person('r1'))
  sessionLost()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toBe(2)
  expect(shown()?.id).toBe('r1')
  expect(kept.get(hint)).toBe('1')
})

it('a page without a session reads it again after a sign-in in another tab', async () => {
  server(person('r1'))
  kept.set(hint, '0')
  expect(await found()).toBeNull()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  inAnotherTab('1')
  expect((await queryClient.fetchQuery(sessionQuery))?.id).toBe('r1')
})

it('a browser that has deleted the mark of the sign-in is signed in by its cookie [design/accounts-141]', async () => {
  server(person('r1'))
  expect(await found()).toBeNull()
  expect(asked).toBe(0)
  cookie = true
  expect((await found())?.id).toBe('r1')
})

it('a sign-out stays one where its call failed and the cookie is left [design/accounts-141]', async () => {
  server(person('r1'))
  sessionBegan(person('r1'))
  endSession()
  cookie = true
  expect(await found()).toBeNull()
  expect(asked).toBe(0)
})

it.each(['out', null])('a sign-out in another tab ends this page, whose mark stays as it is (%s)', (mark) => {
  sessionBegan(person('r1'))
  inAnotherTab(mark)
  expect(shown()).toBeNull()
  expect(kept.get(hint) ?? null).toBe(mark)
})
