import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, expect, test } from 'vitest'
import { readOsm } from '../osm/read-osm.ts'
import { harbourTown, TOWN_BOX } from '../testing/harbour-town.ts'
import { buildTiles } from './build-tiles.ts'
import { collectFeatures } from './collect-features.ts'
import { tileId } from './hilbert.ts'
import { columnAt, rowAt } from './mercator.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-town-'))
afterAll(() => rmSync(folder, { recursive: true }))

const map = readOsm([harbourTown(join(folder, 'town.osm.pbf'))])
const tiles = new Map<number, Uint8Array>()
buildTiles({ features: collectFeatures(map, [TOWN_BOX]), extents: [TOWN_BOX], folder }, (id, bytes) => {
  expect(tiles.has(id)).toBe(false)
  tiles.set(id, bytes)
})

/** What covers a spot (degrees) at a zoom: areas by layer and class, with holes left out. */
const coverAt = (z: number, lng: number, lat: number): string[] => {
  const [column, row] = [columnAt(z, lng * 1e7), rowAt(z, lat * 1e7)]
  const bytes = tiles.get(tileId(z, Math.floor(column), Math.floor(row)))
  if (!bytes) return []
  const { layers } = new VectorTile(new PbfReader(gunzipSync(bytes)))
  const found: string[] = []
  for (const [name, layer] of Object.entries(layers)) {
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i)
      if (feature.type !== 3) continue
      const [x, y] = [(column % 1) * layer.extent, (row % 1) * layer.extent]
      const crossed = feature.loadGeometry().flatMap((ring) =>
        ring.slice(1).filter((to, n) => {
          const from = ring[n]!
          return from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
        }),
      )
      if (crossed.length % 2 === 1) found.push([name, feature.properties['class']].filter(Boolean).join(' '))
    }
  }
  return found.sort()
}

const tagsOf = (name: string, z: number, lng: number, lat: number) => {
  const id = tileId(z, Math.floor(columnAt(z, lng * 1e7)), Math.floor(rowAt(z, lat * 1e7)))
  const layer = new VectorTile(new PbfReader(gunzipSync(tiles.get(id)!))).layers[name]!
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i).properties)
}

test.each([5, 8, 9, 11, 12, 14])('zoom %i has the sea on its side of the coast', (zoom) => {
  expect(coverAt(zoom, 2.006, 1.02)).toContain('water sea')
  expect(coverAt(zoom, 2.06, 1.02)).not.toContain('water sea')
})

test('the harbour is drawn as sea, the pier above it, and the island as land', () => {
  expect(coverAt(14, 2.0325, 1.0325)).toEqual(['water sea'])
  expect(coverAt(14, 2.0275, 1.0375)).toEqual(['landuse pier', 'water sea'])
  expect(coverAt(14, 2.0125, 1.0125)).toEqual([])
})

// [design/maps-68]
test('areas of several ways are drawn, and their holes are not', () => {
  expect(coverAt(14, 2.0615, 1.0615)).toEqual(['landuse wood'])
  expect(coverAt(14, 2.065, 1.065)).toEqual(['water'])
  expect(coverAt(14, 2.0702, 1.0302)).toEqual(['building'])
  expect(coverAt(14, 2.0706, 1.0306)).toEqual([])
})

test('a tunnel under houses and a bridge have their level; a passage through a building is a street', () => {
  const byName = new Map(tagsOf('road', 14, 2.0706, 1.0306).map((tags) => [tags['name'], tags]))
  expect(byName.get('Tunnel Road')).toMatchObject({ tunnel: 1, level: -2 })
  expect(byName.get('High Bridge')).toMatchObject({ bridge: 1, level: 1 })
  expect(byName.get('Passage')).not.toHaveProperty('tunnel')
})

// [design/maps-70]
test('names in other languages are in the tiles where they differ', () => {
  const byName = new Map(tagsOf('road', 14, 2.0706, 1.0306).map((tags) => [tags['name'], tags]))
  expect(byName.get('High Bridge')).toMatchObject({ 'name:es': 'Puente Alto' })
  expect(byName.get('High Bridge')).not.toHaveProperty('name:en')
})

test('the town has its name at far zooms, and its points the classes of their icons', () => {
  expect(tagsOf('place', 8, 2.0612, 1.0362)).toMatchObject([{ class: 'town', name: 'Harbour Town' }])
  for (const [kind, lng, lat] of [['hotel', 2.056, 1.0261], ['taxi', 2.061, 1.0311], ['stop', 2.066, 1.0361]] as const)
    expect(tagsOf('poi', 14, lng, lat).map((tags) => tags['class'])).toContain(kind) // prettier-ignore
})

// [design/maps-67]
test('tiles outside the extract are not made', () => {
  expect(tiles.has(tileId(14, Math.floor(columnAt(14, 1.97e7)), Math.floor(rowAt(14, 1.05e7))))).toBe(false)
  expect(coverAt(14, 2.001, 1.09)).toContain('water sea')
})
