import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { afterAll, expect, test } from 'vitest'
import { tilesFile } from '../region/region-files.ts'
import { mapStyle } from '../style/map-style.ts'
import { dark } from '../style/palette.ts'
import { seeded } from '../testing/random.ts'
import { testMontevideo } from '../testing/test-region.ts'
import { tileId } from './hilbert.ts'
import { LAYERS } from './map-feature.ts'
import { TileFile } from './tile-file.ts'
import { PmtilesWriter } from './write-pmtiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))
const city = tilesFile((await testMontevideo()).folder)

/** The format's reference library on a file in memory. */
const reference = (file: string): PMTiles => {
  const bytes = readFileSync(file)
  const data = new Uint8Array(bytes).buffer
  return new PMTiles({ getKey: () => file, getBytes: async (at, length) => ({ data: data.slice(at, at + length) }) })
}

test('numbers tiles like PMTiles', () => {
  for (let z = 0; z <= 6; z++)
    for (let x = 0; x < 2 ** z; x++) for (let y = 0; y < 2 ** z; y++) expect(tileId(z, x, y)).toBe(zxyToTileId(z, x, y))
  expect(tileId(14, 5633, 9888)).toBe(zxyToTileId(14, 5633, 9888))
})

test('the reference library reads the same bytes of the city’s tiles', async () => {
  const ours = await TileFile.open(city)
  const theirs = reference(city)
  expect(await theirs.getHeader()).toMatchObject({ minZoom: 4, maxZoom: 14, tileType: 1, clustered: false })
  for (const [z, x, y] of [[4, 5, 9], [10, 352, 618], [12, 1409, 2472], [14, 5636, 9889]] as const) {
    const tile = await ours.tile(z, x, y)
    const other = await theirs.getZxy(z, x, y)
    expect(gunzipSync(tile!).equals(new Uint8Array(other!.data))).toBe(true)
  } // prettier-ignore
  expect(await ours.tile(12, 0, 0)).toBeUndefined()
  await ours.close()
})

test('a tile in the middle of the city has roads, water, land and names', async () => {
  const ours = await TileFile.open(city)
  const { layers } = new VectorTile(new PbfReader(gunzipSync((await ours.tile(12, 1409, 2472))!)))
  await ours.close()
  expect(Object.keys(layers)).toEqual(expect.arrayContaining(['landuse', 'place', 'poi', 'road', 'water']))
  const names = Array.from({ length: layers['road']!.length }, (_, i) => layers['road']!.feature(i).properties['name'])
  expect(names).toContain('Avenida Italia')
})

test('uses leaf directories for many tiles and stores equal ones once', async () => {
  const file = join(folder, 'many.pmtiles')
  const random = seeded(1)
  const [columns, rows] = [2 ** 8, 2 ** 7]
  const dots = Array.from({ length: columns * rows }, () => '.'.repeat(Math.floor(random() * 120)))
  const content = (x: number, y: number): string => (x < 100 ? 'the same' : `${x} ${y} ${dots[x * rows + y]}`)
  const tiles = new PmtilesWriter(file)
  dots.forEach((_, i) => {
    const [x, y] = [Math.floor(i / rows), i % rows]
    tiles.add(tileId(8, x, y), gzipSync(content(x, y), { level: 0 }))
  })
  tiles.finish({ bbox: [-180, -85, 180, 85], minZoom: 8, maxZoom: 8, metadata: { name: 'many' } })
  const header = await reference(file).getHeader()
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(header.numTileContents).toBe(156 * rows + 1)
  const ours = await TileFile.open(file)
  for (const [x, y] of [[0, 0], [255, 127], [100, 3], [200, 77]] as const) {
    expect(gunzipSync((await ours.tile(8, x, y))!).toString()).toBe(content(x, y))
    expect(Buffer.from((await reference(file).getZxy(8, x, y))!.data).toString()).toBe(content(x, y))
  } // prettier-ignore
  await ours.close()
})

test('a damaged or cut tile file gives the advice to import again', async () => {
  const file = join(folder, 'bad.pmtiles')
  writeFileSync(file, readFileSync(city))
  truncateSync(file, 20_000)
  await expect(TileFile.open(file)).rejects.toThrow(/cut off.*Import the region again/)
  writeFileSync(file, 'no tiles at all')
  await expect(TileFile.open(file)).rejects.toThrow('Import the region again')
  await expect(TileFile.open(join(folder, 'absent'))).rejects.toThrow('cannot be read')
})

const about = {
  name: 'X',
  version: 'v',
  extents: [[0, 0, 1, 1]],
  center: { lat: 0, lng: 0 },
  attribution: '©',
} as const

test.each(['light', 'dark'] as const)('the %s style uses only existing layers and this host', (theme) => {
  const style = mapStyle(theme, about)
  const layers = style['layers'] as { id: string; 'source-layer'?: string; layout?: { 'text-font'?: string[] } }[]
  const fonts = Object.keys(style['font-faces'] as object)
  expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length)
  for (const layer of layers) {
    if (layer['source-layer']) expect(LAYERS).toContain(layer['source-layer'])
    for (const font of layer.layout?.['text-font'] ?? []) expect(fonts).toContain(font)
  }
  expect(JSON.stringify(style)).not.toMatch(/https?:|glyphs|sprite/)
})

/** Places in the order of drawing. */
const drawnAt = (style: Record<string, unknown>, ...ids: string[]): number[] => {
  const layers = (style['layers'] as { id: string }[]).map(({ id }) => id)
  return ids.map((id) => layers.indexOf(id))
}

// [design/maps-68], [design/maps-69]
test('draws tunnels under buildings and bridges over streets, and places street names before points', () => {
  const drawn = drawnAt(mapStyle('light', about), 'tunnel', 'building', 'trunk', 'bridge', 'poi-icon', 'street-name', 'shield')
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
  expect(drawn[0]).toBeGreaterThan(0)
  // A railway or a footpath on a bridge crosses over the streets on the ground.
  const bridges = drawnAt(mapStyle('light', about), 'rail', 'trunk', 'rail-bridge', 'bridge', 'footbridge', 'edge')
  expect(bridges).toEqual(bridges.toSorted((a, b) => a - b))
}) // prettier-ignore

// A page draws its route below the first layer with texts.
test('all layers above the first text have texts: a route hides no name [design/maps-69]', () => {
  const layers = mapStyle('dark', about)['layers'] as { type: string; layout?: Record<string, unknown> }[]
  const first = layers.findIndex(({ layout }) => layout?.['text-field'] !== undefined)
  expect(first).toBeGreaterThan(0)
  expect(layers.slice(first).filter(({ layout }) => layout?.['text-field'] === undefined)).toEqual([])
})

/** Relative luminance of a colour "#RRGGBB" (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

// Vector tiles of a city are judged on screens: these are the least contrasts at which the eye tells them apart.
test('in the dark, streams, houses and streets stand out from the ground, and names from all of them', () => {
  expect(contrast(dark.stream, dark.ground)).toBeGreaterThan(1.9)
  expect(contrast(dark.building, dark.ground)).toBeGreaterThan(1.3)
  expect(contrast(dark.parking, dark.ground)).toBeGreaterThan(1.2)
  expect(contrast(dark.minor, dark.ground)).toBeGreaterThan(1.6)
  for (const under of [dark.ground, dark.minor, dark.middle, dark.building])
    expect(contrast(dark.label, under)).toBeGreaterThan(4.5)
})

// [design/maps-70]
test('labels are in the language of the screen where the map has it, and in no other', () => {
  expect(JSON.stringify(mapStyle('dark', about, 'es'))).toContain('["coalesce",["get","name:es"],["get","name"]]')
  for (const language of [undefined, 'xx', '"]'])
    expect(JSON.stringify(mapStyle('dark', about, language))).not.toContain('name:')
})
