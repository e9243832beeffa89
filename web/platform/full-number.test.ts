import { expect, it } from 'vitest'
import { fullNumber } from './full-number.ts'

const spain = { country: 'Spain', restrictCountry: '' }

it('a number without a plus is one of the operator’s country [design/web-136]', () => {
  expect(fullNumber('612 34 56 78', spain)).toBe('+34612345678')
  expect(fullNumber('612 34 56 78', { country: '', restrictCountry: 'ES' })).toBe('+34612345678')
  // `restrictCountry` limits searches; Andorra comes first in the alphabet
  expect(fullNumber('612 34 56 78', { country: 'Spain', restrictCountry: 'AD' })).toBe('+34612345678')
  expect(fullNumber('٦١٢ ٣٤ ٥٦ ٧٨', spain)).toBe('+34612345678')
  expect(fullNumber('+598 94 123 456', spain)).toBe('+59894123456')
  expect(fullNumber('612 34 56 78', { country: '', restrictCountry: '' })).toBe('612345678')
})
