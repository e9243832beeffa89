import { expect, test } from 'vitest'
import { isEmptyProposal, proposeForMap, type CountryFacts, type SettingsNow } from './map-proposal.ts'
import { defaultSettings, type Settings } from './settings.ts'

const now = Date.UTC(2026, 10, 23)
const center = { lat: 0, lng: 0 }
const portugal: CountryFacts = {
  code: 'PT',
  name: 'Portugal',
  currencies: ['EUR'],
  symbol: '€',
  symbolAfter: true,
  languages: ['pt'],
  miles: false,
  leftHand: false,
}
const uruguay: Partial<Settings> = {
  country: 'Uruguay',
  restrictCountry: 'UY',
  code: 'UYU',
  symbol: '$U',
  decimal: 0,
  timezone: 'America/Montevideo',
}
const propose = (
  settings: Partial<Settings>,
  {
    country = portugal,
    timezone = 'Europe/Lisbon',
    codeFixed = false,
    languages = ['en', 'ar'],
  }: Partial<Pick<SettingsNow, 'codeFixed' | 'languages'>> & {
    country?: CountryFacts | null
    timezone?: string | null
  } = {},
) => {
  const before = { ...defaultSettings, ...settings }
  return proposeForMap({ map: 'Porto', center, country, timezone }, { settings: before, codeFixed, languages }, now)
}

// [design/maps-101]
test('proposes everything where the settings are of another country', () => {
  expect(propose(uruguay)).toEqual({
    settings: {
      timezone: 'Europe/Lisbon',
      country: 'Portugal',
      restrictCountry: 'PT',
      code: 'EUR',
      symbol: '€',
      decimal: 2,
      swipe_symbol: true,
    },
    language: 'pt',
    addedLanguages: ['pt'],
    lockedCurrency: null,
  })
  expect(propose({}).settings).toMatchObject({ country: 'Portugal', restrictCountry: 'PT', code: 'EUR' })
})

test('once accepted nothing is left to propose', () => {
  for (const before of [uruguay, {}]) {
    const { settings, language } = propose(before)
    const after = propose({ ...before, ...settings }, { languages: [language!, 'en', 'ar'] })
    expect(isEmptyProposal(after)).toBe(true)
  }
})

test('a currency with money in it stays, and the others change', () => {
  const { settings, lockedCurrency } = propose(uruguay, { codeFixed: true })
  expect(lockedCurrency).toBe('EUR')
  expect(settings).toEqual({ timezone: 'Europe/Lisbon', country: 'Portugal', restrictCountry: 'PT' })
  const after = propose({ ...uruguay, ...settings }, { codeFixed: true, languages: ['pt', 'en'] })
  expect(after).toMatchObject({ lockedCurrency: 'EUR' })
  expect(isEmptyProposal(after)).toBe(true)
})

test('does not propose language or units when the settings already name the country of the map', () => {
  const chosen = { ...propose(uruguay).settings, symbol: 'EUR', decimal: 0, convert_to_mile: true, restrictCountry: '' }
  const languages = ['en']
  expect(isEmptyProposal(propose(chosen, { languages }))).toBe(true)
  // Prices in another currency are wrong in any case, an old name of the same zone is not.
  expect(propose({ ...chosen, code: 'UYU' }, { languages }).settings).toMatchObject({ code: 'EUR', symbol: '€' })
  expect(propose({ ...chosen, timezone: 'Portugal' }, { languages }).settings).toEqual({})
  expect(propose({ ...chosen, timezone: 'Europe/London' }, { languages }).settings).toEqual({})
  expect(propose({ ...chosen, timezone: 'Europe/Madrid' }, { languages }).settings).toEqual({
    timezone: 'Europe/Lisbon',
  })
})

test('accepts any legal tender, and adds all official languages', () => {
  const swiss: CountryFacts = {
    ...portugal,
    code: 'CH',
    name: 'Switzerland',
    currencies: ['CHF', 'EUR'],
    languages: ['de', 'fr', 'it'],
  }
  const moved = propose({ ...uruguay, code: 'EUR' }, { country: swiss, timezone: null, languages: ['fr', 'en'] })
  expect(moved).toMatchObject({ language: null, addedLanguages: ['de', 'it'] })
  expect(moved.settings).toEqual({ country: 'Switzerland', restrictCountry: 'CH' })
})

test('a country that is not known leaves all but the time zone', () => {
  expect(propose(uruguay, { country: null })).toMatchObject({ settings: { timezone: 'Europe/Lisbon' }, language: null })
  expect(isEmptyProposal(propose(uruguay, { country: null, timezone: null }))).toBe(true)
})
