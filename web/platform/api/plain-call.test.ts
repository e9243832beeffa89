import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { plainCall } from './plain-call.ts'

/** The limits of the calls, ms, and what ends their wait. */
const limits: number[] = []
let silent = new AbortController()
beforeEach(() => {
  limits.length = 0
  silent = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return silent.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const failsAt = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, fail) => signal?.addEventListener('abort', () => fail(new Error('no answer'))))

it('a call that gets no answer fails as one without a network [design/web-157]', async () => {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) =>
    init.signal?.aborted === true ? Promise.reject(new Error('no answer')) : failsAt(init.signal ?? undefined),
  )
  const called = plainCall(accountsCalls.current, {})
  silent.abort()
  await expect(called).rejects.toMatchObject({ status: 503, key: 'fetch_call_error' })
  await expect(plainCall(accountsCalls.current, {}, { within: 15_000 })).rejects.toThrow()
  expect(limits).toEqual([90_000, 15_000])
})

it('a call fails if its answer stops half-way', async () => {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) =>
    Promise.resolve({ status: 200, headers: new Headers(), json: () => failsAt(init.signal ?? undefined) }),
  )
  const called = plainCall(accountsCalls.current, {})
  setTimeout(() => silent.abort())
  await expect(called).rejects.toMatchObject({ key: 'fetch_call_error' })
})
