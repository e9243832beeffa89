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

it('runs a task of what is in memory once more at the stop, after its last turn', async () => {
  const turns: string[] = []
  const task = (name: string, atStop?: boolean) => ({
    everyMs: 15_000,
    ...(atStop === undefined ? {} : { atStop }),
    run: async () => {
      turns.push(`${name} begins`)
      await Promise.resolve()
      turns.push(`${name} ends`)
    },
  })
  const sweeper = startSweeper({ kept: task('kept', true), other: task('other') }, testLog())
  await vi.advanceTimersByTimeAsync(1000)
  turns.length = 0
  await sweeper.stop()
  expect(turns).toEqual(['kept begins', 'kept ends'])
})
