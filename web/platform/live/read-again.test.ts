import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/plain-call.ts'
import { makeReader, readAgain, readRestored, refetchVersioned } from './live.ts'

it('an event in the middle of the first read is seen: its late answer does not count [design/live-66]', async () => {
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['day'],
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  void readAgain(['day'])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before the event')
  answers[1]?.('after the event')
  await vi.waitFor(() => expect(queryClient.getQueryData(['day'])).toBe('after the event'))
  stop()
})

it('merges many events into one reload [design/web-114]', async () => {
  vi.useFakeTimers()
  let reads = 0
  const queryFn = () => Promise.resolve(++reads)
  const stop = new QueryObserver(queryClient, { queryKey: ['counts'], queryFn }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toBe(1)
  const readSoon = makeReader(['counts'], 2000)
  readSoon()
  await vi.advanceTimersByTimeAsync(1500)
  readSoon()
  expect(reads).toBe(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toBe(2)
  readSoon()
  await vi.advanceTimersByTimeAsync(2000)
  expect(reads).toBe(3)
  stop()
  vi.useRealTimers()
})

it('events during slow reads do not cancel them, and the last read begins after the last event [design/web-219]', async () => {
  vi.useFakeTimers()
  const queryKey = ['slow']
  const begun: number[] = []
  let cancelled = 0
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => (cancelled += 1))
    begun.push(Date.now())
    const event = lastEvent
    return new Promise<number>((resolve) => setTimeout(() => resolve(event), 3000))
  }
  let lastEvent = 0
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  const shown: unknown[] = []
  const stop = observer.subscribe(({ data }) => {
    if (shown.at(-1) !== data) shown.push(data)
  })
  const readSoon = makeReader(queryKey, 700)
  for (lastEvent = 1; lastEvent < 40; lastEvent += 1) {
    readSoon()
    await vi.advanceTimersByTimeAsync(250)
  }
  readSoon()
  expect(shown).toEqual([0, 12, 24])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryClient.getQueryData(queryKey)).toBe(40)
  expect(queryClient.isFetching({ queryKey })).toBe(0)
  expect(begun.map((at) => at - begun[0]!)).toEqual([0, 3000, 6000, 9000, 12_000])
  expect(cancelled).toBe(0)
  stop()
  vi.useRealTimers()
})

it('takes the lower versions of a restored database [design/live-74]', async () => {
  const queryKey = ['versioned']
  refetchVersioned(queryKey)
  const answers = [9, 3, 3]
  const stop = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => Promise.resolve(Math.max(queryClient.getQueryData<number>(queryKey) ?? 0, answers.shift() ?? 3)),
  }).subscribe(() => undefined)
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe(9))
  await readAgain(queryKey)
  expect(queryClient.getQueryData(queryKey)).toBe(9)
  readRestored()
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe(3))
  stop()
})
