import { expect, it } from 'vitest'
import { countriesFor } from './countries.ts'
import { countryAmong } from './use-countries.ts'

const spain = { country: 'Spain', restrictCountry: '' }

it('the operator’s country is the usual one of a phone field in every language of the reader [design/web-136]', () => {
  for (const locale of ['en', 'es', 'ar', 'zh']) {
    const list = countriesFor(locale)
    expect(countryAmong(list, null, spain)?.code, locale).toBe('ES')
    expect(countryAmong(list, null, { country: 'Spain', restrictCountry: 'AD' })?.code, locale).toBe('ES')
    expect(countryAmong(list, null, { country: 'unknown', restrictCountry: 'AD' })?.code, locale).toBe('AD')
    expect(countryAmong(list, 'FR', spain)?.code, locale).toBe('FR')
    expect(countryAmong(list, null, undefined), locale).toBeNull()
  }
})
