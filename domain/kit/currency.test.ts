import { expect, it } from 'vitest'
import { exponentOf } from './currency.ts'

it.each([
  ['UYU', 2],
  ['USD', 2],
  ['JPY', 0],
  ['CLP', 0],
  ['IQD', 3],
  ['KWD', 3],
  ['UYW', 4],
  ['XXX', 2],
])('%s has %i decimal places (ISO 4217) [design/money-1]', (code, places) => {
  expect(exponentOf(code)).toBe(places)
})
