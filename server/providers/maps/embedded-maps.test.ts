import { gunzipSync } from 'node:zlib'
import { buildRegion } from '@remis/atlas'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { testMontevideo } from '../../../atlas/testing/test-region.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { mapsWithTraffic } from '../../traffic/traffic-factors.ts'
import { fastestOf, mapsConformance } from './conformance.ts'
import { CurrentRegion } from './current-region.ts'
import { embeddedMaps } from './embedded-maps.ts'
import { montevideoQueries } from './montevideo-queries.ts'

const { connection } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 4 })
const { dir } = await testMontevideo()
await buildRegion({ source: { kind: 'montevideo' }, dir, sql: pool, progress: () => undefined })
const secret = Buffer.alloc(32, 1)
const failures: unknown[] = []
const maps = embeddedMaps(await CurrentRegion.open({ dir, sql: pool, secret }, (error) => failures.push(error)))
afterAll(async () => {
  await maps.close()
  await pool.end()
  expect(failures).toEqual([])
})

const plaza = { lat: -34.9066, lng: -56.1996 }
const terminal = { lat: -34.8938, lng: -56.166 }
const london = { lat: 51.5, lng: -0.12 }
const sea = { lat: -34.965, lng: -56.2 }

mapsConformance('the embedded engine', {
  routing: maps,
  matching: maps,
  search: maps,
  a: plaza,
  b: terminal,
  sea,
  abroad: london,
  abroadFails: 'OUT_OF_REGION',
  seaFails: 'NO_SEGMENT',
  places: { typed: '18 de jul', finds: '18 de Julio', country: 'UY' },
  weighsTurns: true,
})

test('nine of ten typed queries find the place first, all among the first three', { timeout: 180_000 }, async () => {
  const missed: string[] = []
  let first = 0
  for (const [typed, wanted] of montevideoQueries) {
    const found = (await maps.autocomplete({ keyword: typed })).map(
      (suggestion) => suggestion.structured_formatting.main_text,
    )
    const place = found.findIndex((text) => wanted.test(text))
    if (place === 0) first++
    if (place < 0 || place > 2) missed.push(`${typed}: ${found.slice(0, 3).join(' | ')}`)
  }
  expect(missed).toEqual([])
  expect(montevideoQueries.length).toBeGreaterThanOrEqual(40)
  expect(first / montevideoQueries.length).toBeGreaterThanOrEqual(0.9)
})

describe('autocomplete', () => {
  test('a suggestion has the documented shape and marks what was typed [places-1]', async () => {
    const [best, ...others] = await maps.autocomplete({ keyword: '18 de jul' })
    expect(others.length).toBeLessThanOrEqual(7)
    const { main_text, main_text_matched_substrings, secondary_text } = best!.structured_formatting
    expect(best!.description).toBe(`${main_text}, ${secondary_text}`)
    expect(main_text_matched_substrings.map(({ offset, length }) => main_text.slice(offset, offset + length))).toEqual([
      '18',
      'de',
      'Jul',
    ])
  })

  test('near decides between equal names', async () => {
    const distanceTo = async (near: typeof plaza) => {
      const [best] = await maps.autocomplete({ keyword: 'farmashop', near })
      const at = await maps.coords(best!.place_id)
      return Math.hypot(at.lat - near.lat, at.lng - near.lng)
    }
    expect(await distanceTo(plaza)).toBeLessThan(0.02)
    expect(await distanceTo({ lat: -34.8835, lng: -56.057 })).toBeLessThan(0.03)
  })

  test('a foreign country finds nothing; the region’s, in either letter case, and none find places [places-2]', async () => {
    for (const country of ['UY', 'uy', ''])
      expect(await maps.autocomplete({ keyword: 'pocitos', country })).not.toEqual([])
    expect(await maps.autocomplete({ keyword: 'pocitos', country: 'AR' })).toEqual([])
  })

  test.each([
    [''],
    ['   '],
    ["'; drop schema geo cascade; --"],
    ['\\'],
    ["a' | 'b"],
    ['%%%___'],
    ['🚕🚕'],
    ['x'.repeat(500)],
    ['شارع'],
    ['!:*&|()'],
  ])('strange input %j does no harm', async (keyword) => {
    expect(await maps.autocomplete({ keyword })).toBeInstanceOf(Array)
  })
})

describe('place ids', () => {
  test('a suggestion’s place is at its coordinates', async () => {
    const [best] = await maps.autocomplete({ keyword: '18 de julio 1234' })
    expect(await maps.coords(best!.place_id)).toEqual({
      lat: expect.closeTo(-34.9059, 3),
      lng: expect.closeTo(-56.1894, 3),
      label: best!.description,
    })
  })

  test('refuses a place id of another installation or with a changed letter', async () => {
    const other = embeddedMaps(
      await CurrentRegion.open({ dir, sql: pool, secret: Buffer.alloc(32, 2) }, () => undefined),
    )
    const [theirs] = await other.autocomplete({ keyword: 'pocitos' })
    await other.close()
    const [ours] = await maps.autocomplete({ keyword: 'pocitos' })
    const changed = `${ours!.place_id[0] === 'A' ? 'B' : 'A'}${ours!.place_id.slice(1)}`
    for (const bad of [theirs!.place_id, changed, '', 'ChIJ'])
      await expect(maps.coords(bad)).rejects.toMatchObject({ name: 'MapsError', code: 'BAD_INPUT' })
  })
})

describe('routes', () => {
  test('a route has length, time and a line from end to end', async () => {
    const { distance, duration, coords, polylinePoints } = await maps.route(plaza, terminal)
    expect(distance).toBeGreaterThan(3.4)
    expect(distance).toBeLessThan(6)
    expect(Number.isInteger(duration)).toBe(true)
    expect(distance / (duration / 3600)).toBeGreaterThan(15)
    expect(distance / (duration / 3600)).toBeLessThan(70)
    expect(coords.at(-1)).toEqual({ lat: expect.closeTo(terminal.lat, 2), lng: expect.closeTo(terminal.lng, 2) })
    expect(polylinePoints.length).toBeGreaterThan(20)
    expect(await maps.driveTime(plaza, terminal)).toMatchObject({
      distance_in_km: distance,
      duration_in_secs: duration,
    })
  })

  test('the matrix keeps the order of sources and targets and has null where there is no road [design/maps-83]', async () => {
    const found = await maps.matrix([terminal, sea, plaza, london], [sea, plaza, terminal])
    const zero = { distance_in_km: 0, duration_in_secs: 0 }
    expect(found).toMatchObject([
      [null, fastestOf(await maps.driveTime(terminal, plaza)), zero],
      [null, null, null],
      [null, zero, fastestOf(await maps.driveTime(plaza, terminal))],
      [null, null, null],
    ])
    expect(await maps.matrix([], [plaza])).toEqual([])
    expect(await maps.matrix([plaza], [])).toEqual([[]])
  })

  test('a matrix of 50 × 50, with the roads of its points, is within its bar [design/maps-83]', async () => {
    const spots = Array.from({ length: 50 }, (_, i) => ({ lat: -34.9 + (i % 7) * 0.005, lng: -56.19 + i * 0.002 }))
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const began = performance.now()
      await maps.matrix(spots, spots.toReversed())
      times.push(performance.now() - began)
    }
    // 50 ms on a quiet machine; other tests run beside this one
    expect(Math.min(...times)).toBeLessThan(50 * 4)
  })

  test.each([
    ['a place abroad', london, 'OUT_OF_REGION'],
    ['the open sea', sea, 'NO_SEGMENT'],
    ['no number', { lat: NaN, lng: -56 }, 'BAD_INPUT'],
    ['latitude 91', { lat: 91, lng: -56 }, 'BAD_INPUT'],
    ['longitude 181', { lat: -34.9, lng: 181 }, 'BAD_INPUT'],
  ])('%s is refused', async (_, point, code) => {
    const error = { name: 'MapsError', code }
    await expect(maps.route(plaza, point)).rejects.toMatchObject(error)
    await expect(maps.route(point, plaza)).rejects.toMatchObject(error)
    await expect(maps.driveTime(point, plaza)).rejects.toMatchObject(error)
    const matrix = maps.matrix([plaza], [point])
    if (code === 'BAD_INPUT') await expect(matrix).rejects.toMatchObject(error)
    else expect(await matrix).toEqual([[null]])
  })
})

const parts = (address: string): string[] => /^(.*) (\d+), (.*)$/.exec(address) ?? []

describe('addresses', () => {
  test('the coordinates of a house give its street, and a number of the same building', async () => {
    const numbers = [
      '18 de julio 1234',
      'canelones 1830',
      'avenida italia 3318',
      'luis alberto de herrera 1290',
      'agraciada 3250',
      'colonia 1820',
      'benito blanco 1000',
      'comercio 1900',
      'joaquin requena 1500',
      'bulevar españa 2500',
      'turquia 3358',
      'fray bentos 4036',
      'mateo cabral 3789',
      'soriano 914',
      'patagonia 4107',
      'novara 3592',
    ]
    let known = 0
    const wrong: string[] = []
    for (const keyword of numbers) {
      const [best] = await maps.autocomplete({ keyword })
      // The spot of a number that is not on the map is an estimate.
      if (best!.approximate) continue
      known++
      const address = await maps.address(await maps.coords(best!.place_id))
      const [, street, number, where] = parts(best!.description)
      const [, sameStreet, other, sameWhere] = parts(address)
      // Doors of one building share coordinates in the data: 1824, 1826, 1828.
      const same = street === sameStreet && where === sameWhere && Math.abs(Number(number) - Number(other)) <= 20
      if (!same) wrong.push(`${best!.description}: ${address}`)
    }
    expect(known).toBeGreaterThanOrEqual(8)
    // A house on a corner may be nearer to the other street.
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1)
  })

  test('far from any street: the suburb; far from everything: an error', async () => {
    expect(await maps.address(plaza)).toMatch(/Ciudad Vieja|Centro/)
    await expect(maps.address(london)).rejects.toMatchObject({ code: 'OUT_OF_REGION' })
  })
})

describe('driven distance', () => {
  test('is measured along the driven roads', async () => {
    const { distance, coords } = await maps.route(plaza, terminal)
    const fixes = coords.map((point, i) => ({ ...point, at: 1e12 + i * 20_000 }))
    const matched = await maps.matchedDistance(fixes)
    expect(matched.distance_in_km / distance).toBeCloseTo(1, 1)
    // A fix from another country is an error of the device.
    const wild = await maps.matchedDistance([
      ...fixes.slice(0, 3),
      { ...london, at: fixes[3]!.at - 1 },
      ...fixes.slice(3),
    ])
    expect(wild.distance_in_km).toBeCloseTo(matched.distance_in_km, 3)
  })

  test.each([
    ['one fix', [{ ...plaza, at: 0 }], 'BAD_INPUT'],
    ['501 fixes', Array.from({ length: 501 }, () => ({ ...plaza, at: 0 })), 'BAD_INPUT'],
    [
      'a fix without a place',
      [
        { ...plaza, at: 0 },
        { lat: Infinity, lng: 0, at: 1 },
      ],
      'BAD_INPUT',
    ],
    [
      'abroad',
      [
        { ...london, at: 0 },
        { ...london, at: 1 },
      ],
      'OUT_OF_REGION',
    ],
    [
      'at sea',
      [
        { ...sea, at: 0 },
        { ...sea, at: 1 },
      ],
      'NO_SEGMENT',
    ],
  ])('%s is refused', async (_, fixes, code) => {
    await expect(maps.matchedDistance(fixes)).rejects.toMatchObject({ name: 'MapsError', code })
  })
})

test('the region names its place and the source of its data', () => {
  expect(maps.region()).toEqual({
    name: 'Montevideo',
    boxes: [[-56.3378906, -34.9341874, -55.9863281, -34.8138033]],
    center: { lat: expect.closeTo(-34.906, 2), lng: expect.closeTo(-56.191, 2) },
    date: '2017-12-04',
    attribution: '© OpenStreetMap contributors',
    countries: ['UY'],
  })
})

test('tiles are gzipped with an ETag; outside the region there are none', async () => {
  const tile = await maps.tile(12, 1409, 2472)
  expect(gunzipSync(tile!.gzip).length).toBeGreaterThan(10_000)
  expect(tile!.etag).toMatch(/^"[\w-]+"$/)
  for (const [z, x, y] of [[12, 0, 0], [3, 0, 0], [15, 0, 0], [12, 4096, 0], [12, -1, 0], [12.5, 1, 1], [NaN, 1, 1]] as const)
    expect(await maps.tile(z, x, y)).toBeNull() // prettier-ignore
})

test('a lost database is UPSTREAM, never another error', async () => {
  const dead = new pg.Pool({ ...connection, max: 1 })
  const other = embeddedMaps(await CurrentRegion.open({ dir, sql: dead, secret }, () => undefined))
  await dead.end()
  await expect(other.autocomplete({ keyword: 'pocitos' })).rejects.toMatchObject({
    name: 'MapsError',
    code: 'UPSTREAM',
  })
  await other.close()
})

describe('seconds without traffic [design/maps-112]', () => {
  const total = (free: object | undefined) =>
    Object.values(free ?? {}).reduce((sum: number, part: number) => sum + part, 0)

  test('add up to the duration in routes, drive times and the matrix, which has no classes', async () => {
    const route = await maps.route(plaza, terminal)
    expect(Math.abs(total(route.free) - route.duration)).toBeLessThan(1)
    expect(route.free).toMatchObject({ mixed: 0, ferry: 0 })
    const drive = await maps.driveTime(plaza, terminal)
    expect(drive.free).toEqual(route.free)
    const [[cell] = []] = await maps.matrix([plaza], [terminal])
    expect(cell!.free).toEqual({ motorway: 0, main: 0, street: 0, mixed: cell!.duration_in_secs, ferry: 0 })
  })

  test('the same factor for all roads multiplies route and matrix; else the matrix lies between the classes', async () => {
    const row = (factor: number) => Array.from({ length: 168 }, () => ({ factor, spread: 0 }))
    const at = (motorway: number, main: number, street: number, mixed: number) =>
      mapsWithTraffic(maps, {
        current: async () => ({
          timezone: 'America/Montevideo',
          motorway: row(motorway),
          main: row(main),
          street: row(street),
          mixed: row(mixed),
        }),
      })
    const same = at(1.5, 1.5, 1.5, 1.5)
    const route = await same.route(plaza, terminal)
    const [[cell] = []] = await same.matrix([plaza], [terminal])
    const [[freeCell] = []] = await maps.matrix([plaza], [terminal])
    expect(Math.abs(cell!.duration_in_secs - 1.5 * freeCell!.duration_in_secs)).toBeLessThanOrEqual(1)
    expect(route.duration).toBeCloseTo(1.5 * (await maps.route(plaza, terminal)).duration, -1)
    const mixed = at(1, 2, 1.2, 1.6)
    const free = (await maps.driveTime(plaza, terminal)).duration_in_secs
    const [[between] = []] = await mixed.matrix([plaza], [terminal])
    const { duration_in_secs } = await mixed.driveTime(plaza, terminal)
    for (const seconds of [between!.duration_in_secs, duration_in_secs]) {
      expect(seconds).toBeGreaterThanOrEqual(free)
      expect(seconds).toBeLessThanOrEqual(2 * free)
    }
    // The route stays the one that is fastest without traffic.
    expect((await mixed.route(plaza, terminal)).polylinePoints).toBe((await maps.route(plaza, terminal)).polylinePoints)
  })

  test('a track has stretches with times, as the port says', async () => {
    const { coords } = await maps.route(plaza, terminal)
    const fixes = coords.map(({ lat, lng }, i) => ({ lat, lng, at: 1e12 + i * 20_000, accuracy: 8 }))
    const stretches = await maps.stretches!(fixes)
    expect(stretches.length).toBeGreaterThan(3)
    for (const { from, to, free } of stretches) {
      expect(to).toBeGreaterThan(from)
      expect(total(free)).toBeGreaterThan(0)
    }
    await expect(maps.stretches!([])).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
})
