import { expect, it, vi } from 'vitest'

const live = vi.hoisted(() => ({ runs: new Map<string, () => void>(), read: [] as unknown[] }))
vi.mock('../platform/live/live.ts', () => ({
  makeReader: () => () => undefined,
  onLive: (kind: string, run: () => void) => void live.runs.set(kind, run),
  readAgain: (key: unknown) => void live.read.push(key),
  refetchAfterReset: () => undefined,
  refetchVersioned: () => undefined,
}))

it('a wallet event reloads the sums of the day and the list of earnings [design/web-178]', async () => {
  await import('./use-driver-day.ts')
  live.runs.get('wallet')?.()
  expect(live.read).toEqual([['driver-day'], ['earnings']])
})
