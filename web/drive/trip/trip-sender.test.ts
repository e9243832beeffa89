import type { Me } from '@remis/domain/accounts/accounts-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { kept, stubBrowser } from '../../platform/testing/stub-browser.ts'

stubBrowser()
// the modules listen to the window when they are loaded
vi.resetModules()
const { queryClient } = await import('../../platform/api/plain-call.ts')
const { sessionQuery } = await import('../../platform/api/session.ts')
const { tripSenderOf } = await import('./trip-sender.ts')
const { unsentPositions } = await import('../positions/driver-positions.ts')

const sent: string[] = []
beforeEach(() => {
  stubBrowser()
  sent.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** What a page finds that is loaded again while the end of a trip waits. */
const stored = (driver: string, positions: number) => {
  queryClient.setQueryData(sessionQuery.queryKey, { id: driver, usertype: 'driver' } as Me)
  const unsent = Array.from({ length: positions }, (_, i) => ({ seq: i + 1, at: i + 1, lat: 1, lng: 2 }))
  kept.set(`remis.positions.${driver}`, JSON.stringify({ next: positions + 1, unsent }))
  const end = { bookingId: 'B', action: 'reach', key: 'key', body: { pressedAt: 601 }, pressedAt: 601 }
  kept.set(`remis.action.${driver}`, JSON.stringify(end))
}

it('after a reload the end of a trip waits for the stored positions, before the live link is there [design/moves-96]', async () => {
  stored('driver-1', 600)
  const sender = tripSenderOf('driver-1')
  await vi.waitFor(() => expect(sender.state().phase).toBe('waiting'))
  expect([unsentPositions('driver-1').length, sent]).toEqual([600, []])
})

it('after a reload the end of a trip is sent where no position waits', async () => {
  stored('driver-2', 0)
  tripSenderOf('driver-2')
  await vi.waitFor(() => expect(sent).toEqual(['/api/bookings/B/reach']))
})

it('sends an unanswered step again after 15 s with the same key [design/web-157]', async () => {
  stored('driver-3', 0)
  const limits: number[] = []
  const silent = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return silent.signal
  })
  const keys: unknown[] = []
  vi.stubGlobal('fetch', (_: string, init: { signal?: AbortSignal; headers: Record<string, string> }) => {
    keys.push(init.headers['idempotency-key'])
    return new Promise((_done, fail) => init.signal?.addEventListener('abort', () => fail(new Error('no answer'))))
  })
  const sender = tripSenderOf('driver-3')
  await vi.waitFor(() => expect(keys).toEqual(['key']))
  silent.abort()
  await vi.waitFor(() => expect(sender.state().phase).toBe('waiting'))
  sender.retryNow()
  await vi.waitFor(() => expect(keys).toEqual(['key', 'key']))
  expect(limits).toEqual([15_000, 15_000])
})
