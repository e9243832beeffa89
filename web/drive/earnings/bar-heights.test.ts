import { expect, test } from 'vitest'
import { barHeights } from './EarningBars.tsx'
import { untilNextPeriod } from './Earnings.tsx'

test('gives the highest bar 100 % and the smallest a visible height', () => {
  expect(barHeights([0, 50, 200, 1])).toEqual([0, 25, 100, 4])
  expect(barHeights([])).toEqual([])
  expect(barHeights([0, 0])).toEqual([0, 0])
  expect(barHeights([-20, 10])).toEqual([0, 100])
})

test('earnings reload when their period ends, and at least every hour [design/web-178]', () => {
  expect(untilNextPeriod(undefined, 0)).toBe(false)
  expect(untilNextPeriod({ until: 900_000 }, 0)).toBe(900_000)
  expect(untilNextPeriod({ until: 900_000 }, 899_999)).toBe(60_000)
  expect(untilNextPeriod({ until: 31 * 86_400_000 }, 0)).toBe(3_600_000)
})
