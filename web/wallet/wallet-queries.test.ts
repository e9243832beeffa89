import { expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'

const live = vi.hoisted(() => new Map<string, () => void>())
vi.mock('../platform/live/live.ts', () => ({
  onLive: (kind: string, run: () => void) => void live.set(kind, run),
  readAgain: () => undefined,
  refetchAfterReset: () => undefined,
}))

it('reads the profile again 1500 ms after a change of the wallet, once for several [accounts-55] [wallet-4]', async () => {
  await import('./wallet-queries.ts')
  vi.useFakeTimers()
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const profile = () => asked.mock.calls.filter(([what]) => what?.queryKey === sessionQuery.queryKey).length
  live.get('wallet')?.()
  vi.advanceTimersByTime(1000)
  live.get('wallet')?.()
  vi.advanceTimersByTime(1499)
  expect(profile()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(profile()).toBe(1)
  vi.useRealTimers()
  asked.mockRestore()
})
