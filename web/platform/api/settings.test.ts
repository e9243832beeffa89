import { QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'

vi.stubGlobal('window', { addEventListener: () => undefined })
// a query without a window is one of a server, which asks for nothing again
vi.resetModules()
const { QueryObserver: Observer } = (await import('@tanstack/react-query')) as { QueryObserver: typeof QueryObserver }
const { queryClient } = await import('./plain-call.ts')
const { settingsQuery } = await import('./settings.ts')

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('settings that could not be read are asked for again until they are there, and then not [design/web-153]', async () => {
  vi.useFakeTimers()
  let asked = 0
  vi.stubGlobal('fetch', () =>
    ++asked < 3
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ appName: 'Taxi' })),
  )
  const observer = new Observer(queryClient, { ...settingsQuery, retry: false })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect([asked, observer.getCurrentResult().status]).toEqual([1, 'error'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect([asked, observer.getCurrentResult().data]).toEqual([3, { appName: 'Taxi' }])
  await vi.advanceTimersByTimeAsync(120_000)
  stop()
  expect(asked).toBe(3)
})
