import { expect, it } from 'vitest'
import { unitName } from './unit-name.ts'

it('agrees with the number in the field', () => {
  expect([1, 2, 30].map((days) => unitName('en', 'day', days))).toEqual(['day', 'days', 'days'])
  expect([5, 30].map((days) => unitName('ar', 'day', days))).toEqual(['أيام', 'يومًا'])
  expect(unitName('ru', 'kilometer', 3)).toBe('км')
})

it('does not say the number again, and fits an empty field', () => {
  expect([1, 2].map((days) => unitName('ar', 'day', days))).toEqual(['يوم', 'يوم'])
  expect(unitName('he', 'day', 2)).toBe(unitName('he', 'day', 30))
  expect(unitName('en', 'day', undefined)).toBe('days')
})
