import { expect, test } from 'vitest'
import { isMasked, maskedAccount } from './masked-account.ts'

test.each([
  ['UY-8841-5529-7730', '••••7730'],
  ['12345678', '••••5678'],
  ['0012', '••••12'],
  ['7', '••••'],
  ['', '••••'],
  [null, null],
])('shows %s as %s [design/access-8]', (account, shown) => {
  expect(maskedAccount(account)).toBe(shown)
  expect(isMasked(shown)).toBe(shown !== null)
  expect(isMasked(account)).toBe(false)
})
