import { expect, test } from 'vitest'
import { digitsAlone, digitsOf, latinDigits } from './digits.ts'

test.each([
  ['Arabic-Indic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['full-width', '０１２３４５６７８９'],
  ['Latin', '0123456789'],
])('a code in %s digits is read as the Latin one [design/web-134]', (_, typed) => {
  expect(digitsOf(typed)).toBe('0123456789')
  expect(digitsAlone.test(typed)).toBe(true)
  expect(latinDigits(`A ${typed}`)).toBe('A 0123456789')
})

test('a code is its digits alone', () => {
  expect(digitsOf(' ٤٥-6 x')).toBe('456')
  expect(digitsOf('abc')).toBe('')
  for (const none of ['', '1 2', '12x', '/', ':']) expect(digitsAlone.test(none), none).toBe(false)
})
