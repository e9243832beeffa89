import type { LiveEvents } from '@remis/domain/live/live-events'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'

type ChatEvent = LiveEvents['chat']
const live = vi.hoisted(() => ({ chat: (_event: unknown): void => undefined }))
vi.mock('../platform/live/live.ts', async (load) => ({
  ...(await load<object>()),
  onLive: (kind: string, run: (event: unknown) => void) => {
    if (kind === 'chat') live.chat = run
  },
}))
await import('./chat-queries.ts')

const queryKey = ['unread-chats']
const unreadIs = (bookingId: string, unread: number) =>
  live.chat({ bookingId, message: null, marks: { delivered: 0, read: 0 }, unread } satisfies ChatEvent)

/** A badge whose reads are answered by the test. */
const badge = () => {
  const answers: ((unread: Record<string, number>) => void)[] = []
  const queryFn = () => new Promise<Record<string, number>>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 30_000 })
  const stop = observer.subscribe(() => undefined)
  const reads = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count))
  return { answers, reads, stop, shown: () => observer.getCurrentResult().data }
}

afterEach(() => queryClient.clear())

it('a chat event before the first read loads the counts of all chats [design/live-66]', async () => {
  unreadIs('B', 1)
  const { answers, reads, stop, shown } = badge()
  await reads(1)
  answers[0]?.({ A: 2, B: 1 })
  await vi.waitFor(() => expect(shown()).toEqual({ A: 2, B: 1 }))
  stop()
})

it('a read that is under way at a chat event is repeated [design/live-66]', async () => {
  const { answers, reads, stop, shown } = badge()
  await reads(1)
  unreadIs('B', 1)
  await reads(2)
  answers[0]?.({ A: 2 })
  answers[1]?.({ A: 2, B: 1 })
  await vi.waitFor(() => expect(shown()).toEqual({ A: 2, B: 1 }))
  const again = queryClient.refetchQueries({ queryKey })
  await reads(3)
  unreadIs('B', 2)
  await vi.waitFor(() => expect(shown()).toEqual({ A: 2, B: 2 }))
  await reads(4)
  answers[2]?.({ A: 2, B: 1 })
  answers[3]?.({ A: 2, B: 2 })
  await again
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey })).toBe(0))
  expect(shown()).toEqual({ A: 2, B: 2 })
  stop()
})
