import { expect, test } from 'vitest'
import { stepProgress } from './step-progress.ts'

// [design/maps-62]
test('a step says its title at once, then its share and the time that is left, at most every three seconds', () => {
  const lines: string[] = []
  let now = 0
  const done = stepProgress('Reading', (line) => lines.push(line), () => now) // prettier-ignore
  const at = (ms: number, share: number): void => {
    now = ms
    done(share)
  }
  at(2_900, 0.1)
  at(5_000, 0.01)
  at(10_000, 0.1)
  at(11_000, 0.2)
  at(20_000, 0.5)
  at(40_000, 1)
  expect(lines).toEqual(['Reading', 'Reading: 10 %, about 90 s left', 'Reading: 50 %, about 20 s left'])
})

test('long steps count in minutes', () => {
  const lines: string[] = []
  let now = 0
  const done = stepProgress('Reading', (line) => lines.push(line), () => now) // prettier-ignore
  now = 60_000
  done(0.1)
  expect(lines[1]).toBe('Reading: 10 %, about 9 min left')
})
