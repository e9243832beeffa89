import { carTypesCalls } from '@remis/domain/fare/fare-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endsDialog } from './call-outcome.ts'
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

it('a dialog closes only after a final decision of the server; else its input stays for a retry [design/web-207]', () => {
  const closes = [
    new AppError(409, 'booking_moved_on'),
    new AppError(404, 'not_found'),
    new AppError(422, 'withdrawal_not_allowed'),
  ]
  const stays = [
    new AppError(401, 'not_logged_in'),
    new AppError(503, 'fetch_call_error'),
    new AppError(429, 'too_many_requests'),
    new AppError(409, 'still_in_progress'),
    // the answer of a proxy
    new AppError(403, 'server_error'),
    new TypeError('a fault of the page'),
  ]
  expect(closes.map(endsDialog)).toEqual(closes.map(() => true))
  expect(stays.map(endsDialog)).toEqual(stays.map(() => false))
})
