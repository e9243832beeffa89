import { carTypesCalls } from '@remis/domain/fare/fare-routes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { queryClient } from './plain-call.ts'
import { serverClock } from './server-clock.ts'
import { sessionQuery } from './session.ts'

const server = Date.parse('2026-03-02T12:00:00Z')

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  queryClient.setQueryData(sessionQuery.queryKey, null)
  // the clock of the phone is an hour ahead
  vi.useFakeTimers({ now: server + 3_600_000, toFake: ['Date'] })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const body = url === carTypesCalls.list.path ? {} : { token: 'token', expiresAt: server + 600_000 }
    return Promise.resolve(new Response(JSON.stringify(body), { headers: { date: new Date(server).toUTCString() } }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  serverClock.set(Date.now())
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('calls of a visitor share one token, also with a clock that is ahead [design/web-12]', async () => {
  await call(carTypesCalls.list, {})
  await call(carTypesCalls.list, {})
  expect(asked.filter((url) => url === carTypesCalls.list.path).length).toBe(2)
  expect(asked.length).toBe(3)
})
