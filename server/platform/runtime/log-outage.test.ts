import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logOutage } from './log-outage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const opened = () => {
  const lines: object[] = []
  const write = (level: string) => (details: object, text: string) => void lines.push({ level, text, ...details })
  const log = { error: write('error'), warn: write('warn'), info: write('info') }
  return {
    lines,
    outage: logOutage(log as never, { level: 'error', fails: 'it fails', works: 'it works', details: { task: 'one' } }),
  }
}

describe('an outage in the log [design/data-94]', () => {
  it('is one line a minute with the number of failures, and one when it ends', () => {
    const { lines, outage } = opened()
    const error = new Error('gone')
    for (let second = 0; second < 150; second++) {
      outage.failed(error)
      vi.advanceTimersByTime(1000)
    }
    expect(outage.failing).toBe(true)
    outage.worked()
    outage.worked()
    expect(outage.failing).toBe(false)
    const failed = { level: 'error', text: 'it fails', task: 'one', err: error }
    expect(lines).toEqual([
      failed,
      { ...failed, failures: 61 },
      { ...failed, failures: 121 },
      { level: 'info', text: 'it works', task: 'one', failures: 150 },
    ])
    outage.failed(error)
    expect(lines.at(-1)).toEqual(failed)
  })

  it('writes a failure with other details at once', () => {
    const { lines, outage } = opened()
    const error = new Error('refused')
    for (const event of [undefined, 'c2', 'c2', 'c3']) outage.failed(error, { event })
    expect(lines).toMatchObject([{ event: undefined }, { event: 'c2', failures: 2 }, { event: 'c3', failures: 4 }])
  })
})
