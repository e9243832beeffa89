import { expect, it } from 'vitest'
import { makeDayPace } from './day-pace.ts'

it('reads the day every 1.5 s for 15 s without a position, then every 15 s [design/web-161]', () => {
  let now = 1000
  const pace = makeDayPace(() => now)
  expect(pace.interval(null)).toBe(60_000)
  expect(pace.interval('no-position')).toBe(1500)
  now += 14_999
  expect(pace.interval('no-position')).toBe(1500)
  now += 1
  expect(pace.interval('no-position')).toBe(15_000)
  expect(pace.interval(null)).toBe(60_000)
  expect(pace.interval('no-position')).toBe(1500)
})

it('a found position restarts the 15 s', () => {
  let now = 0
  const pace = makeDayPace(() => now)
  pace.interval('no-position')
  now += 600_000
  expect(pace.interval('no-position')).toBe(15_000)
  pace.begin()
  expect(pace.interval('no-position')).toBe(1500)
})
