import type { Me } from '@remis/domain/accounts/accounts-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { kept, stubBrowser } from '../../platform/testing/stub-browser.ts'

stubBrowser()
// the modules listen to the window when they are loaded
vi.resetModules()
const { queryClient } = await import('../../platform/api/plain-call.ts')
const { sessionQuery } = await import('../../platform/api/session.ts')
const { resumeSending } = await import('./resume-sending.ts')

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
  vi.unstubAllGlobals()
  queryClient.clear()
})

it("sends a driver's waiting step from any page [design/web-156]", async () => {
  queryClient.setQueryData(sessionQuery.queryKey, { id: 'driver-1', usertype: 'driver' } as Me)
  await resumeSending('driver-1')
  expect(sent).toEqual([])
  kept.set('remis.action.driver-1', JSON.stringify({ bookingId: 'B', action: 'pay', key: 'key', body: {} }))
  await resumeSending('driver-1')
  await vi.waitFor(() => expect(sent).toEqual(['/api/bookings/B/pay']))
})

it.each([
  ['is null', () => null],
  [
    'is forbidden',
    () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  ],
])('where the storage %s, a step is kept in memory until it is sent [design/web-193]', async (how, read) => {
  vi.stubGlobal('window', Object.defineProperty({ addEventListener: () => undefined }, 'localStorage', { get: read }))
  const driver = `driver whose storage ${how}`
  queryClient.setQueryData(sessionQuery.queryKey, { id: driver, usertype: 'driver' } as Me)
  const { tripSenderOf } = await import('../../drive/trip/trip-sender.ts')
  const { unsentPositions } = await import('../../drive/positions/driver-positions.ts')
  const { resumeAlert } = await import('../../safety/use-safety.ts')
  expect(unsentPositions(driver)).toEqual([])
  resumeAlert(driver)
  tripSenderOf(driver).run({ bookingId: 'B', action: 'pay', key: 'key', body: {} })
  await vi.waitFor(() => expect(tripSenderOf(driver).state().phase).toBe('waiting'))
  expect(sent).toEqual(['/api/bookings/B/pay'])
  await resumeSending(driver)
  expect(tripSenderOf(driver).state().pending?.key).toBe('key')
})
