import { expect, it, vi } from 'vitest'
import { countriesFor } from './countries.ts'
import { countryAmong, loadCountries } from './use-countries.ts'

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

it('says that the connection failed where the list of countries cannot be loaded [design/web-183]', async () => {
  expect((await loadCountries('en')).length).toBeGreaterThan(200)
  vi.resetModules()
  vi.doMock('./countries.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  await expect(loadCountries('en')).rejects.toMatchObject({ key: 'fetch_call_error' })
  vi.doUnmock('./countries.ts')
})
