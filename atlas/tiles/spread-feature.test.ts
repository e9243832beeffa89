import { expect, test } from 'vitest'
import { decodeFeatures, encodeFeature } from './feature-record.ts'
import type { MapFeature } from './map-feature.ts'
import { latOf, lngOf } from './mercator.ts'
import { MARGIN, spreadFeature } from './spread-feature.ts'

const ZOOM = 10
/** Positions in tiles of zoom 10 as a flat list of degrees × 1e7. */
const spots = (...tiles: [column: number, row: number][]): Int32Array =>
  Int32Array.from(tiles.flatMap(([column, row]) => [Math.round(lngOf(ZOOM, column)), Math.round(latOf(ZOOM, row))]))

const feature = (kind: MapFeature['kind'], ...parts: Int32Array[]): MapFeature => ({
  layer: 'water',
  minZoom: 3,
  tags: { name: 'Ría' },
  kind,
  order: 7,
  parts,
})

const spread = (from: MapFeature): Map<string, MapFeature> => {
  const tiles = new Map<string, MapFeature>()
  spreadFeature(from, ZOOM, (column, row, part) => {
    expect(tiles.has(`${column} ${row}`)).toBe(false)
    tiles.set(`${column} ${row}`, part)
  })
  return tiles
}

const boxOf = (part: Int32Array) => {
  const lngs = [...part].filter((_, i) => i % 2 === 0)
  return { west: Math.min(...lngs), east: Math.max(...lngs) }
}

test('a point near an edge is in both tiles', () => {
  expect([...spread(feature('point', spots([500.5, 400.5]))).keys()]).toEqual(['500 400'])
  expect([...spread(feature('point', spots([500.99, 400.5]))).keys()]).toEqual(['500 400', '501 400'])
})

test('a line is in the tiles of its segments, not in all of its box', () => {
  const line = spots([500.5, 400.5], [502.5, 400.5], [502.5, 402.5])
  expect([...spread(feature('line', line)).keys()].sort()).toEqual(['500 400', '501 400', '502 400', '502 401', '502 402'])
}) // prettier-ignore

test('an area is cut to each tile with a margin, and its hole with it', () => {
  const outer = spots([500.2, 400.2], [503.8, 400.2], [503.8, 403.8], [500.2, 403.8], [500.2, 400.2])
  const hole = spots([500.4, 400.4], [500.4, 400.6], [500.6, 400.6], [500.6, 400.4], [500.4, 400.4])
  const tiles = spread(feature('area', outer, hole))
  expect(tiles.size).toBe(16)
  const { parts } = tiles.get('500 400')!
  expect(parts).toHaveLength(2)
  expect(parts[1]).toEqual(hole)
  expect(boxOf(parts[0]!).east).toBeCloseTo(lngOf(ZOOM, 501 + MARGIN), -2)
  expect(tiles.get('502 402')!.parts).toHaveLength(1)
  for (const { parts: rings } of tiles.values())
    for (const ring of rings) expect([ring[0], ring[1]]).toEqual([ring.at(-2), ring.at(-1)])
})

test('a ring of water around a tile leaves that tile empty', () => {
  const outer = spots([500.5, 400.5], [502.5, 400.5], [502.5, 402.5], [500.5, 402.5], [500.5, 400.5])
  const hole = spots([500.9, 400.9], [502.1, 400.9], [502.1, 402.1], [500.9, 402.1], [500.9, 400.9])
  const middle = spread(feature('area', outer, hole)).get('501 401')!
  // The whole tile is both the area and its hole.
  expect(boxOf(middle.parts[0]!)).toEqual(boxOf(middle.parts[1]!))
})

test('features come back from their bytes unchanged', () => {
  const all = [
    feature('point', spots([1, 2])),
    feature('area', spots([1, 1], [2, 1], [2, 2], [1, 1]), spots([1.5, 1.2], [1.7, 1.2], [1.7, 1.4], [1.5, 1.2])),
    { ...feature('line', spots([1, 2], [3, 4])), tags: { name: 'Ñandú "quoted"', level: -1 } },
  ]
  expect([...decodeFeatures(Buffer.concat(all.map(encodeFeature)))]).toEqual(all)
})
