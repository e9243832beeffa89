import * as codec from '@googlemaps/polyline-codec'
import { kmBetween } from '@remis/domain/kit/distance'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DriveTime, Matching, MapsErrorCode, PlaceSearch, Point, Routing } from './maps-provider.ts'
import { patience } from './testing/outside-service.ts'
import type { ServiceEmulator } from './testing/service-emulator.ts'

/** An adapter and the spots of its city. */
export interface MapsUnderTest {
  readonly routing?: Routing
  readonly matching?: Matching
  readonly search?: PlaceSearch
  /** Two spots with a route of 2 to 10 km between them. */
  readonly a: Point
  readonly b: Point
  /** Farther than 1 km from every road. */
  readonly sea: Point
  /** A spot on a road without a way from `a`, where the city has one. */
  readonly acrossTheRiver?: Point
  readonly abroad: Point
  /** Ratio of matched to routed km of the same drive; the substitute for tests matches straight lines. Default 1. */
  readonly ratio?: number
  /** Ratio of drive times to durations of routes, where drive times contain traffic. Default 1. */
  readonly traffic?: number
  /** Routes and drive times may be longer than in the matrix, which has no turn costs [design/maps-28]. */
  readonly weighsTurns?: true
  /** Routes and drive times have the range of free roads: they contain no traffic, and nothing is learned for them. */
  readonly hasRange?: true
  /** What a route to `abroad` fails with: a service of the whole world has no region. */
  readonly abroadFails: MapsErrorCode
  /** What a track abroad fails with; default the same. */
  readonly trackAbroadFails?: MapsErrorCode
  /** What a track at sea fails with; default as a route. */
  readonly trackAtSeaFails?: MapsErrorCode
  /** What a route to the sea fails with; the substitute for tests has roads everywhere. */
  readonly seaFails: MapsErrorCode | null
  /** A text that finds a place whose first line contains `finds`, in `country`. */
  readonly places?: { readonly typed: string; readonly finds: string; readonly country: string }
  /** An outside service, whose failures are tested: timeout of the adapter below 500 ms, replies up to 500 kB. */
  readonly emulator?: ServiceEmulator
}

const badPoints: readonly Point[] = [
  { lat: NaN, lng: -56 },
  { lat: 91, lng: -56 },
  { lat: -34.9, lng: 181 },
  { lat: Infinity, lng: 0 },
]

const fails = (code: MapsErrorCode) => ({ name: 'MapsError', code })

/** The contract of the maps port [design/maps-1]: every adapter runs it. */
export const mapsConformance = (name: string, under: MapsUnderTest): void => {
  describe(`the maps port: ${name} [design/maps-87]`, () => {
    beforeEach(() => under.emulator?.reset())
    if (under.routing !== undefined) routes(under, under.routing)
    if (under.matching !== undefined) tracks(under, under.matching)
    if (under.search !== undefined) searches(under, under.search)
    if (under.emulator !== undefined) outages(under, under.emulator)
  })
}

const isRounded = (km: number): boolean => Math.abs(km * 1000 - Math.round(km * 1000)) < 1e-6

/** Without the seconds by class of road, which only engines without traffic know [design/maps-112]. */
const timeOf = (drive: DriveTime | null) =>
  drive && { distance_in_km: drive.distance_in_km, duration_in_secs: drive.duration_in_secs }
const timesOf = (rows: readonly (readonly (DriveTime | null)[])[]) => rows.map((row) => row.map(timeOf))

/** A cell of a matrix without turn costs: nearly the drive, and not slower. */
export const fastestOf = (drive: DriveTime): unknown =>
  expect.toSatisfy((cell: DriveTime | null) => {
    if (cell === null) return false
    const time = drive.duration_in_secs / cell.duration_in_secs
    const km = drive.distance_in_km / cell.distance_in_km
    return time >= 1 && time < 1.1 && km > 0.8 && km < 1.25
  })

const routes = (under: MapsUnderTest, maps: Routing): void => {
  const { a, b, sea, abroad, abroadFails, seaFails, acrossTheRiver, traffic = 1, hasRange } = under
  const inMatrix = (drive: DriveTime) =>
    under.weighsTurns && drive.duration_in_secs > 0 ? fastestOf(drive) : timeOf(drive)

  test('a route has km to the metre, whole seconds and a line of precision 5 from end to end', async () => {
    const { distance, duration, tollKm, polylinePoints, coords } = await maps.route(a, b)
    expect(distance).toBeGreaterThanOrEqual(kmBetween(a, b) * 0.95)
    expect(distance).toBeLessThan(kmBetween(a, b) * 3)
    expect(isRounded(distance) && isRounded(tollKm)).toBe(true)
    expect(Number.isInteger(duration)).toBe(true)
    expect(distance / (duration / 3600)).toBeGreaterThan(10)
    expect(distance / (duration / 3600)).toBeLessThan(120)
    expect(coords.length).toBeGreaterThanOrEqual(2)
    const line = codec.decode(polylinePoints, 5).map(([lat, lng]) => ({ lat, lng }))
    expect(line).toHaveLength(coords.length)
    for (const drawn of [line, coords]) {
      expect(kmBetween(drawn[0]!, a)).toBeLessThan(0.5)
      expect(kmBetween(drawn.at(-1)!, b)).toBeLessThan(0.5)
    }
    expect(timeOf(await maps.driveTime(a, b))).toEqual({
      distance_in_km: distance,
      duration_in_secs: Math.round(duration * traffic),
    })
  })

  test(`a route and a drive time have ${hasRange ? 'the range of free roads' : 'no range'} [design/maps-113]`, async () => {
    const { duration, range } = await maps.route(a, b)
    const around = { low: Math.round(duration * Math.exp(-0.15)), high: Math.round(duration * Math.exp(0.15)) }
    expect(range).toEqual(hasRange ? around : undefined)
    expect((await maps.driveTime(a, b)).range).toEqual(hasRange ? around : undefined)
  })

  test('a route between two equal points has no length', async () => {
    expect(timeOf(await maps.driveTime(a, a))).toEqual({ distance_in_km: 0, duration_in_secs: 0 })
    expect((await maps.route(a, a)).distance).toBe(0)
  })

  test('a bad point is BAD_INPUT, before anything is asked', async () => {
    for (const bad of badPoints) {
      await expect(maps.route(bad, b)).rejects.toMatchObject(fails('BAD_INPUT'))
      await expect(maps.route(a, bad)).rejects.toMatchObject(fails('BAD_INPUT'))
      await expect(maps.driveTime(a, bad)).rejects.toMatchObject(fails('BAD_INPUT'))
      await expect(maps.matrix([bad], [b])).rejects.toMatchObject(fails('BAD_INPUT'))
      await expect(maps.matrix([a], [bad])).rejects.toMatchObject(fails('BAD_INPUT'))
    }
  })

  test('a point without a road, a missing route and a point in another country have distinct errors', async () => {
    await expect(maps.route(a, abroad)).rejects.toMatchObject(fails(abroadFails))
    await expect(maps.driveTime(abroad, a)).rejects.toMatchObject(fails(abroadFails))
    if (seaFails !== null) await expect(maps.route(a, sea)).rejects.toMatchObject(fails(seaFails))
    if (acrossTheRiver !== undefined)
      await expect(maps.route(a, acrossTheRiver)).rejects.toMatchObject(fails('NO_ROUTE'))
  })

  test('the matrix has a row per source and a column per target, null where there is no route [design/maps-83]', async () => {
    const unreachable = acrossTheRiver ?? abroad
    const found = timesOf(await maps.matrix([a, abroad, unreachable, b], [b, a, abroad]))
    const [there, back] = (await Promise.all([maps.driveTime(a, b), maps.driveTime(b, a)])).map(inMatrix)
    const zero = { distance_in_km: 0, duration_in_secs: 0 }
    expect(found).toEqual([
      [there, zero, null],
      [null, null, null],
      [null, null, null],
      [zero, back, null],
    ])
    if (seaFails !== null) expect(timesOf(await maps.matrix([a, sea], [sea, b]))).toEqual([[null, there], [null, null]]) // prettier-ignore
    expect(await maps.matrix([], [a])).toEqual([])
    expect(await maps.matrix([a, b], [])).toEqual([[], []])
  })

  test('a matrix of 50 × 50 is in order; above 2500 pairs it is BAD_INPUT', async () => {
    const spot = (i: number) => ({ lat: a.lat + (b.lat - a.lat) * (i / 50), lng: a.lng + (b.lng - a.lng) * (i / 50) })
    const spots = Array.from({ length: 50 }, (_, i) => spot(i))
    const found = await maps.matrix(spots, spots.toReversed())
    expect(found.map((row) => row.length)).toEqual(spots.map(() => 50))
    for (const [i, j] of [
      [0, 0],
      [3, 40],
      [49, 7],
    ] as const)
      // prettier-ignore
      expect(timeOf(found[i]![j]!)).toEqual(inMatrix(await maps.driveTime(spots[i]!, spots[49 - j]!)))
    await expect(maps.matrix([...spots, a], spots)).rejects.toMatchObject(fails('BAD_INPUT'))
  })
}

/** Fixes along a line, one each 10 s. */
const fixesAlong = (line: readonly Point[], most: number) =>
  Array.from({ length: most }, (_, i) => {
    const at = (i / (most - 1)) * (line.length - 1)
    const [from, to] = [line[Math.floor(at)]!, line[Math.ceil(at)]!]
    const part = at - Math.floor(at)
    return {
      lat: from.lat + (to.lat - from.lat) * part,
      lng: from.lng + (to.lng - from.lng) * part,
      at: 1.8e12 + i * 10_000,
      accuracy: 10,
    }
  })

const tracks = (
  { a, b, sea, abroad, abroadFails, trackAbroadFails, trackAtSeaFails, seaFails, routing, ratio = 1 }: MapsUnderTest,
  maps: Matching,
): void => {
  const drawn = async () => (await routing!.route(a, b)).coords

  test.runIf(routing).each([{ most: 40 }, { most: 230 }])(
    'a track of $most fixes has the length of the road it follows, with its line',
    async ({ most }) => {
      const { distance } = await routing!.route(a, b)
      const { distance_in_km: km, coords, polylinePoints } = await maps.matchedDistance(fixesAlong(await drawn(), most))
      expect(km / distance).toBeGreaterThan(0.9 * ratio)
      expect(km / distance).toBeLessThan(1.1 * ratio)
      expect(isRounded(km)).toBe(true)
      expect(codec.decode(polylinePoints, 5)).toHaveLength(coords.length)
      expect(kmBetween(coords[0]!, a)).toBeLessThan(0.5)
      expect(kmBetween(coords.at(-1)!, b)).toBeLessThan(0.5)
    },
  )

  test.runIf(routing)('a gap of minutes is bridged, and fixes without times are matched', async () => {
    const fixes = fixesAlong(await drawn(), 60)
    const whole = (await maps.matchedDistance(fixes)).distance_in_km
    const late = fixes.map((fix, i) => ({ ...fix, at: fix.at + (i > 30 ? 240_000 : 0) }))
    expect((await maps.matchedDistance(late)).distance_in_km / whole).toBeCloseTo(1, 1)
    const timeless = fixes.slice(0, 25).map(({ lat, lng }) => ({ lat, lng, at: 0 }))
    expect((await maps.matchedDistance(timeless)).distance_in_km).toBeGreaterThan(0)
  })

  test('a track needs 2 to 500 good fixes', async () => {
    const fix = { ...a, at: 1.8e12 }
    await expect(maps.matchedDistance([fix])).rejects.toMatchObject(fails('BAD_INPUT'))
    await expect(maps.matchedDistance(Array.from({ length: 501 }, () => fix))).rejects.toMatchObject(fails('BAD_INPUT'))
    for (const bad of badPoints)
      await expect(maps.matchedDistance([fix, { ...bad, at: 1.8e12 + 1000 }])).rejects.toMatchObject(fails('BAD_INPUT'))
  })

  test('a track without a road nearby fails', async () => {
    const at = (point: Point) =>
      [0, 1, 2].map((i) => ({ lat: point.lat + i * 1e-3, lng: point.lng, at: 1.8e12 + i * 1e4 }))
    await expect(maps.matchedDistance(at(abroad))).rejects.toMatchObject(fails(trackAbroadFails ?? abroadFails))
    const atSeaFails = trackAtSeaFails ?? seaFails
    if (atSeaFails !== null) await expect(maps.matchedDistance(at(sea))).rejects.toMatchObject(fails(atSeaFails))
  })
}

const searches = ({ places, a }: MapsUnderTest, maps: PlaceSearch): void => {
  test('a suggestion has its parts, marks what was typed, and its id leads to its place', async () => {
    const { typed, finds, country } = places!
    const found = await maps.autocomplete({ keyword: typed, country, near: a, language: 'de' })
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(8)
    const [best] = found
    const { main_text: main, secondary_text: more, main_text_matched_substrings: marks } = best!.structured_formatting
    expect(main).toContain(finds)
    expect(best!.description).toBe(more === '' ? main : `${main}, ${more}`)
    for (const { offset, length } of marks) {
      expect(length).toBeGreaterThan(0)
      expect(offset + length).toBeLessThanOrEqual(main.length)
    }
    const place = await maps.coords(best!.place_id)
    expect(place.label).toBe(best!.description)
    expect(kmBetween(place, a)).toBeLessThan(30)
    expect(new Set(found.map(({ place_id }) => place_id)).size).toBe(found.length)
  })

  test('an empty text and a text without results return empty lists', async () => {
    expect(await maps.autocomplete({ keyword: '' })).toEqual([])
    expect(await maps.autocomplete({ keyword: '   ' })).toEqual([])
    expect(await maps.autocomplete({ keyword: 'xqzwvkjq' })).toEqual([])
  })

  test('a point has an address; a bad point and a made-up id are BAD_INPUT', async () => {
    const address = await maps.address(a)
    expect(address).not.toBe('')
    expect((await maps.locate(a)).address).toBe(address)
    for (const bad of badPoints) {
      await expect(maps.address(bad)).rejects.toMatchObject(fails('BAD_INPUT'))
      await expect(maps.locate(bad)).rejects.toMatchObject(fails('BAD_INPUT'))
    }
    for (const id of ['', 'ChIJ', '{"lat":1}']) await expect(maps.coords(id)).rejects.toMatchObject(fails('BAD_INPUT'))
  })
}

let spots = 0
let words = 0

/** One call of each capability, never answered by a cache. */
const callsOf = ({ a, b, routing, matching, search }: MapsUnderTest): (() => Promise<unknown>)[] => {
  // 22 m apart: a cache takes spots within 10 m for the same.
  const spot = (at: Point) => {
    spots++
    return { lat: at.lat + (spots % 40) * 2e-4, lng: at.lng + Math.floor(spots / 40) * 2e-4 }
  }
  return [
    ...(routing === undefined
      ? []
      : [() => routing.route(spot(a), b), () => routing.driveTime(spot(a), b), () => routing.matrix([spot(a)], [b])]),
    ...(matching === undefined ? [] : [() => matching.matchedDistance(fixesAlong([spot(a), b], 20))]),
    ...(search === undefined
      ? []
      : [() => search.autocomplete({ keyword: `plaza ${++words}` }), () => search.address(spot(a))]),
  ]
}

const outages = (under: MapsUnderTest, emulator: ServiceEmulator): void => {
  const calls = callsOf(under)

  test('one 5xx and one broken connection are retried once', async () => {
    for (const fault of ['500', 'cut'] as const)
      for (const call of calls) {
        emulator.reset()
        emulator.fail(fault)
        await call()
        expect(emulator.requests).toHaveLength(2)
      }
  })

  test.each([
    ['two 5xx', '500', 'UPSTREAM', 2],
    ['no answer in time', 'slow', 'UPSTREAM', 1],
    ['half a reply', 'garbage', 'UPSTREAM', 1],
    ['another reply', 'foreign', 'UPSTREAM', 1],
    ['a huge reply', 'huge', 'UPSTREAM', 1],
    ['a redirect', 'redirect', 'UPSTREAM', 1],
    ['too many requests', '429', 'QUOTA', 1],
  ] as const)('%s: the error says so, after %s', async (_, fault, code, requests) => {
    const { answerMs } = patience
    for (const call of calls) {
      emulator.reset()
      emulator.fail(fault, 10)
      try {
        if (fault === 'slow') patience.answerMs = 200
        await expect(call()).rejects.toMatchObject(fails(code))
      } finally {
        patience.answerMs = answerMs
      }
      expect(emulator.requests).toHaveLength(requests)
      emulator.reset()
      // ends the row of failures
      await call()
    }
  })
}
