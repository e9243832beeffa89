import { expect, test } from 'vitest'
import { assembleRings, isInside, joinRings } from './assemble-rings.ts'
import type { OsmData } from './osm-data.ts'

/** Places 0 to 99 on a grid: 10 × row (latitude) + column (longitude). */
const mapOf = (lines: Record<number, number[]>): OsmData => ({
  ways: [],
  wayCount: 0,
  nodes: [],
  relations: [],
  waysOf: (id) => (lines[id] ? [{ id, nodes: Int32Array.from(lines[id]), tags: {} }] : []),
  ids: Float64Array.from({ length: 100 }, (_, i) => i + 1),
  lat: Int32Array.from({ length: 100 }, (_, i) => Math.floor(i / 10) * 1000),
  lng: Int32Array.from({ length: 100 }, (_, i) => (i % 10) * 1000),
  files: [],
  filesAt: () => 0,
})

const areaOf = (lines: Record<number, number[]>, roles: Record<number, string> = {}) => {
  const members = Object.keys(lines).map((id) => ({ kind: 'way' as const, ref: Number(id), role: roles[Number(id)] ?? 'outer' }))
  return assembleRings(mapOf(lines), { id: 1, tags: {}, members })
} // prettier-ignore

/** The ring's places without the repeated last one, sorted. */
const places = (ring: Int32Array): number[] => [...ring.subarray(1)].sort((a, b) => a - b)

// [design/maps-60]
test('joins ways in any order and direction', () => {
  const { areas, open } = areaOf({ 1: [0, 9], 2: [99, 9], 3: [90, 0], 4: [90, 99] })
  expect(open).toBe(0)
  expect(areas.map(({ outer }) => places(outer))).toEqual([[0, 9, 90, 99]])
  expect(areas[0]!.outer[0]).toBe(areas[0]!.outer.at(-1))
})

test('a hole belongs to the smallest ring around it, also where it touches that ring', () => {
  const lines = {
    1: [0, 9, 99, 90, 0],
    2: [22, 27, 77, 72, 22],
    3: [33, 34, 44, 33],
    4: [22, 23, 32, 22],
    5: [11, 12, 21, 11],
  }
  const { areas } = areaOf(lines, { 3: 'inner', 4: 'inner', 5: 'inner' })
  expect(areas.map(({ outer, holes }) => [places(outer), holes.map(places)])).toEqual([
    [[22, 27, 72, 77], [[33, 34, 44], [22, 23, 32]]],
    [[0, 9, 90, 99], [[11, 12, 21]]],
  ]) // prettier-ignore
})

test('an extract that cuts the area leaves open ways, which are counted, and the closed rings', () => {
  const { areas, open } = areaOf({ 1: [0, 1], 2: [1, 2], 3: [50, 55, 65, 50], 4: [70, 75], 5: [75, 85, 70], 6: [75, 79] })
  expect(areas.map(({ outer }) => places(outer)).toSorted((a, b) => a[0]! - b[0]!)).toEqual([[50, 55, 65], [70, 75, 85]])
  expect(open).toBe(3)
}) // prettier-ignore

test('two rings that touch at a point stay two rings', () => {
  const { rings, open } = joinRings([
    Int32Array.from([44, 22, 24]),
    Int32Array.from([24, 44]),
    Int32Array.from([44, 66, 64]),
    Int32Array.from([64, 44]),
  ])
  expect(open).toBe(0)
  expect(rings.map(places)).toEqual([
    [22, 24, 44],
    [44, 64, 66],
  ])
})

test('finds whether a point lies in a ring', () => {
  const ring = Int32Array.from([11, 18, 88, 81, 11])
  expect(isInside(mapOf({}), ring, 1500, 1500)).toBe(true)
  expect(isInside(mapOf({}), ring, 500, 1500)).toBe(false)
  expect(isInside(mapOf({}), ring, 1500, 8500)).toBe(false)
})
