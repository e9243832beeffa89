import { expect, test } from 'vitest'
import { isMasked, maskedAccount } from './masked-account.ts'

test.each([
  ['UY-8841-5529-7730', '••••7730'],
  ['12345678', '••••5678'],
  ['0012', '••••12'],
  ['7', '••••'],
  ['', '••••'],
  [null, null],
])('trust-and-speed §1.8: %s is shown as %s', (account, shown) => {
  expect(maskedAccount(account)).toBe(shown)
  expect(isMasked(shown)).toBe(shown !== null)
  expect(isMasked(account)).toBe(false)
})
