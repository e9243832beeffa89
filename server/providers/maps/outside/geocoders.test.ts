import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mapsConformance } from '../conformance.ts'
import { cityPoints } from '../testing/emulated-city.ts'
import { emulateNominatim } from '../testing/nominatim-emulator.ts'
import { testService } from '../testing/outside-service.ts'
import { emulatePhoton } from '../testing/photon-emulator.ts'
import { linesOf, marksOf } from './address-lines.ts'
import { nominatimPlaces } from './nominatim-places.ts'
import { photonPlaces } from './photon-places.ts'

const photon = await emulatePhoton()
const nominatim = await emulateNominatim()
afterAll(() => Promise.all([photon.close(), nominatim.close()]))
const openPhoton = () => photonPlaces(testService('photon', photon.url))
const openNominatim = () =>
  nominatimPlaces(
    testService('nominatim', nominatim.url, { headers: { 'user-agent': 'Remis (https://taxi.example)' } }),
  )
const { a, abroad } = cityPoints
const points = { ...cityPoints, abroadFails: 'NOT_FOUND', seaFails: null } as const
const places = { typed: 'terminal', finds: 'Terminal Tres Cruces', country: 'UY' }

mapsConformance('Photon', { search: openPhoton(), ...points, places, emulator: photon })
mapsConformance('Nominatim', { search: openNominatim(), ...points, places, emulator: nominatim })

beforeEach(() => {
  photon.reset()
  nominatim.reset()
  photon.old = false
})

describe.each([
  ['Photon', openPhoton],
  ['Nominatim', openNominatim],
])('%s [design/maps-89]', (_, open) => {
  test('a house, a street and a place have the lines of the embedded search', async () => {
    const texts = async (keyword: string) =>
      (await open().autocomplete({ keyword })).map(({ description }) => description)
    expect(await texts('julio')).toEqual([
      'Avenida 18 de Julio 1234, Centro, Montevideo',
      'Avenida 18 de Julio, Centro, Montevideo',
    ])
    expect(await texts('terminal')).toEqual(['Terminal Tres Cruces, Bulevar Artigas 1825, Tres Cruces, Montevideo'])
  })

  test('another country finds nothing', async () => {
    expect(await open().autocomplete({ keyword: 'terminal', country: 'AR' })).toEqual([])
  })

  test('far from every house there is no address', async () => {
    await expect(open().address(abroad)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a place id needs no request', async () => {
    const search = open()
    const [found] = await search.autocomplete({ keyword: 'plaza' })
    const requests = photon.requests.length + nominatim.requests.length
    expect(await search.coords(found!.place_id)).toMatchObject({ lat: a.lat, lng: a.lng, label: found!.description })
    expect(photon.requests.length + nominatim.requests.length).toBe(requests)
  })

  test('the same text and the same spot are asked for once', async () => {
    const search = open()
    await Promise.all([search.autocomplete({ keyword: 'plaza' }), search.autocomplete({ keyword: ' plaza ' })])
    await search.address(a)
    await search.address({ lat: a.lat + 1e-6, lng: a.lng })
    expect(photon.requests.length + nominatim.requests.length).toBe(2)
  })
})

test('an old Photon, or one without the language, is asked again without them and filtered here', async () => {
  photon.old = true
  expect(await openPhoton().autocomplete({ keyword: 'terminal', country: 'uy' })).toHaveLength(1)
  expect(await openPhoton().autocomplete({ keyword: 'terminal', country: 'AR' })).toEqual([])
  photon.old = false
  expect(await openPhoton().autocomplete({ keyword: 'terminal', language: 'ur' })).toHaveLength(1)
})

test('the bias, the language and the country are sent as each service names them', async () => {
  const query = { keyword: 'plaza', near: a, country: 'UY', language: 'de' }
  await openPhoton().autocomplete(query)
  expect(Object.fromEntries(photon.requests[0]!.query)).toEqual({
    q: 'plaza',
    limit: '8',
    lat: '-34.91',
    lon: '-56.2',
    lang: 'de',
    countrycode: 'UY',
  })
  await openNominatim().autocomplete(query)
  expect(Object.fromEntries(nominatim.requests[0]!.query)).toMatchObject({
    countrycodes: 'uy',
    'accept-language': 'de',
  })
  expect(nominatim.requests[0]!.headers['user-agent']).toBe('Remis (https://taxi.example)')
})

test('lines omit missing and repeated parts; marks ignore accents', () => {
  expect(linesOf({ name: 'Centro', district: 'Centro', city: 'Montevideo' })).toEqual({
    main: 'Centro',
    secondary: 'Montevideo',
  })
  expect(linesOf({})).toEqual({ main: '', secondary: '' })
  expect(marksOf('peatonal sarandi', 'Peatonal Sarandí')).toEqual([
    { offset: 0, length: 8 },
    { offset: 9, length: 7 },
  ])
})
