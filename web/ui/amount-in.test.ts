import { expect, test } from 'vitest'
import { amountIn } from './amount-in.ts'

test('an amount in the digits of its reader', () => {
  expect(amountIn(' 250 ')).toBe(250)
  expect(amountIn('12.5')).toBe(12.5)
  expect(amountIn('12,50')).toBe(12.5)
  expect(amountIn('٢٥٠')).toBe(250)
  expect(amountIn('۱۲٫۵')).toBe(12.5)
})

test('nothing is nothing, everything else is no amount', () => {
  expect(amountIn('  ')).toBeUndefined()
  for (const bad of ['-5', '1e9', '1.2.3', 'abc', '1 000', '.', 'Infinity']) expect(amountIn(bad), bad).toBeNull()
})
