import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testLog } from '../../testing/test-platform.ts'
import { startSweeper } from './sweeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs every task a second after the start, then at its own interval', async () => {
  let turns = 0
  const sweeper = startSweeper({ slow: { everyMs: 15_000, run: async () => void turns++ } }, testLog())
  await vi.advanceTimersByTimeAsync(999)
  expect(turns).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(turns).toBe(1)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(turns).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(turns).toBe(2)
  await sweeper.stop()
})
