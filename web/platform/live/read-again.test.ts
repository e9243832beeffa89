import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/plain-call.ts'
import { readAgain } from './live.ts'

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
