import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { kmBetween } from '@remis/domain/kit/distance'
import { emulatedTraffic } from '../../../testing/google/emulated-roads.ts'
import { startGoogleEmulator } from '../../../testing/google/google-emulator.ts'
import type { TrackFix } from '../maps-provider.ts'
import { standInMaps } from '../stand-in-maps.ts'
import { readConfig, type Config } from '../../../platform/runtime/config.ts'
import type { Logger } from '../../../platform/runtime/logger.ts'
import type { ServerSecret } from '../../../platform/sessions/server-secret.ts'
import { openOutsideMaps } from '../outside/open-outside-maps.ts'
import type { UseCounter } from '../outside/outside-service.ts'
import { googlePrices, googlePricesOf } from './google-api.ts'
import { googleMatching, windowsOf } from './google-matching.ts'
import { blocksOf, googleRouting } from './google-routing.ts'
import { googleSearch } from './google-search.ts'

const world = standInMaps()
const google = await startGoogleEmulator(world)
afterAll(() => google.close())

let counted = 0
const logged: string[] = []
const counter: UseCounter = {
  count: async (_, cost, most) => {
    if (counted + cost > most.microDollars) return false
    counted += cost
    return true
  },
  today: async () => new Map(),
}
const configOf = (more: Readonly<Record<string, string>> = {}): Config =>
  readConfig({
    MAPS_SEARCH: 'google',
    MAPS_ROUTING: 'google',
    MAPS_MATCHING: 'google',
    MAPS_DRAWING: 'google',
    GOOGLE_MAPS_SERVER_KEY: google.key,
    GOOGLE_MAPS_BROWSER_KEY: 'a-key-for-browsers-only',
    GOOGLE_MAPS_URL: google.url,
    MAPS_DAILY_SPEND: '1000000',
    PROVIDER_NETWORKS: 'loopback',
    ...more,
  })
const log = {
  warn: (details: { err: Error }, text: string) => void logged.push(`${text}: ${details.err.message}`),
  info: () => undefined,
} as unknown as Logger
const openGoogle = (config = configOf()) =>
  openOutsideMaps({
    config,
    log,
    secret: { keyFor: () => Buffer.alloc(32, 7) } as unknown as ServerSecret,
    embedded: world,
    counter,
  })
const maps = openGoogle()
const [search, routing, matching] = [maps, maps, maps]
const lastCall = () => google.calls.at(-1)!

beforeEach(() => {
  world.fail(undefined)
  google.offRoad(() => false)
})

const plaza = { lat: -34.9066, lng: -56.1996 }
const terminal = { lat: -34.8938, lng: -56.166 }
const sea = { lat: -40, lng: -50 }

describe('search [design/maps-91]', () => {
  test('a suggestion has the texts of Google, its matched letters in UTF-16 units', async () => {
    const [found] = await search.autocomplete({ keyword: 'plaza', language: 'es', country: 'UY', near: terminal })
    expect(found).toMatchObject({
      description: 'Plaza Independencia, Montevideo, Uruguay (es)',
      structured_formatting: {
        main_text: 'Plaza Independencia',
        main_text_matched_substrings: [{ offset: 0, length: 5 }],
        secondary_text: 'Montevideo, Uruguay (es)',
      },
    })
    expect(lastCall().body).toMatchObject({
      includedRegionCodes: ['uy'],
      languageCode: 'es',
      locationBias: { circle: { center: { latitude: terminal.lat, longitude: terminal.lng }, radius: 50_000 } },
    })
  })

  test('letters outside the first 65,536 characters count as two', async () => {
    const other = googleSearch({
      center: () => plaza,
      seal: () => 'sealed',
      unseal: () => ({ id: '', session: '', label: '' }),
      ask: async () => ({
        suggestions: [
          { queryPrediction: { text: { text: 'pizza' } } },
          {
            placePrediction: {
              placeId: 'x',
              text: { text: '🍕 Bar' },
              structuredFormat: { mainText: { text: '🍕 Bar', matches: [{ startOffset: 2, endOffset: 5 }] } },
            },
          },
        ],
      }),
    })
    const [found, ...more] = await other.autocomplete({ keyword: 'bar' })
    expect(more).toEqual([])
    expect(found!.structured_formatting.main_text_matched_substrings).toEqual([{ offset: 3, length: 3 }])
  })

  test('without a place near it, the search prefers the region', async () => {
    await search.autocomplete({ keyword: 'plaza' })
    const { lat, lng } = world.region().center
    expect(lastCall().body['locationBias']).toEqual({
      circle: { center: { latitude: lat, longitude: lng }, radius: 50_000 },
    })
  })

  test('the searches of one session and the coordinates share a token; only the coordinates end it', async () => {
    const from = google.calls.length
    const before = google.bill()
    counted = 0
    const session = '0b8f5a3e-8a53-4f53-9a57-0d3a2f2f7c11'
    for (const keyword of ['t', 'te', 'ter']) await search.autocomplete({ keyword, session })
    const [found] = await search.autocomplete({ keyword: 'term', session })
    const place = await search.coords(found!.place_id)
    expect(place).toEqual({ ...terminal, label: 'Terminal Tres Cruces, Montevideo, Uruguay' })
    const calls = google.calls.slice(from)
    expect(calls.slice(0, 4).map(({ body }) => body['sessionToken'])).toEqual(Array(4).fill(session))
    expect(calls[4]!.query.get('sessionToken')).toBe(session)
    expect(calls[4]!.fieldMask).toEqual(['location'])
    expect(google.bill() - before).toBe(4 * googlePrices.autocomplete + googlePrices.placeDetails)
    expect(counted).toBe(google.bill() - before)
  })

  test('searches without a session do not share a token', async () => {
    await search.autocomplete({ keyword: 'plaza' })
    const one = lastCall().body['sessionToken']
    await search.autocomplete({ keyword: 'plaza' })
    expect(lastCall().body['sessionToken']).not.toBe(one)
    expect(String(one)).toHaveLength(36)
  })

  test('a text without results returns an empty list; a place that no longer exists is NOT_FOUND', async () => {
    expect(await search.autocomplete({ keyword: 'xyzzy' })).toEqual([])
    const [found] = await search.autocomplete({ keyword: 'plaza' })
    google.failNext(404, JSON.stringify({ error: { code: 404, status: 'NOT_FOUND', message: 'No longer valid.' } }))
    await expect(search.coords(found!.place_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await search.coords(found!.place_id)).toMatchObject(plaza)
  })

  test('the coordinates of a place are requested once a day; its id cannot be forged', async () => {
    const [found] = await search.autocomplete({ keyword: 'estadio' })
    const place = await search.coords(found!.place_id)
    const from = google.calls.length
    expect(await search.coords(found!.place_id)).toEqual(place)
    expect(google.calls.length).toBe(from)
    const [service, id, signature] = found!.place_id.split('~')
    expect(service).toBe('google')
    const other = Buffer.from(JSON.stringify(['ChIJother', 's', 'x'])).toString('base64url')
    await expect(search.coords(`${service}~${other}~${signature}`)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(id).not.toBe(other)
  })

  test('the address of a point is never a plus code', async () => {
    expect(await search.address(terminal)).toBe('Terminal Tres Cruces, Montevideo')
    expect(await search.address(terminal, 'pt')).toBe('Terminal Tres Cruces, Montevideo (pt)')
    expect(await search.locate(terminal)).toEqual({ address: 'Terminal Tres Cruces, Montevideo', road: null })
    await expect(search.address(sea)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await search.address({ lat: 0.0000001, lng: -56 }).catch(() => undefined)
    expect(lastCall().path).toBe('/v4/geocode/location/0.0000001,-56.0000000')
    expect(lastCall().fieldMask).toEqual(['results.formattedAddress', 'results.types'])
  })
})

describe('routes [design/maps-92]', () => {
  test('a route does not depend on traffic and asks for the fields of the cheapest price [places-5]', async () => {
    const route = await routing.route(plaza, terminal)
    const { free: _free, ...own } = await world.route(plaza, terminal)
    expect(route).toEqual({ ...own, coords: route.coords })
    expect(kmBetween(route.coords[0]!, plaza)).toBeLessThan(0.01)
    expect(lastCall().body).toMatchObject({ routingPreference: 'TRAFFIC_UNAWARE', travelMode: 'DRIVE' })
    expect(lastCall().fieldMask).toEqual([
      'routes.distanceMeters',
      'routes.duration',
      'routes.polyline.encodedPolyline',
    ])
  })

  test('a drive time depends on traffic', async () => {
    const own = await world.driveTime(plaza, terminal)
    expect(await routing.driveTime(plaza, terminal)).toEqual({
      distance_in_km: own.distance_in_km,
      duration_in_secs: Math.round(own.duration_in_secs * emulatedTraffic),
    })
    expect(lastCall().fieldMask).toEqual(['routes.distanceMeters', 'routes.duration'])
  })

  test('no route is NO_ROUTE; one that begins far from the point is NO_SEGMENT', async () => {
    await expect(routing.route(plaza, sea)).rejects.toMatchObject({ code: 'NO_ROUTE' })
    const far = googleRouting({
      ask: async () => ({
        routes: [{ distanceMeters: 10, duration: '3s', polyline: { encodedPolyline: '_p~iF~ps|U_ulLnnqC' } }],
      }),
    })
    await expect(far.route(plaza, terminal)).rejects.toMatchObject({ code: 'NO_SEGMENT' })
  })

  test.each([
    ['no JSON object', 'nonsense'],
    ['a duration that is a number', { routes: [{ distanceMeters: 5, duration: 12 }] }],
    ['a route without a line', { routes: [{ distanceMeters: 5, duration: '1s' }] }],
    [
      'a negative distance',
      { routes: [{ distanceMeters: -5, duration: '1s', polyline: { encodedPolyline: '_p~iF~ps|U' } }] },
    ],
  ])('an answer that is not as documented is UPSTREAM: %s', async (_, answer) => {
    await expect(googleRouting({ ask: async () => answer }).route(plaza, terminal)).rejects.toMatchObject({
      code: 'UPSTREAM',
    })
  })

  test('a matrix keeps the order of the points, in traffic; a pair without a route is null', async () => {
    const before = google.bill()
    counted = 0
    const matrix = await routing.matrix([plaza, terminal, sea], [terminal, plaza])
    const drive = async (a: typeof plaza, b: typeof plaza) => {
      const { distance_in_km, duration_in_secs } = await world.driveTime(a, b)
      return { distance_in_km, duration_in_secs: Math.round(duration_in_secs * emulatedTraffic) }
    }
    const here = { distance_in_km: 0, duration_in_secs: 0 }
    expect(matrix).toEqual([
      [await drive(plaza, terminal), here],
      [here, await drive(terminal, plaza)],
      [null, null],
    ])
    expect(counted).toBe(6 * googlePrices.matrixElementInTraffic)
    expect(google.bill() - before).toBe(counted)
  })

  test('a larger matrix is asked in blocks of at most 625 pairs that cover it once', async () => {
    for (const [sources, targets] of [
      [50, 50],
      [700, 1],
      [1, 700],
      [3, 624],
      [26, 25],
    ] as const) {
      const asked = new Set<string>()
      for (const block of blocksOf(sources, targets)) {
        let pairs = 0
        for (let s = block.sources[0]; s < block.sources[1]; s++)
          for (let t = block.targets[0]; t < block.targets[1]; t++) {
            asked.add(`${s} ${t}`)
            pairs++
          }
        expect(pairs).toBeLessThanOrEqual(625)
      }
      expect(asked.size).toBe(sources * targets)
    }
    const many = Array.from({ length: 30 }, (_, i) => ({ lat: plaza.lat + i * 0.0005, lng: plaza.lng }))
    const matrix = await routing.matrix(many, many)
    for (const [i, row] of matrix.entries()) {
      expect(row[i]).toEqual({ distance_in_km: 0, duration_in_secs: 0 })
      const last = await world.driveTime(many[i]!, many[29]!)
      expect(row[29]!.distance_in_km).toBe(last.distance_in_km)
    }
    expect(await routing.matrix([], many)).toEqual([])
  })

  test('a matrix that lacks a pair or failed for one is UPSTREAM', async () => {
    const one = { originIndex: 0, destinationIndex: 0, condition: 'ROUTE_EXISTS', distanceMeters: 1, duration: '1s' }
    for (const answer of [
      [one],
      [one, { ...one, originIndex: 7 }],
      [one, { ...one, originIndex: 1, status: { code: 13 } }],
    ])
      await expect(googleRouting({ ask: async () => answer }).matrix([plaza, plaza], [terminal])).rejects.toMatchObject(
        {
          code: 'UPSTREAM',
        },
      )
  })
})

/** A car that drives north, 10 m/s, a fix each `metres`. */
const drive = (fixes: number, metres = 80): TrackFix[] =>
  Array.from({ length: fixes }, (_, i) => ({
    lat: plaza.lat + (i * metres) / 111_195,
    lng: plaza.lng,
    at: 1_700_000_000_000 + i * metres * 100,
    accuracy: 8,
  }))

describe('driven distance [design/maps-93]', () => {
  test('is the length of the line that Google returns', async () => {
    const track = drive(20)
    const { distance_in_km, coords, polylinePoints } = await matching.matchedDistance(track)
    expect(distance_in_km).toBeCloseTo(19 * 0.08, 2)
    expect(coords.length).toBeGreaterThanOrEqual(20)
    expect(polylinePoints).not.toBe('')
  })

  test('a long track is asked in windows of 100 that overlap, and counts each part once', async () => {
    for (const places of [1, 99, 100, 101, 190, 191, 500]) {
      const windows = windowsOf(places)
      expect(windows[0]!.first).toBe(0)
      expect(windows.at(-1)!.last).toBe(places - 1)
      for (const [i, { from, to, first, last }] of windows.entries()) {
        expect(to - from).toBeLessThanOrEqual(100)
        expect(first >= from && last < to).toBe(true)
        if (i > 0) expect(first).toBe(windows[i - 1]!.last)
      }
    }
    const from = google.calls.length
    expect((await matching.matchedDistance(drive(120))).distance_in_km).toBeCloseTo(119 * 0.08, 1)
    const asked = google.calls.slice(from).map(({ query }) => query.get('path')!.split('|').length)
    expect(asked).toEqual([100, 30])
  })

  test('where Google has no road, straight lines count', async () => {
    const track = drive(20)
    const [one, other] = [track[6]!.lat, track[12]!.lat]
    google.offRoad(({ lat }) => lat > one && lat < other)
    expect((await matching.matchedDistance(track)).distance_in_km).toBeCloseTo(19 * 0.08, 2)
    google.offRoad(() => true)
    await expect(matching.matchedDistance(track)).rejects.toMatchObject({ code: 'NO_SEGMENT' })
  })

  test('a route that needs more than 200 km/h is replaced by the straight line', async () => {
    const track = drive(3)
    const far = { latitude: plaza.lat + 0.2, longitude: plaza.lng }
    const invented = googleMatching({
      ask: async () => ({
        snappedPoints: [
          ...track
            .slice(0, 2)
            .map(({ lat, lng }, originalIndex) => ({ location: { latitude: lat, longitude: lng }, originalIndex })),
          { location: far },
          { location: { latitude: track[2]!.lat, longitude: track[2]!.lng }, originalIndex: 2 },
        ],
      }),
    })
    expect((await invented.matchedDistance(track)).distance_in_km).toBeCloseTo(0.16, 2)
    // Without times the speed is unknown.
    const untimed = track.map((fix) => ({ ...fix, at: 0 }))
    expect((await invented.matchedDistance(untimed)).distance_in_km).toBeGreaterThan(20)
  })

  test('a car that stands has no distance and asks nothing', async () => {
    const from = google.calls.length
    const standing = drive(30, 1).map((fix, i) => ({ ...fix, lat: plaza.lat + (i % 3) * 0.00003 }))
    expect((await matching.matchedDistance(standing)).distance_in_km).toBe(0)
    expect(google.calls.length).toBe(from)
  })
})

describe('errors [design/maps-94]', () => {
  test('the error of a wrong or missing key says what to check and does not contain the key', async () => {
    const key = 'AIzaSomeOtherKeyThatIsNotTheRightOne1234'
    const wrong = openGoogle(configOf({ GOOGLE_MAPS_SERVER_KEY: key }))
    logged.length = 0
    for (let i = 0; i < 3; i++)
      await expect(wrong.route(plaza, terminal)).rejects.toMatchObject({
        code: 'UPSTREAM',
        message: expect.stringMatching(/API_KEY_INVALID.*GOOGLE_MAPS_SERVER_KEY/),
      })
    // Once per outage.
    expect(logged).toHaveLength(1)
    expect(await wrong.services.test('google')).toMatchObject({ ok: false, detail: expect.stringContaining('key') })
    const texts = JSON.stringify([logged, await wrong.services.list(), await wrong.services.test('google')])
    expect(texts).not.toContain(key)
    expect(texts).toContain('GOOGLE_MAPS_SERVER_KEY')
    expect(await maps.services.test('google')).toMatchObject({ ok: true })
  })
})

describe('cost [design/maps-95]', () => {
  test('over the spend ceiling nothing is sent: quotes are refused, drive times come from the embedded engine', async () => {
    counted = 0
    const thrifty = openGoogle(configOf({ MAPS_DAILY_SPEND: '0.005' }))
    await expect(thrifty.route(plaza, terminal, { forFare: false })).rejects.toMatchObject({ code: 'QUOTA' })
    await thrifty.route(plaza, terminal)
    expect(counted).toBe(googlePrices.route)
    const from = google.calls.length
    await expect(thrifty.route(plaza, terminal)).rejects.toMatchObject({ code: 'QUOTA' })
    await expect(thrifty.matchedDistance(drive(5))).rejects.toMatchObject({ code: 'QUOTA' })
    expect(await thrifty.driveTime(plaza, terminal)).toEqual(await world.driveTime(plaza, terminal))
    expect(google.calls.length).toBe(from)
    expect(counted).toBe(googlePrices.route)
    // Google would have billed as much.
    counted = 0
  })

  test('the prices are those of the documented list', async () => {
    const doc = await readFile(new URL('../../../../docs/RUNNING.md', import.meta.url), 'utf8')
    expect(doc).toContain(googlePricesOf)
    for (const price of Object.values(googlePrices)) expect(doc).toContain(`$${(price / 1000).toFixed(2)}`)
  })
})
