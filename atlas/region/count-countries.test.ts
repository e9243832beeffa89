import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readOsm } from '../osm/read-osm.ts'
import { writePbf } from '../osm/write-pbf.ts'
import { extractFile } from '../testing/test-region.ts'
import { countriesOf } from './count-countries.ts'

const folder = mkdtempSync(join(tmpdir(), 'countries-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Spot {
  readonly lat: number
  readonly lng: number
  readonly country?: string
  readonly name?: string
}
/** A house at each spot, or a named place where it has a name. */
const countries = (spots: readonly Spot[], middle: readonly [lat: number, lng: number] = [1, 2]): string[] => {
  const file = join(folder, 'map.osm.pbf')
  const nodes = spots.map(({ lat, lng, country, name }, i) => ({
    id: i + 1,
    lat: Math.round(lat * 1e7),
    lng: Math.round(lng * 1e7),
    tags: {
      ...(name === undefined ? { 'addr:housenumber': `${i + 1}`, 'addr:street': 'Street' } : { name, amenity: 'cafe' }),
      ...(country === undefined ? {} : { 'addr:country': country }),
    },
  }))
  writePbf(file, nodes, [], 0)
  const [lat, lng] = middle
  return countriesOf(readOsm([file], undefined, () => undefined), [lng, lat, lng, lat])
} // prettier-ignore

const basel = { lat: 47.558, lng: 7.588 }
const weil = { lat: 47.595, lng: 7.62 }

// [design/maps-100]
test('a map of two countries names both, the one with most addresses first', () => {
  expect(countries([weil, basel, weil])).toEqual(['DE', 'CH'])
  expect(countries([basel, weil, basel])).toEqual(['CH', 'DE'])
  // Below 1 % it is the edge of the extract.
  expect(countries([...Array.from({ length: 150 }, () => basel), weil])).toEqual(['CH'])
})

test('addr:country counts when it is an ISO code', () => {
  expect(countries([{ ...basel, country: 'fr' }])).toEqual(['FR'])
  expect(countries([{ ...basel, country: 'Schweiz' }])).toEqual(['CH'])
  expect(countries([{ lat: 51.5, lng: -0.1, country: 'UK' }])).toEqual(['GB'])
})

test('a territory with an ISO code keeps it', () => {
  expect(countries([{ lat: 18.46, lng: -66.1 }])).toEqual(['PR'])
  expect(countries([{ lat: 35.89, lng: -5.31 }])).toEqual(['ES'])
})

test('without addresses the other places count, then the middle of the map; at sea there is no country', () => {
  expect(countries([{ ...weil, name: 'Cafe', country: 'CH' }], [41.15, -8.61])).toEqual(['CH'])
  expect(countries([{ ...weil, name: 'Cafe' }], [41.15, -8.61])).toEqual(['PT'])
  expect(countries([])).toEqual([])
})

for (const [name, expected] of [['porto', ['PT']], ['liechtenstein', ['LI', 'AT']]] as const) {
  const file = extractFile(`${name}.osm.pbf`)
  if (!existsSync(file)) process.stdout.write(`The extract of ${name} is not here: its country is not checked.\n`)
  test.skipIf(!existsSync(file))(`the extract of ${name} is in ${expected[0]}`, () => {
    const box = { porto: [-8.7, 41.1, -8.5, 41.2], liechtenstein: [9.47, 47.05, 9.64, 47.27] } as const
    expect(countriesOf(readOsm([file], undefined, () => undefined), box[name])).toEqual(expected)
  })
} // prettier-ignore
