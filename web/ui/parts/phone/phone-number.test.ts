import { expect, test } from 'vitest'
import { phoneLink } from './PhoneNumber.tsx'

test.each([
  ['+598 99 123-456', 'tel:+59899123456'],
  ['(02) 900 1234', 'tel:029001234'],
  ['Hidden for Demo', null],
  ['', null],
  [null, null],
])('%s', (number, link) => expect(phoneLink(number)).toBe(link))
