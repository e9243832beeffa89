import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { collectRoads, graphOf } from '../graph/build-graph.ts'
import { readOsm } from '../osm/read-osm.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { Router } from '../route/router.ts'
import { Snapper } from '../route/snap.ts'
import { cutExtract, WORLD } from '../testing/cut-extract.ts'
import { harbourTown } from '../testing/harbour-town.ts'
import { outlineOf } from './boxes.ts'
import { centerOf, extentsOf, mostAddressesFirst, roadBoxes } from './describe-region.ts'
import { checkGraph } from './validate-graph.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const [west, south, east, north] = WORLD

const town = harbourTown(at('town.osm.pbf'))
/** The same town 5° further east, with other objects. */
const far = cutExtract(town, at('far.osm.pbf'), WORLD, { ids: 1e6, east: 5 })
const pairOf = (paths: readonly string[]) => {
  const graph = graphOf(collectRoads(readOsm(paths)))
  const snapper = new Snapper(graph)
  const router = new Router(graph)
  const route = (from: readonly [number, number], to: readonly [number, number]) => {
    const [a, b] = [from, to].map(([lng, lat]) => snapper.nearest(lat * 1e7, lng * 1e7, 1000))
    return a && b && router.route(a, b)
  }
  return { graph, route }
}

// [design/maps-121]
test('two separate towns keep their roads and have no route between them', () => {
  const { graph, route } = pairOf([town, far])
  const single = pairOf([town])
  expect(graph.edgeWays).toHaveLength(2 * single.graph.edgeWays.length)
  expect(new Set(graph.edgePart)).toEqual(new Set([0, 1]))
  const there = single.route([2.0401, 1.0101], [2.0899, 1.0599])!
  for (const lng of [2.04, 7.04]) {
    const trip = route([lng + 0.0001, 1.0101], [lng + 0.0499, 1.0599])!
    expect([trip.time, trip.length].map(Math.round)).toEqual([there.time, there.length].map(Math.round))
  }
  expect(route([2.0401, 1.0101], [7.0899, 1.0599])).toBeUndefined()
  expect(checkGraph(graph)).toBeUndefined()
})

test('the halves of a town become one part with the same roads and routes as the whole', () => {
  const middle = 2.0652
  const halves = pairOf([
    cutExtract(town, at('west.osm.pbf'), [west, south, middle, north]),
    cutExtract(town, at('east.osm.pbf'), [middle, south, east, north]),
  ])
  expect(halves.graph).toEqual(pairOf([town]).graph)
  expect(new Set(halves.graph.edgePart)).toEqual(new Set([0]))
})

test('a file whose roads do not connect is refused by its name, beside a good one', () => {
  // One-way streets to the east and north only: no node can be reached again.
  const oneWay = (tags: Readonly<Record<string, string>>) => (tags['highway'] ? { ...tags, oneway: 'yes' } : tags)
  const broken = cutExtract(town, at('broken.osm.pbf'), WORLD, { ids: 1e6, east: 5, tags: oneWay })
  expect(() => collectRoads(readOsm([town, broken]))).toThrow('broken.osm.pbf holds no roads a car can drive.')
})

test('a file without roads among several is refused by its name', () => {
  const bare = cutExtract(town, at('bare.osm.pbf'), WORLD, { ids: 1e6, east: 5, tags: ({ name }) => (name ? { name, shop: 'yes' } : {}) }) // prettier-ignore
  expect(() => collectRoads(readOsm([town, bare]))).toThrow('bare.osm.pbf holds no roads a car can drive.')
})

test('roads are found within a kilometre also in a town far north of another one', () => {
  const arctic = cutExtract(town, at('arctic.osm.pbf'), WORLD, { ids: 1e6, north: 68 })
  const snapper = new Snapper(pairOf([town, arctic]).graph)
  for (const lat of [1.01, 69.01]) {
    const degrees = 0.98 / (111.195 * Math.cos((lat * Math.PI) / 180))
    const near = (lng: number) => snapper.nearest(lat * 1e7, lng * 1e7, 1000)?.away
    expect(near(2.04 - degrees)).toBeCloseTo(980, -1)
    expect(near(2.04 - degrees * 1.05)).toBeUndefined()
  }
})

const round = (boxes: readonly Bbox[]): number[][] =>
  boxes.map((box) => box.map((side) => Math.round(side * 1e4) / 1e4))

// [design/maps-6] [design/maps-122]
test('separate parts get one box each; neighbouring parts share a box', () => {
  expect(round(roadBoxes(pairOf([town, far]).graph))).toEqual([[2.04, 1.01, 2.09, 1.06], [7.04, 1.01, 7.09, 1.06]])
  // 2 km of fields between them: the reach of each contains roads of the other.
  const next = cutExtract(town, at('next.osm.pbf'), WORLD, { ids: 1e6, east: 0.07 })
  expect(round(roadBoxes(pairOf([town, next]).graph))).toEqual([[2.04, 1.01, 2.16, 1.06]])
}) // prettier-ignore

test('the part with the most addresses comes first, and the centre is in it', () => {
  const houses = cutExtract(town, at('houses.osm.pbf'), WORLD, {
    ids: 1e6,
    east: 5,
    tags: (tags) => (tags['railway'] ? { ...tags, 'addr:street': '1 Street', 'addr:housenumber': '7' } : tags),
  })
  const map = readOsm([town, houses])
  const boxes = mostAddressesFirst(map, roadBoxes(collectRoads(map)))
  expect(round(boxes)).toEqual([[7.04, 1.01, 7.09, 1.06], [2.04, 1.01, 2.09, 1.06]])
  expect(centerOf(map, boxes[0])).toEqual({ lat: 1.0362, lng: 7.0612 })
}) // prettier-ignore

// [design/maps-67]
test('the drawn area is the box of each file near its roads, or a margin around the roads without a box', () => {
  const roads: Bbox[] = [[2, 1, 3, 2], [9, 1, 10, 2]]
  const drawn = (...boxes: (Bbox | undefined)[]) => round(extentsOf(boxes.map((box) => ({ box })), roads))
  expect(drawn([1.9, 0.9, 3.1, 2.1], [8.9, 0.9, 10.1, 2.1])).toEqual([[1.9, 0.9, 3.1, 2.1], [8.9, 0.9, 10.1, 2.1]])
  expect(drawn([0, 0, 20, 5])).toEqual([[1.7, 0.7, 3.3, 2.3], [8.7, 0.7, 10.3, 2.3]])
  expect(drawn(undefined)).toEqual([[1.98, 0.98, 3.02, 2.02], [8.98, 0.98, 10.02, 2.02]])
  // Halves are one box, a box in another is left out, and a corner that no file covers is not drawn.
  expect(drawn([1.9, 0.9, 2.5, 2.1], [2.5, 0.9, 3.1, 2.1], [2.6, 1, 2.7, 1.1], [8.9, 0.9, 10.1, 2.1])).toHaveLength(2)
  expect(drawn([1.9, 0.9, 2.5, 2.1], [2.5, 0.9, 3.1, 1.5], [8.9, 0.9, 10.1, 2.1])).toHaveLength(3)
}) // prettier-ignore

test('the edge of the map runs around neighbouring boxes, not between them', () => {
  expect(outlineOf([[0, 0, 1, 1]])).toHaveLength(4)
  const sides = outlineOf([[0, 0, 1, 2], [1, 0, 2, 1], [5, 5, 6, 6]])
  expect(sides).toHaveLength(7 + 4)
  expect(sides).toContainEqual([[1, 1], [1, 2]])
  for (const [[lngA, latA], [lngB, latB]] of sides) expect([lngA, lngB, latA, latB]).not.toEqual([1, 1, 0, 1])
  expect(outlineOf([[0, 0, 2, 2], [1, 1, 3, 3]])).toHaveLength(8)
}) // prettier-ignore
