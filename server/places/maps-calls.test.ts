import { messages } from '@remis/domain/messages/english'
import { gunzipSync } from 'node:zlib'
import { placesApi } from '@remis/domain/places/places-api'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MapsError, type MapsErrorCode } from '../providers/maps/maps-provider.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { startTestApp } from '../testing/app.ts'
import { makePerson } from '../testing/make-person.ts'
import { databaseFor } from '../testing/test-database.ts'
import { timeText } from './get-drive-time.ts'

const database = await databaseFor(import.meta.url)
const maps = standInMaps()
const route = vi.spyOn(maps, 'route')
const found = vi.spyOn(maps, 'autocomplete')
const { url, app } = await startTestApp(database, { maps })
afterEach(() => maps.fail(undefined))

const asked = Date.now()
const { token: visitor, expiresAt } = (await (
  await fetch(`${url}/api/visitor-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
).json()) as { token: string; expiresAt: number }

const post = async (path: string, body: unknown, token: string | undefined = visitor) => {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const terminal = '-34.8938,-56.166'
const plaza = '-34.9066,-56.1996'

describe('the location calls [places-6] [api-19]', () => {
  test('autocomplete: searchKeyword, country → searchResults; coords of one of them', async () => {
    const { status, body } = await post('/googleapis-autocomplete', { searchKeyword: 'terminal', country: 'UY' })
    expect(status).toBe(200)
    const [first] = body['searchResults'] as { description: string; place_id: string }[]
    expect(first).toMatchObject({
      description: 'Terminal Tres Cruces, Montevideo',
      structured_formatting: {
        main_text: 'Terminal Tres Cruces',
        main_text_matched_substrings: [{ offset: 0, length: 8 }],
      },
    })
    expect(await post('/googleapis-getcoords', { place_id: first!.place_id })).toEqual({
      status: 200,
      body: { coords: { lat: -34.8938, lng: -56.166 } },
    })
    expect((await post('/googleapis-autocomplete', { searchKeyword: '  ', country: null })).body).toEqual({
      searchResults: [],
    })
  })

  test('autocomplete: the country of the setting counts, not the one of the call [places-2]', async () => {
    const countryFor = async (country: string | null) => {
      found.mockClear()
      await post('/googleapis-autocomplete', { searchKeyword: 'terminal', country })
      return found.mock.calls.map(([query]) => query.country)
    }
    expect([await countryFor('AR'), await countryFor(null)]).toEqual([['AR'], [undefined]])
    await app.settings.change({ restrictCountry: 'UY' }, null)
    try {
      expect([await countryFor('AR'), await countryFor(null)]).toEqual([['UY'], ['UY']])
    } finally {
      await app.settings.change({ restrictCountry: '' }, null)
    }
  })

  test('route: start, dest → distance, duration, polylinePoints, coords; as text or as points [places-4] [places-5]', async () => {
    const { status, body } = await post('/googleapis-getroute', { start: terminal, dest: plaza })
    expect(status).toBe(200)
    expect(body).toEqual({
      distance: 4.392,
      duration: 527,
      polylinePoints: expect.any(String),
      coords: expect.any(Array),
    })
    expect(body['coords']).toContainEqual({ latitude: -34.9066, longitude: -56.1996 })
    const points = { start: { lat: -34.8938, lng: -56.166 }, dest: { lat: -34.9066, lng: -56.1996 } }
    expect((await post('/googleapis-getroute', points)).body).toEqual(body)
    expect(
      route.mock.calls.map(([, , options]) => options?.forFare),
      'it is only shown',
    ).toEqual([false, false])
  })

  test('address: latlng → address, or error', async () => {
    expect((await post('/googleapis-getaddress', { latlng: plaza })).body).toEqual({
      address: 'Plaza Independencia, Montevideo',
    })
    maps.fail('NOT_FOUND')
    const failed = await post('/googleapis-getaddress', { latlng: plaza })
    expect(failed).toEqual({
      status: 422,
      body: { error: messages.google_places_error, key: 'google_places_error' },
    })
  })

  test('drive time and driven distance, for signed-in callers', async () => {
    const { token } = await makePerson(database.db, 'driver')
    expect(await post('/googleapis-getdrivetime', { start: terminal, dest: plaza }, token)).toEqual({
      status: 200,
      body: { distance_in_km: 4.392, duration_in_secs: 527, timein_text: '9 mins' },
    })
    const waypoints = '-34.9,-56.18|-34.905,-56.19'
    const driven = await post('/googleapis-getmultiloctime', { start: terminal, dest: plaza, waypoints }, token)
    expect(driven).toEqual({ status: 200, body: { distance_in_km: 3.412 } })
    const without = await post('/googleapis-getmultiloctime', { start: terminal, dest: plaza, waypoints: '' }, token)
    expect(without.body).toEqual({ distance_in_km: 3.379 })
    for (const bad of ['here', '1,2|', '-34.9,-56.18|91,0', Array(26).fill(plaza).join('|')]) {
      const refused = await post('/googleapis-getmultiloctime', { start: terminal, dest: plaza, waypoints: bad }, token)
      expect([bad.slice(0, 20), refused.status, 'error' in refused.body]).toEqual([
        bad.slice(0, 20),
        bad === '1,2|' ? 422 : 400,
        true,
      ])
    }
  })

  test('the token of a visitor is valid for 10 minutes [design/api-24]', () => {
    expect(expiresAt - asked).toBeGreaterThan(599_000 - 1000)
    expect(expiresAt - asked).toBeLessThan(630_000)
  })

  test('a visitor may look up places, but not drive times and driven distances', async () => {
    expect((await post('/googleapis-getdrivetime', { start: terminal, dest: plaza })).status).toBe(401)
    expect((await post('/googleapis-getmultiloctime', { start: terminal, dest: plaza, waypoints: '' })).status).toBe(
      401,
    )
    // none without a token [places-7]
    const place_id = 'x'
    const bodies = { searchKeyword: 'x', country: null, place_id, latlng: plaza, start: terminal, dest: plaza }
    for (const { path } of Object.values(placesApi))
      expect([path, (await post(path, bodies, '')).status]).toEqual([path, 401])
    expect((await post('/googleapis-autocomplete', { searchKeyword: 'x' }, 'v1.forged.9999999999.x')).status).toBe(401)
  })
})

describe('bad input', () => {
  test.each([
    ['/googleapis-getroute', { start: terminal, dest: '91,0' }, 'invalid_input'],
    ['/googleapis-getroute', { start: terminal, dest: { lat: 91, lng: 0 } }, 'invalid_input'],
    ['/googleapis-getroute', { start: terminal, dest: '1,2,3' }, 'invalid_input'],
    ['/googleapis-getroute', { start: terminal, dest: '1e3,2' }, 'invalid_input'],
    ['/googleapis-getroute', { start: terminal, dest: 'NaN,NaN' }, 'invalid_input'],
    ['/googleapis-getroute', { start: terminal }, 'invalid_input'],
    ['/googleapis-getroute', { start: terminal, dest: plaza, via: terminal }, 'invalid_input'],
    ['/googleapis-getaddress', { latlng: 'here' }, 'invalid_input'],
    ['/googleapis-getcoords', { place_id: 'forged' }, 'place_id_invalid'],
    ['/googleapis-getcoords', { place_id: 'a\0b' }, 'invalid_input'],
    ['/googleapis-autocomplete', { searchKeyword: 'x'.repeat(201) }, 'invalid_input'],
    ['/googleapis-autocomplete', { searchKeyword: 7 }, 'invalid_input'],
  ])('%s %j is 400', async (path, body, key) => {
    expect(await post(path, body)).toEqual({ status: 400, body: { error: expect.any(String), key } })
  })

  const failures: [MapsErrorCode, number, string][] = [
    ['OUT_OF_REGION', 422, 'out_of_region'],
    ['NO_ROUTE', 422, 'no_route_found'],
    ['NO_SEGMENT', 422, 'place_to_coords_error'],
    ['UPSTREAM', 503, 'busy_try_again'],
    ['QUOTA', 503, 'busy_try_again'],
  ]
  test.each(failures)('maps error %s answers %i %s, never 500', async (code, status, key) => {
    maps.fail(code)
    expect(await post('/googleapis-getroute', { start: terminal, dest: plaza })).toEqual({
      status,
      body: { error: expect.any(String), key },
    })
  })
})

test('the drive time as text', () => {
  expect([20, 60, 119, 3570, 3600, 5400, 7260].map(timeText)).toEqual([
    '1 min',
    '1 min',
    '2 mins',
    '1 hour',
    '1 hour',
    '1 hour 30 mins',
    '2 hours 1 min',
  ])
})

test('every location call is declared under the host’s root, with the documented path', () => {
  expect(Object.values(placesApi).map(({ method, path }) => `${method} ${path}`)).toEqual(
    ['autocomplete', 'getcoords', 'getroute', 'getaddress', 'getdrivetime', 'getmultiloctime'].map(
      (name) => `POST /googleapis-${name}`,
    ),
  )
})

describe('map files', () => {
  test('tiles: gzip passed through, tag, 304, 204 for empty, no session', async () => {
    const reply = await fetch(`${url}/maps/tiles/3/0/0.mvt?v=1`)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: '"stand-in-3"',
    })
    expect(await reply.text()).toBe('tile of zoom 3')
    const again = await fetch(`${url}/maps/tiles/3/0/0.mvt`, { headers: { 'if-none-match': 'W/"x", "stand-in-3"' } })
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([
      304,
      'public, max-age=86400',
      '',
    ])
    // After a switch of the region a page may still ask for the version before.
    const before = await fetch(`${url}/maps/tiles/3/0/0.mvt?v=0`)
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await fetch(`${url}/maps/tiles/3/1/0.mvt`)).status).toBe(204)
    expect(gunzipSync((await maps.tile(1, 0, 0))!.gzip).toString()).toBe('tile of zoom 1')
  })

  test.each([
    '/maps/tiles/3/0/0.png',
    '/maps/tiles/a/0/0.mvt',
    '/maps/tiles/3/0/-1.mvt',
    '/maps/tiles/3/0/999999999.mvt',
    '/maps/fonts/secret.woff2',
    '/maps/fonts/..%2f..%2fpackage.json',
    '/maps/fonts/noto-sans-klingon-400-normal.woff2',
    '/maps/style-blue.json',
  ])('%s does not exist', async (path) => expect((await fetch(`${url}${path}`)).status).toBe(404))

  test('a tile that cannot be read is a 503 that is not cached', async () => {
    maps.fail('UPSTREAM')
    const reply = await fetch(`${url}/maps/tiles/3/0/0.mvt?v=1`)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([503, 'no-store'])
  })

  test('serves the style and every font it could name', async () => {
    const style = await fetch(`${url}/maps/style-dark.json`)
    expect([style.status, style.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(await style.json()).toMatchObject({ name: 'stand-in dark' })
    for (const file of [
      'noto-sans-latin-400-normal.woff2',
      'noto-sans-latin-ext-600-normal.woff2',
      'noto-sans-cyrillic-500-normal.woff2',
      'noto-sans-arabic-arabic-wght-normal.woff2',
    ]) {
      const font = await fetch(`${url}/maps/fonts/${file}`)
      expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ])
      expect(
        Buffer.from(await font.arrayBuffer())
          .subarray(0, 4)
          .toString(),
      ).toBe('wOF2')
    }
  })
})

test('the substitute throws what the port promises', async () => {
  maps.fail('QUOTA')
  await expect(maps.driveTime({ lat: -34.9, lng: -56.2 }, { lat: -34.9, lng: -56.1 })).rejects.toBeInstanceOf(MapsError)
})
