import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegion, readCurrent, type Source } from '@remis/atlas'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { cutExtract, WORLD } from '../../../atlas/testing/cut-extract.ts'
import { harbourTown } from '../../../atlas/testing/harbour-town.ts'
import { long } from '../../../atlas/testing/scale.ts'
import { extractFile } from '../../../atlas/testing/test-region.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { CurrentRegion } from './current-region.ts'
import { embeddedMaps } from './embedded-maps.ts'
import type { MapsProvider, Point } from './maps-provider.ts'

const { connection } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 4 })
const folder = mkdtempSync(join(tmpdir(), 'maps-several-'))
afterAll(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})
const at = (name: string): string => join(folder, name)

type Files = Omit<Extract<Source, { kind: 'files' }>, 'kind'>
const build = (dir: string, files: Files, noTiles = false) =>
  buildRegion({ source: { kind: 'files', ...files }, dir: at(dir), sql: pool, progress: () => undefined, noTiles })

/** Imports the files and calls `work` with their map. */
const withMaps = async (dir: string, work: (maps: MapsProvider) => Promise<void>): Promise<void> => {
  const failed = (error: unknown): never => {
    throw error
  }
  const maps = embeddedMaps(await CurrentRegion.open({ dir: at(dir), sql: pool, secret: 's' }, failed))
  try {
    await work(maps)
  } finally {
    await maps.close()
  }
}

const found = async (maps: MapsProvider, keyword: string): Promise<string[]> =>
  (await maps.autocomplete({ keyword })).map(({ description }) => description)

const town = harbourTown(at('town.osm.pbf'))
const eastern = (tags: Readonly<Record<string, string>>) =>
  tags['name'] ? { ...tags, name: `East ${tags['name']}` } : tags
const far = cutExtract(town, at('far.osm.pbf'), WORLD, { ids: 1e6, east: 5, tags: eastern })

describe('two towns in one region', { timeout: 120_000 }, () => {
  const corner: Point = { lat: 1.012, lng: 2.042 }
  const hill: Point = { lat: 1.0411, lng: 2.0711 }
  const moved = ({ lat, lng }: Point): Point => ({ lat, lng: lng + 5 })

  // [design/maps-65] [design/maps-121]
  test('each town has routes, there is none between them, and a point in the gap is out of the region', async () => {
    const info = await build('towns', { paths: [town, far], name: 'Towns' })
    expect(info).toMatchObject({
      files: [{ name: 'town.osm.pbf', date: '2024-05-01' }, { name: 'far.osm.pbf', date: '2024-05-01' }],
      center: { lat: 1.0362, lng: 2.0612 },
    })
    expect(info.boxes).toHaveLength(2)
    await withMaps('towns', async (maps) => {
      const [there, same] = await Promise.all([maps.route(corner, hill), maps.route(moved(corner), moved(hill))])
      expect(there.distance).toBeGreaterThan(4)
      expect([same.distance, same.duration]).toEqual([there.distance, there.duration])
      await expect(maps.route(corner, moved(hill))).rejects.toMatchObject({ code: 'NO_ROUTE' })
      expect(await maps.matrix([corner], [hill, moved(hill)])).toEqual([[expect.anything(), null]])
      for (const gap of [{ lat: 1.03, lng: 4.5 }, { lat: 1.03, lng: 2.14 }, { lat: 1.2, lng: 7.06 }])
        await expect(maps.route(corner, gap)).rejects.toMatchObject({ code: 'OUT_OF_REGION' })
      // 5 km beyond the roads of either town are inside.
      for (const beach of [{ lat: 1.03, lng: 2.13 }, { lat: 1.03, lng: 7.0 }])
        await expect(maps.route(corner, beach)).rejects.toMatchObject({ code: 'NO_SEGMENT' })
    })
  }) // prettier-ignore

  test('the search finds places in both towns, and each address has the right town', async () => {
    await withMaps('towns', async (maps) => {
      expect(await found(maps, 'town hospital')).toEqual([expect.stringMatching(/^Town Hospital/), expect.stringMatching(/^East Town Hospital/)])
      expect(await found(maps, 'east hotel coast')).toEqual([expect.stringMatching(/^East Hotel Coast/)])
      const near = await maps.autocomplete({ keyword: 'town hospital', near: moved(corner) })
      expect(near[0]!.description).toMatch(/^East Town Hospital/)
      expect(await maps.address(moved({ lat: 1.0101, lng: 2.0551 }))).toMatch(/^East/)
    })
  }) // prettier-ignore

  // [design/maps-122]
  test('tiles cover both towns and their sea but not the gap, and each town has an edge', async () => {
    await withMaps('towns', async (maps) => {
      const { style } = maps.style('light') as { style: StyleOfTowns }
      expect(style.metadata['remis:extents']).toHaveLength(2)
      expect(style.sources.city.bounds).toEqual([2, 1, 7.1, 1.1])
      expect(style.sources.edge.data.geometry.coordinates).toHaveLength(8)
      const tile = (lng: number) => maps.tile(14, Math.floor((lng / 360 + 0.5) * 2 ** 14), 8143)
      const [land, sea, gap, farSea] = await Promise.all([2.06, 2.01, 4.5, 7.01].map(tile))
      expect([land, sea, farSea].every((one) => one !== null)).toBe(true)
      expect(gap).toBeNull()
    })
  })

  test('the same file given twice gives the same region as once', async () => {
    const once = await build('once', { paths: [town], name: 'Once' })
    const twice = await build('once', { paths: [town, cutExtract(town, at('copy.osm.pbf'), WORLD), town], name: 'Twice' })
    expect({ ...twice, files: once.files, region: once.region, name: once.name, version: once.version }).toEqual(once)
    expect(await build('once', { paths: [town, town], name: 'Once' })).toEqual(once)
  }) // prettier-ignore

  // [design/maps-73]
  test.each([
    ['cut off', (file: string) => truncateSync(file, 4000), /^bad\.osm\.pbf is (cut off|damaged)/],
    ['absent', (file: string) => rmSync(file), /^bad\.osm\.pbf cannot be read/],
    ['without roads', (file: string) => cutExtract(town, file, WORLD, { ids: 1e6, tags: () => ({ shop: 'yes' }) }), /^bad\.osm\.pbf holds no roads/],
  ])('of two files one that is %s: one line, and the region before stays', async (_, harm, said) => {
    const { region, version } = await build('harm', { paths: [town], name: 'Good' })
    const bad = cutExtract(far, at('bad.osm.pbf'), WORLD)
    harm(bad)
    const failure = await build('harm', { paths: [town, bad], name: 'Bad' }).then(() => undefined, (error: Error) => error)
    expect(failure?.message).toMatch(said)
    expect(failure?.message).not.toContain('\n')
    expect(await readCurrent(at('harm'))).toEqual({ region, version })
    expect(existsSync(at('harm/bad'))).toBe(false)
    expect((await pool.query(`select 1 from geo.load where region = 'bad'`)).rows).toEqual([])
  }) // prettier-ignore

  test('more files than a region can have are refused', async () => {
    const paths = Array.from({ length: 33 }, () => town)
    await expect(build('many', { paths, name: 'Many' })).rejects.toThrow('A region is built from at most 32 files.')
  })
})

interface StyleOfTowns {
  readonly metadata: { readonly 'remis:extents': readonly unknown[] }
  readonly sources: {
    readonly city: { readonly bounds: readonly number[] }
    readonly edge: { readonly data: { readonly geometry: { readonly coordinates: readonly unknown[] } } }
  }
}

const porto = extractFile('porto.osm.pbf')
const liechtenstein = extractFile('liechtenstein.osm.pbf')
/** Cut along a meridian through its roads; the larger one in the long form alone. */
const halved = [
  { name: 'Liechtenstein', file: liechtenstein, middle: 9.53 },
  ...(long ? [{ name: 'Porto', file: porto, middle: -8.62 }] : []),
]
const absent = [porto, liechtenstein].some((file) => !existsSync(file))
if (absent) process.stdout.write('The extracts of Porto and Liechtenstein are not here: no real files are joined.\n')

describe.skipIf(absent)('real extracts', { timeout: 600_000 }, () => {
  const ribeira = { lat: 41.1407, lng: -8.6131 }
  const boavista = { lat: 41.1579, lng: -8.6291 }
  const vaduz = { lat: 47.1393, lng: 9.5228 }
  const balzers = { lat: 47.0668, lng: 9.5025 }

  test.runIf(long)('Porto and Liechtenstein have routes and search each, and no route between them', async () => {
    const info = await build('far', { paths: [liechtenstein, porto], name: 'Both' }, true)
    expect(info.boxes).toHaveLength(2)
    expect(info.countries).toEqual(expect.arrayContaining(['PT', 'LI']))
    await withMaps('far', async (maps) => {
      const [inPorto, inLiechtenstein] = await Promise.all([maps.route(ribeira, boavista), maps.route(vaduz, balzers)])
      expect(inPorto.distance).toBeLessThan(6)
      expect(inLiechtenstein.distance).toBeGreaterThan(7)
      await expect(maps.route(ribeira, vaduz)).rejects.toMatchObject({ code: 'NO_ROUTE' })
      await expect(maps.route(ribeira, { lat: 43, lng: 0 })).rejects.toMatchObject({ code: 'OUT_OF_REGION' })
      expect((await found(maps, 'Avenida da Boavista'))[0]).toMatch(/^Avenida da Boavista/)
      expect((await found(maps, 'Städtle, Vaduz'))[0]).toMatch(/^Städtle/)
      expect(await maps.address(vaduz)).toMatch(/Vaduz/)
    })
  })

  test.each(halved)('the halves of $name give the same roads and places as the whole', async ({ name: city, file: path, middle }) => {
    const dir = (part: string): string => `${city}-${part}`
    const [west, south, east, north] = WORLD
    const halves = [
      cutExtract(path, at('west.osm.pbf'), [west, south, middle, north]),
      cutExtract(path, at('east.osm.pbf'), [middle, south, east, north]),
    ]
    const whole = await build(dir('whole'), { paths: [path], name: 'Whole' }, true)
    const joined = await build(dir('halves'), { paths: halves, name: 'Halves' }, true)
    expect({ ...joined, files: whole.files, region: whole.region, name: whole.name, version: whole.version }).toEqual(whole)
    const fileOf = (folder: string, { region, version }: typeof whole, name: string): Buffer => readFileSync(at(join(folder, region, version, name)))
    for (const name of ['graph.bin', 'places.jsonl.gz'])
      expect(fileOf(dir('halves'), joined, name).equals(fileOf(dir('whole'), whole, name)), name).toBe(true)
  }) // prettier-ignore
})
