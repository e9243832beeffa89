import { expect, it } from 'vitest'
import { makeMarkReporter, type ReachedMarks } from './mark-reporter.ts'

const setUp = () => {
  const sent: ReachedMarks[] = []
  const later: (() => void)[] = []
  const line: { error: Error | null } = { error: null }
  const report = makeMarkReporter({
    send: async (_, marks) => {
      sent.push(marks)
      await Promise.resolve()
      if (line.error !== null) throw line.error
    },
    mayRetry: (error) => (error as Error).message === 'offline',
    after: (_, run) => later.push(run),
  })
  return { sent, later, line, report }
}
const settled = () => new Promise((done) => setTimeout(done, 0))

it('a read mark that did not arrive is reported again until it does [design/chat-5]', async () => {
  const { sent, later, line, report } = setUp()
  line.error = new Error('offline')
  await report('B', { delivered: 3, read: 3 })
  later.shift()?.()
  await settled()
  line.error = null
  later.shift()?.()
  await settled()
  expect(sent).toEqual(Array.from({ length: 3 }, () => ({ delivered: 3, read: 3 })))
  expect(later).toEqual([])
  await report('B', { delivered: 3, read: 0 })
  expect(sent).toHaveLength(3)
})

it('a refused mark is not reported again, and a later one has its numbers', async () => {
  const { sent, later, line, report } = setUp()
  line.error = new Error('refused')
  await report('B', { delivered: 2, read: 2 })
  expect(later).toEqual([])
  line.error = null
  await report('B', { delivered: 4, read: 0 })
  expect(sent.at(-1)).toEqual({ delivered: 4, read: 0 })
  await report('B', { delivered: 0, read: 4 })
  expect(sent.at(-1)).toEqual({ delivered: 4, read: 4 })
})
