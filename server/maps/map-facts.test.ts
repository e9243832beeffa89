import { expect, test } from 'vitest'
import { mapFacts, displayFormatsOf } from './map-facts.ts'

const at = async (countries: string[], lat: number, lng: number, chosen = '') => {
  const { country, timezone } = (await mapFacts({ name: 'Map', countries, center: { lat, lng } }))(chosen)
  return { timezone, ...country }
}

// [design/maps-100]
test('finds money, languages, time zone, units and side of the road of a country', async () => {
  expect(await at(['UY'], -34.9, -56.19)).toEqual({
    timezone: 'America/Montevideo',
    code: 'UY',
    name: 'Uruguay',
    currencies: ['UYU'],
    symbol: '$',
    symbolAfter: false,
    languages: ['es'],
    miles: false,
    leftHand: false,
  })
  expect(await at(['PT'], 41.15, -8.61)).toMatchObject({
    timezone: 'Europe/Lisbon',
    name: 'Portugal',
    currencies: ['EUR'],
    symbol: '€',
    symbolAfter: true,
    languages: ['pt'],
  })
  expect(await at(['LI', 'AT'], 47.14, 9.52)).toMatchObject({
    timezone: 'Europe/Vaduz',
    name: 'Liechtenstein',
    currencies: ['CHF'],
    symbol: 'CHF',
    languages: ['de'],
  })
  expect(await at(['GB'], 51.5, -0.1)).toMatchObject({ timezone: 'Europe/London', miles: true, leftHand: true })
  expect(await at(['US'], 40.7, -74)).toMatchObject({ languages: ['en'], miles: true, leftHand: false })
  expect(await at(['JP'], 35.6, 139.7)).toMatchObject({ currencies: ['JPY'], languages: [], leftHand: true })
})

test('takes the zone of a country with a single zone, else the zone of the point', async () => {
  // The look-up by point gives Asia/Makassar here, the zone of the neighbour.
  expect(await at(['TL'], -8.56, 125.57)).toMatchObject({ timezone: 'Asia/Dili' })
  // Node still has the old name.
  expect(await at(['IN'], 28.6, 77.2)).toMatchObject({ timezone: 'Asia/Kolkata' })
  expect(await at(['UA'], 1, 2)).toMatchObject({ timezone: 'Europe/Kyiv' })
  expect(await at(['PT'], 37.74, -25.67)).toMatchObject({ timezone: 'Atlantic/Azores' })
  // The look-up gives a zone of Spain here, and one of the sea.
  expect(await at(['PT'], 41.81, -6.55)).toMatchObject({ timezone: 'Europe/Lisbon' })
  expect(await at(['PT'], 1, 2)).toMatchObject({ timezone: 'Europe/Lisbon' })
})

test('takes official languages only, the most spoken first', async () => {
  expect(await at(['CH'], 47.56, 7.59)).toMatchObject({ languages: ['de', 'fr', 'it'] })
  // Russian is widely spoken there, and not official.
  expect(await at(['UA'], 50.45, 30.5)).toMatchObject({ languages: [] })
  // Remis has simplified Chinese.
  expect(await at(['TW'], 25.03, 121.5)).toMatchObject({ languages: [] })
})

test('of several countries takes the one of the settings, else the one with most addresses', async () => {
  const basel = ['CH', 'DE', 'FR']
  expect(await at(basel, 47.56, 7.59)).toMatchObject({ code: 'CH', timezone: 'Europe/Zurich' })
  expect(await at(basel, 47.56, 7.59, 'FR')).toMatchObject({
    code: 'FR',
    currencies: ['EUR'],
    timezone: 'Europe/Paris',
  })
  expect(await at(basel, 47.56, 7.59, 'UY')).toMatchObject({ code: 'CH' })
})

test('finds nothing for a map without a country, at sea', async () => {
  expect(await at([], 1, 2)).toEqual({ timezone: null })
})

// [design/access-76]
test('the set-up gets the unit of distance and the place of the currency symbol without a map', async () => {
  expect(await displayFormatsOf('GB', 'GBP')).toEqual({ miles: true, symbolAfter: false })
  expect(await displayFormatsOf('US', 'USD')).toEqual({ miles: true, symbolAfter: false })
  expect(await displayFormatsOf('UY', 'UYU')).toEqual({ miles: false, symbolAfter: false })
  expect(await displayFormatsOf('PT', 'EUR')).toEqual({ miles: false, symbolAfter: true })
})
