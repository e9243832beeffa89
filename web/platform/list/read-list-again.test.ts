import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/plain-call.ts'
import { readListAgain } from './read-list-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('waits for the list, but at most two seconds [design/web-154]', async () => {
  let isOver = false
  const read = vi.spyOn(queryClient, 'invalidateQueries')
  const start = (answer: Promise<void>) => {
    isOver = false
    read.mockReturnValueOnce(answer)
    void readListAgain('promos').then(() => (isOver = true))
  }
  start(new Promise((done) => setTimeout(done, 500)))
  await vi.advanceTimersByTimeAsync(499)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)

  start(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(1999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
  expect(read).toHaveBeenCalledWith({ queryKey: ['promos'] })
})
