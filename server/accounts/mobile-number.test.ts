import { expect, it } from 'vitest'
import { normalizeMobile } from './mobile-number.ts'

it.each([
  ['+598 94 123 456', '+59894123456'],
  ['+598094123456', '+59894123456'],
  ['+1 (202) 555-0147', '+12025550147'],
  ['+598.94.123.456', '+59894123456'],
  ['+٥٩٨ ٩٤ ١٢٣ ٤٥٦', '+59894123456'],
  ['+999123', '+999123'],
])('%s is the number %s', (typed, number) => {
  expect(normalizeMobile(typed)).toBe(number)
})
