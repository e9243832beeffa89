import { expect, test } from 'vitest'
import { isBic, isIban } from './iban.ts'

// Examples of the registry of ISO 13616.
test.each([
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'es9121000418450200051332',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
])('%s is an IBAN', (iban) => {
  expect(isIban(iban)).toBe(true)
  const digit = iban.search(/\d\D*$/)
  expect(isIban(`${iban.slice(0, digit)}${(Number(iban[digit]) + 1) % 10}${iban.slice(digit + 1)}`)).toBe(false)
})

test.each(['', 'DE', 'DE8937040044053201300', 'XX89370400440532013000', '00124567', 'DE89 3704 0044 0532 0130 0O'])(
  '"%s" is none',
  (text) => expect(isIban(text)).toBe(false),
)

test('a BIC has 8 or 11 characters', () => {
  expect(['DEUTDEFF', 'DEUTDEFF500', 'deutdeff', 'DEUTDEFF5', '77', ''].map(isBic)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
