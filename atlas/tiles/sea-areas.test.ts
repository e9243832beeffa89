import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readOsm } from '../osm/read-osm.ts'
import { writePbf } from '../osm/write-pbf.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'
import { collectFeatures } from './collect-features.ts'
import { RingIndex } from './ring-index.ts'
import { seaAreas } from './sea-areas.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-sea-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Line = readonly (readonly [lng: number, lat: number])[]

/** The box is 10 by 10 degrees; lines in degrees. Equal spots are the same node. */
const BOX = [0, 0, 10, 10] as const
const mapOf = (coasts: readonly Line[], streets: readonly Line[] = []) => {
  const ids = new Map<string, number>()
  const nodes: { id: number; lat: number; lng: number; tags: object }[] = []
  const refs = (line: Line): number[] =>
    line.map(([lng, lat]) => {
      const key = `${lng} ${lat}`
      if (!ids.has(key)) {
        ids.set(key, nodes.length + 1)
        nodes.push({ id: nodes.length + 1, lat: lat * 1e7, lng: lng * 1e7, tags: {} })
      }
      return ids.get(key)!
    })
  const ways: WayToWrite[] = [
    ...coasts.map((line, i) => ({ id: i + 1, refs: refs(line), tags: { natural: 'coastline' } })),
    ...streets.map((line, i) => ({ id: 1000 + i, refs: refs(line), tags: { highway: 'residential' } })),
  ]
  const file = join(folder, 'coast.osm.pbf')
  writePbf(file, nodes as Parameters<typeof writePbf>[1], ways, 1, [], BOX)
  return readOsm([file])
}

/** A picture of the box: `~` sea, `.` land; a row per 2 degrees from the north, sampled off the lines. */
const pictureOf = (coasts: readonly Line[]): string[] => {
  const areas = seaAreas(mapOf(coasts), BOX).map((rings) => rings.map((ring) => new RingIndex(ring)))
  const isSea = (lng: number, lat: number): boolean =>
    areas.some(([outer, ...islands]) => {
      const [x, y] = [lng * 1e7, lat * 1e7]
      return outer!.holds(x, y) && !islands.some((island) => island.holds(x, y))
    })
  return [9.1, 7.1, 5.1, 3.1, 1.1].map((lat) => [1.1, 3.1, 5.1, 7.1, 9.1].map((lng) => (isSea(lng, lat) ? '~' : '.')).join(''))
} // prettier-ignore

// [design/maps-66]
test.each([
  ['in the south', [[[-1, 4], [5, 4.5], [11, 4]]], ['.....', '.....', '.....', '~~~~~', '~~~~~']],
  ['in the north', [[[11, 6], [5, 6.5], [-1, 6]]], ['~~~~~', '~~~~~', '.....', '.....', '.....']],
  ['in the west', [[[4, 11], [4, -1]]], ['~~...', '~~...', '~~...', '~~...', '~~...']],
  ['in the east', [[[6, -1], [6, 11]]], ['...~~', '...~~', '...~~', '...~~', '...~~']],
  ['in a corner, around which it is closed', [[[11, 6], [6, 6], [6, 11]]], ['...~~', '...~~', '.....', '.....', '.....']],
  ['everywhere but in a corner', [[[6, 11], [6, 6], [11, 6]]], ['~~~..', '~~~..', '~~~~~', '~~~~~', '~~~~~']],
] as const)('the sea lies %s', (_, coasts, picture) => {
  expect(pictureOf(coasts)).toEqual(picture)
}) // prettier-ignore

test('two coasts face each other over a strait; their ways come in any order', () => {
  const south: Line[] = [[[5, 4], [11, 4]], [[-1, 4], [5, 4]]]
  const north: Line[] = [[[11, 6], [-1, 6]]]
  // Land on the left: the southern coast runs west.
  const strait = [...south.map((line) => line.toReversed()), ...north.map((line) => line.toReversed())]
  expect(pictureOf(strait)).toEqual(['.....', '.....', '~~~~~', '.....', '.....'])
}) // prettier-ignore

test('an island in the sea, an island alone, and a lake of salt water', () => {
  const island: Line = [[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]]
  expect(pictureOf([[[11, 8], [-1, 8]], island].map((line, i) => (i === 0 ? line.toReversed() : line) as Line))).toEqual([
    '.....', '~~~~~', '~~.~~', '~~~~~', '~~~~~',
  ])
  expect(pictureOf([island])).toEqual(['~~~~~', '~~~~~', '~~.~~', '~~~~~', '~~~~~'])
  expect(pictureOf([island.toReversed()])).toEqual(['.....', '.....', '..~..', '.....', '.....'])
}) // prettier-ignore

test('an island that leaves the box is cut at its side', () => {
  const island: Line = [[8, 4], [12, 4], [12, 8], [8, 8], [8, 4]]
  expect(pictureOf([island])).toEqual(['~~~~~', '~~~~.', '~~~~.', '~~~~~', '~~~~~'])
}) // prettier-ignore

test('a coast that ends inside the box, at a border, goes on to the nearest side', () => {
  expect(pictureOf([[[4, 8], [4, 2]]])).toEqual(['~~...', '~~...', '~~...', '~~...', '~~...'])
}) // prettier-ignore

test('a map without coast has no sea', () => {
  expect(seaAreas(mapOf([], [[[1, 1], [2, 2]]]), BOX)).toEqual([])
}) // prettier-ignore

test('a coast in the wrong direction would flood the streets: no sea is drawn', () => {
  const streets = Array.from({ length: 30 }, (_, i): Line => [[i / 4, 8], [i / 4, 9]]) // prettier-ignore
  const layers = (coast: Line): string[] =>
    [...collectFeatures(mapOf([coast], streets), [BOX])].filter(({ kind }) => kind === 'area').map(({ layer }) => layer)
  const coast: Line = [[-1, 4], [11, 4]] // prettier-ignore
  expect(layers(coast)).toEqual(['water'])
  expect(layers(coast.toReversed())).toEqual([])
})
