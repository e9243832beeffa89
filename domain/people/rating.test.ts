import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRating, averageRating } from './rating.ts'

test('spec 1 §9 rating average: one decimal, half up', () => {
  expect(averageRating({ sum: 0, count: 0 })).toBe(null)
  expect(averageRating({ sum: 17, count: 4 })).toBe(4.3)
  expect(averageRating({ sum: 13, count: 3 })).toBe(4.3)
  expect(addRating({ sum: 9, count: 2 }, 5)).toEqual({ sum: 14, count: 3, average: 4.7 })
})

test('property: the running average is the average of the list (P3)', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 }), (rates) => {
      const last = rates.reduce((sum, rate) => addRating(sum, rate), { sum: 0, count: 0, average: 0 })
      const exact = rates.reduce((a, b) => a + b, 0) / rates.length
      expect(Math.abs(last.average - exact)).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(last.average).toBeGreaterThanOrEqual(1)
      expect(last.average).toBeLessThanOrEqual(5)
    }),
  )
})
