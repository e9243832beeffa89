import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageRating } from './rating.ts'

test('averageRating rounds to one decimal, half up [people-2]', () => {
  expect(averageRating({ sum: 0, count: 0 })).toBe(null)
  expect(averageRating({ sum: 17, count: 4 })).toBe(4.3)
  expect(averageRating({ sum: 13, count: 3 })).toBe(4.3)
  expect(averageRating({ sum: 14, count: 3 })).toBe(4.7)
})

test('property: within half a decimal of the exact average, and from 1 to 5 [invariants-P3]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 }), (rates) => {
      const sum = rates.reduce((a, b) => a + b, 0)
      const average = averageRating({ sum, count: rates.length })!
      expect(Math.abs(average - sum / rates.length)).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(average).toBeGreaterThanOrEqual(1)
      expect(average).toBeLessThanOrEqual(5)
    }),
  )
})
