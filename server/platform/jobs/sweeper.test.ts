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

it('logs a sweep that fails for an hour once a minute, and its recovery once [design/data-94]', async () => {
  const lines: object[] = []
  const log = testLog()
  log.error = (details: object) => void lines.push(details)
  log.info = (details: object) => void lines.push(details)
  let fails = true
  const run = () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve())
  const sweeper = startSweeper({ tidy: { run } }, log)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(lines).toHaveLength(60)
  fails = false
  await vi.advanceTimersByTimeAsync(10_000)
  await sweeper.stop()
  expect(lines.slice(60)).toEqual([{ task: 'tidy', failures: 3600 }])
})
