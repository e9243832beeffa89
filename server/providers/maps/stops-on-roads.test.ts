import { expect, test } from 'vitest'
import type { WayToWrite } from '../../../atlas/osm/write-pbf.ts'
import { columnOf, gridNodes, openMadeUpRegion, rowOf } from './testing/made-up-region.ts'

const size = 12
/** Degrees, by rows and columns of the grid. */
const at = (row: number, column: number) => ({ lat: 1 + row / 1000, lng: 2 + column / 1000 })
const node = (id: number, row: number, column: number) => {
  const { lat, lng } = at(row, column)
  return { id, lat: Math.round(lat * 1e7), lng: Math.round(lng * 1e7), tags: {} }
}
const streets: WayToWrite[] = Array.from({ length: size }, (_, k) => [
  { id: 2 * k + 1, refs: rowOf(size, k), tags: { highway: 'residential', name: `Row ${k}` } },
  { id: 2 * k + 2, refs: columnOf(size, k), tags: { highway: 'residential', name: `Column ${k}` } },
]).flat()
const idOf = (row: number, column: number): number => rowOf(size, row)[column]!

/** A tunnel between Row 2 and Row 3, nearer to Row 2, and a motorway to the east beyond Row 11. */
const more = [node(1001, 2.4, 3), node(1002, 2.4, 6), node(1003, 12, 1), node(1004, 12, 10)]
const tunnel: WayToWrite = {
  id: 901,
  refs: [idOf(2, 2), 1001, 1002, idOf(2, 7)],
  tags: { highway: 'primary', name: 'Tunnel Road', tunnel: 'yes' },
}
const motorway: WayToWrite = {
  id: 902,
  refs: [idOf(11, 0), 1003, 1004, idOf(11, 11)],
  tags: { highway: 'motorway', name: 'Motorway' },
}
const town = { id: 2000, lat: 10_000_000, lng: 20_000_000, tags: { place: 'town', name: 'Town' } }
const region = await openMadeUpRegion(
  import.meta.url,
  [...gridNodes(size), ...more, town],
  [...streets, tunnel, motorway],
)

// [design/maps-127]
test('a pickup or drop above a tunnel is on the street beside it', () => {
  const above = at(2.39, 4.5)
  const far = at(0, 4.5)
  expect(region.route(far, above).line.at(-1)).toMatchObject({ lat: expect.closeTo(1.002, 6) })
  expect(region.route(above, far).line[0]).toMatchObject({ lat: expect.closeTo(1.002, 6) })
})

// [design/maps-127]
test('a pickup or drop beside a motorway is on the street nearby', () => {
  const beside = at(11.7, 5.5)
  const far = at(9, 5.5)
  expect(region.route(far, beside).line.at(-1)).toMatchObject({ lat: expect.closeTo(1.011, 6) })
  expect(region.route(beside, far).line[0]).toMatchObject({ lat: expect.closeTo(1.011, 6) })
  expect(region.matrix([far], [beside])[0]![0]!.km).toBeCloseTo(region.route(far, beside).km, 3)
})

// [design/maps-127]
test('a car on a motorway stays on it', () => {
  const car = at(12, 5.5)
  const behind = at(11, 4.5)
  const drives = [region.route(car, behind), region.drive(car, behind), region.matrix([car], [behind])[0]![0]!]
  for (const { km } of drives) expect(km).toBeGreaterThan(1)
})

test('on a motorway the road to meet a car is a street [design/maps-51]', async () => {
  const { address, road } = await region.locate(at(12, 5.6))
  expect(address).toMatch(/^Motorway/)
  expect(road).toMatchObject({ street: 'Row 11' })
})

test('a track through a tunnel is measured in the tunnel', async () => {
  const path = [at(2, 2), at(2.4, 3), at(2.4, 4), at(2.4, 5), at(2.4, 6), at(2, 7)]
  const { metres } = await region.match(path.map((spot, i) => ({ ...spot, at: 1e12 + i * 12_000, accuracy: 5 })))
  const ends = 2 * Math.hypot(0.4, 1)
  expect(metres / 111.2).toBeCloseTo(ends + 3, 1)
})
