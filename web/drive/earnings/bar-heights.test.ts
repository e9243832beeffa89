import { expect, test } from 'vitest'
import { barHeights } from './EarningBars.tsx'

test('gives the highest bar 100 % and the smallest a visible height', () => {
  expect(barHeights([0, 50, 200, 1])).toEqual([0, 25, 100, 4])
  expect(barHeights([])).toEqual([])
  expect(barHeights([0, 0])).toEqual([0, 0])
  expect(barHeights([-20, 10])).toEqual([0, 100])
})
