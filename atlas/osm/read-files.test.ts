import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cutExtract, WORLD } from '../testing/cut-extract.ts'
import { harbourTown, TOWN_BOX } from '../testing/harbour-town.ts'
import type { OsmNode } from './osm-data.ts'
import type { Bbox } from './read-osm.ts'
import { readOsm } from './read-osm.ts'
import { writePbf } from './write-pbf.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

const contentOf = (paths: readonly string[], bbox?: Bbox) => {
  const map = readOsm(paths, bbox)
  return {
    ways: [...map.ways].map(({ id, tags, nodes }) => ({ id, tags, places: [...nodes] })),
    nodes: [...map.nodes],
    relations: [...map.relations],
    columns: [[...map.ids], [...map.lat], [...map.lng]],
  }
}

const town = harbourTown(at('town.osm.pbf'))
const [west, south, east, north] = WORLD
const middle = 2.0652
const halves = [
  cutExtract(town, at('west.osm.pbf'), [west, south, middle, north]),
  cutExtract(town, at('east.osm.pbf'), [middle, south, east, north]),
]

// [design/maps-120]
test('two halves of a map give the whole map, in any order and with a third file that overlaps both', () => {
  const whole = contentOf([town])
  expect(whole.ways.length).toBeGreaterThan(30)
  expect(contentOf([halves[0]!]).ways.length).toBeLessThan(whole.ways.length)
  expect(contentOf(halves)).toEqual(whole)
  expect(contentOf(halves.toReversed())).toEqual(whole)
  const across = cutExtract(town, at('across.osm.pbf'), [2.05, south, 2.07, north])
  expect(contentOf([across, ...halves])).toEqual(whole)
})

test('a file given twice counts once', () => {
  expect(contentOf([town, town])).toEqual(contentOf([town]))
})

test('a bbox applies to all files together', () => {
  const box = [2.06, 1, 2.09, 1.04] as const
  const cut = contentOf([town], box)
  expect(cut.ways.length).toBeLessThan(contentOf([town]).ways.length)
  expect(contentOf(halves, box)).toEqual(cut)
})

test('reports which files contain a node, newest file first', () => {
  const map = readOsm(halves)
  expect(map.files.map(({ date, box }) => [date, box])).toEqual([
    ['2024-05-01', [TOWN_BOX[0], TOWN_BOX[1], middle, TOWN_BOX[3]]],
    ['2024-05-01', [middle, TOWN_BOX[1], TOWN_BOX[2], TOWN_BOX[3]]],
  ])
  const bits = new Set(Array.from(map.ids, (_, place) => map.filesAt(place)))
  expect(bits).toEqual(new Set([1, 2, 3]))
})

/** A street from node 1 to node 2 and a shop. */
const version = (name: string, seconds: number, called: string, lng: number, more: readonly number[] = []): string => {
  const nodes: OsmNode[] = [
    { id: 1, lat: 0, lng, tags: { highway: 'crossing', name: called } },
    { id: 2, lat: 0, lng: 50_000, tags: {} },
    { id: 3, lat: 900, lng, tags: { shop: 'bakery', name: called } },
    ...more.map((id) => ({ id, lat: 0, lng: id * 10_000, tags: {} })),
  ]
  const street = { id: 7, refs: [1, 2], tags: { highway: 'residential', name: called } }
  const extra = more.map((id) => ({ id, refs: [2, id], tags: { highway: 'service' } }))
  const turn = { id: 5, tags: { type: 'restriction', restriction: called }, members: [] }
  writePbf(at(name), nodes, [street, ...extra], seconds, [turn])
  return at(name)
}

test('an object in several files is taken from the newest file, in any order', () => {
  const old = version('old.osm.pbf', Date.UTC(2020, 0, 1) / 1000, 'Old', 10_000, [8, 9])
  const now = version('new.osm.pbf', Date.UTC(2024, 0, 1) / 1000, 'New', 20_000, [9])
  const undated = version('undated.osm.pbf', 0, 'Undated', 30_000)
  for (const paths of [[undated, old, now], [now, old, undated], [old, now, undated]]) {
    const map = readOsm(paths)
    expect(map.files.map(({ date }) => date)).toEqual(['2024-01-01', '2020-01-01', undefined])
    expect([...map.ways].map(({ id, tags }) => [id, tags['name']])).toEqual([[7, 'New'], [8, undefined], [9, undefined]])
    expect([...map.nodes].map(({ id, lng, tags }) => [id, lng, tags['name']])).toEqual([[1, 20_000, 'New'], [3, 20_000, 'New']])
    expect(map.lng[0]).toBe(20_000)
    expect([...map.relations].map(({ tags }) => tags['restriction'])).toEqual(['New'])
  }
}) // prettier-ignore

test('a street that was removed in the newest file is not taken from an older one', () => {
  const nodes = [1, 2].map((id) => ({ id, lat: 0, lng: id * 10_000, tags: {} }))
  const way = (tags: Record<string, string>) => [{ id: 7, refs: [1, 2], tags }]
  writePbf(at('road.osm.pbf'), nodes, way({ highway: 'service' }), Date.UTC(2020, 0, 1) / 1000)
  writePbf(at('razed.osm.pbf'), nodes, way({ 'razed:highway': 'service' }), Date.UTC(2024, 0, 1) / 1000)
  expect([...readOsm([at('road.osm.pbf'), at('razed.osm.pbf')]).ways]).toEqual([])
})

test('unsorted ids of a file are sorted in the map', () => {
  // Bit patterns of ids above 2^31 must not be compared as integers.
  const file = version('high.osm.pbf', 1, 'High', 10_000, [9_999_999_999])
  const map = readOsm([version('low.osm.pbf', 2, 'Low', 10_000, [4_000_000_000]), file])
  const ways = [...map.ways].map(({ id }) => id)
  expect(ways).toEqual([7, 4_000_000_000, 9_999_999_999])
})
