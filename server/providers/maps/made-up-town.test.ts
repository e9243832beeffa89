import { expect, test } from 'vitest'
import type { Tags } from '../../../atlas/osm/osm-data.ts'
import type { WayToWrite } from '../../../atlas/osm/write-pbf.ts'
import { columnOf, gridNodes, openMadeUpRegion, rowOf } from './testing/made-up-region.ts'

const size = 12
const ways: WayToWrite[] = Array.from({ length: size }, (_, k) => [
  {
    id: 2 * k + 1,
    refs: rowOf(size, k),
    tags: { highway: k === 3 ? 'pedestrian' : 'residential', name: k === 0 ? 'Long Street' : `Side Street ${k}` },
  },
  { id: 2 * k + 2, refs: columnOf(size, k), tags: { highway: 'residential' } },
]).flat()
/** Along Long Street, some metres north of it. */
const house = (id: number, metresEast: number, number: string, street = 'Long Street', more: Tags = {}) => ({
  id,
  lat: 10_000_900,
  lng: 20_000_000 + metresEast * 90,
  tags: { 'addr:street': street, 'addr:housenumber': number, ...more },
})
const houses = [
  house(1001, 100, '10'),
  house(1002, 140, '12-16'),
  house(1003, 180, '20'),
  house(1004, 300, '40'),
  house(1005, 500, '٦٠'),
  house(1006, 600, '70a'),
  house(1007, 700, '1358,1360'),
  house(1008, 720, '١٣٧٠،١٣٧٢'),
]
const labels = ['12', '12/1', '12/A', '14-B', '16к1', '16к3', '71-5', '71-21', '71A-21', '7-35', '80-84', '705/16']
const crossHouses = labels.map((label, i) => house(1100 + i, 100 * i, label, 'Side Street 1'))
/** As in Czechia and Slovakia: the number of the district, then the number in the street. */
const twoNumbers = ['16/44', '705/16', '811/18a'].map((label, i) =>
  house(1200 + i, 100 * i, label, 'Side Street 2', { 'addr:streetnumber': label.split('/')[1]! }),
)
const line: WayToWrite = { id: 900, refs: [1004, 1005], tags: { 'addr:interpolation': 'even' } }
const town = {
  id: 2000,
  lat: 10_000_000,
  lng: 20_000_000,
  tags: { place: 'town', name: 'Town', 'name:de': 'Stadtheim', old_name: 'Oldham' },
}
/** Corners of squares: south-west, south-east, north-east, north-west. */
const square = (id: number, west: number, south: number, side: number) =>
  [[0, 0], [0, side], [side, side], [side, 0]].map(([north, east], i) => ({
    id: id + i,
    lat: south + north!,
    lng: west + east!,
    tags: {},
  })) // prettier-ignore
const border: WayToWrite = { id: 910, refs: [2010, 2011, 2012, 2013, 2010], tags: {} }
const municipality = {
  id: 931,
  tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Town', 'name:it': 'Borgonovo' },
  members: [{ kind: 'way' as const, ref: 910, role: 'outer' }],
}
/** Its outline is two ways, so the address is on the relation. */
const halves: WayToWrite[] = [
  { id: 920, refs: [2020, 2021, 2022], tags: {} },
  { id: 921, refs: [2022, 2023, 2020], tags: {} },
]
const building = {
  id: 930,
  tags: { type: 'multipolygon', building: 'yes', 'addr:street': 'Long Street', 'addr:housenumber': '98' },
  members: halves.map(({ id }) => ({ kind: 'way' as const, ref: id, role: 'outer' })),
}
/** Two streets of one name; the longer one, which is more important, is farther from the centre. */
const twins: WayToWrite[] = [5, 9].map((row, i) => ({
  id: 940 + i,
  refs: rowOf(size, row).slice(row === 5 ? 1 : 0),
  tags: { highway: 'residential', name: 'Twin Street' },
}))
const region = await openMadeUpRegion(
  import.meta.url,
  [
    ...gridNodes(size),
    ...houses,
    ...crossHouses,
    ...twoNumbers,
    town,
    ...square(2010, 19_900_000, 9_900_000, 1_000_000),
    ...square(2020, 20_072_000, 10_000_900, 2000),
  ],
  [...ways, line, border, ...halves, ...twins],
  [building, municipality],
)

// [design/maps-47]
test.each([
  ['long street 10', 'Long Street 10', false],
  ['long street 14', 'Long Street 12-16', false],
  ['long street 12-16', 'Long Street 12-16', false],
  ['long street 70 A', 'Long Street 70a', false],
  ['long street 1360', 'Long Street 1360', false],
  ['long street 1372', 'Long Street ١٣٧٢', false],
  // on the line of an interpolation, and between two houses
  ['long street 50', 'Long Street 50', true],
  ['long street 30', 'Long Street 30', true],
])('%s finds %s, approximate: %s', async (text, main, approximate) => {
  const [first] = await region.autocomplete(text)
  expect([first?.structured_formatting.main_text, first?.approximate ?? false]).toEqual([main, approximate])
})

// [design/maps-125]
test.each(labels)('the number %s finds its house first', async (label) => {
  const [first] = await region.autocomplete(`side street 1, ${label}`)
  expect([first?.structured_formatting.main_text, first?.approximate]).toEqual([`Side Street 1 ${label}`, undefined])
})

// [design/maps-125]
test.each([
  ['side street 1, 12A', '12/A', false],
  ['side street 1, 14b', '14-B', false],
  ['side street 1, 16 корпус 3', '16к3', false],
  ['side street 1, д. 16, корп. 1', '16к1', false],
  // other houses with the same first number
  ['side street 1, 12/2', '12', true],
  ['side street 1, 16к2', '16к1', true],
  ['side street 1 no. 71-9', '71-5', true],
  ['side street 1 no. 7-21', '7-35', true],
])('%s finds %s, approximate: %s', async (text, label, approximate) => {
  const [first] = await region.autocomplete(text)
  expect([first?.structured_formatting.main_text, first?.approximate ?? false]).toEqual([
    `Side Street 1 ${label}`,
    approximate,
  ])
})

// [design/maps-132]
test.each([
  'long street 10, apto 302',
  'Long Street 10, Town, 2nd floor',
  'Apt 4B, 10 Long Street, Town',
  'long street 10, esq. side street 4',
  'long street 10 (green door)',
  'long street 10 (green door), Town',
  'long street 10, opposite the bank',
])('%s finds Long Street 10', async (text) => {
  const [first] = await region.autocomplete(text)
  expect(first?.structured_formatting.main_text).toBe('Long Street 10')
})

test('a word behind a comma that is no flat and no note names another town [design/maps-45]', async () => {
  expect(await region.autocomplete('long street 10, Elsewhere')).toEqual([])
})

// [design/maps-128]
test.each([
  ['side street 2, 16', '705/16', false],
  ['side street 2, 705/16', '705/16', false],
  ['side street 2, 705', '705/16', false],
  ['side street 2, 44', '16/44', false],
  ['side street 2, 18a', '811/18a', false],
  // the nearest number, which is another house
  ['side street 2, 120', '16/44', true],
])('%s finds %s, approximate: %s', async (text, label, approximate) => {
  const [first] = await region.autocomplete(text)
  expect([first?.structured_formatting.main_text, first?.approximate ?? false]).toEqual([
    `Side Street 2 ${label}`,
    approximate,
  ])
})

test('the address of a multipolygon is in the middle of its outline [design/maps-47]', async () => {
  const [first] = await region.autocomplete('long street 98')
  expect(first).toMatchObject({ structured_formatting: { main_text: 'Long Street 98' } })
  expect(first?.approximate).toBe(undefined)
  expect(region.place(first!.place_id).lat).toBeCloseTo(1.00019, 4)
})

test.each(['Stadtheim', 'Oldham', 'Borgonovo'])(
  'the town is also %s behind a street [design/maps-42]',
  async (name) => {
    const [first] = await region.autocomplete(`Long Street 10, ${name}`)
    expect(first?.structured_formatting.main_text).toBe('Long Street 10')
  },
)

test('of streets of one name the one nearest to the centre of the map is first [design/maps-122]', async () => {
  const latOf = async (near?: { lat: number; lng: number }) =>
    region.place((await region.autocomplete('twin street', { near }))[0]!.place_id).lat
  expect(await latOf()).toBeCloseTo(1.005, 4)
  expect(await latOf({ lat: 1.009, lng: 2.005 })).toBeCloseTo(1.009, 4)
})

test('a number on an interpolation lies on its line, in the share of the numbers [design/maps-47]', async () => {
  const [first] = await region.autocomplete('long street 50')
  const { lat, lng } = region.place(first!.place_id)
  expect(lat).toBeCloseTo(1.00009, 4)
  expect(lng).toBeCloseTo(2 + 400 * 9e-6, 3)
})

test('a spot in a street without cars has the nearest named road to meet the car on [design/maps-51]', async () => {
  const { address, road } = await region.locate({ lat: 1.0031, lng: 2.0055 })
  expect(address).toMatch(/^Side Street 3/)
  expect(road).toMatchObject({ street: 'Side Street 4', lng: 2.0055 })
  expect(road?.lat).toBeCloseTo(1.004, 6)
  expect(road?.metres).toBeCloseTo(100, -1)
  expect((await region.locate({ lat: 1.0041, lng: 2.0055 })).road).toBe(null)
})
