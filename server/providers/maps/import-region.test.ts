import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegion, ensureRows, OpenRegion, readCurrent, type Source } from '@remis/atlas'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { writePbf, type WayToWrite } from '../../../atlas/osm/write-pbf.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { CurrentRegion } from './current-region.ts'

const { connection } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 4 })
const folder = mkdtempSync(join(tmpdir(), 'maps-import-'))
afterAll(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})

/** A grid of `size` by `size` streets in blocks of 111 m, 1° further north per `row`, with house numbers. */
const town = (file: string, size: number, name: string): string => {
  const nodes = Array.from({ length: size * size }, (_, i) => ({
    id: i + 1,
    lat: 10_000_000 + Math.floor(i / size) * 10_000,
    lng: 20_000_000 + (i % size) * 10_000,
    tags: {} as Record<string, string>,
  }))
  const ways: WayToWrite[] = []
  for (let k = 0; k < size; k++) {
    const along = (at: (i: number) => number): number[] => Array.from({ length: size }, (_, i) => at(i) + 1)
    ways.push({
      id: 2 * k + 1,
      refs: along((i) => k * size + i),
      tags: { highway: 'residential', name: `${name} Street ${k}` },
    })
    ways.push({
      id: 2 * k + 2,
      refs: along((i) => i * size + k),
      tags: { highway: 'primary', name: `${name} Avenue ${k}` },
    })
  }
  const houses = Array.from({ length: size }, (_, k) => ({
    id: 1e6 + k,
    lat: 10_000_000 + k * 10_000 + 900,
    lng: 20_000_000 + 5_000,
    tags: { 'addr:street': `${name} Street ${k}`, 'addr:housenumber': `${10 + k}` },
  }))
  const city = { id: 2e6, lat: 10_000_000, lng: 20_000_000, tags: { place: 'town', name } }
  writePbf(join(folder, file), [...nodes, ...houses, city], ways, Date.UTC(2024, 4, 1) / 1000)
  return join(folder, file)
}

const small = town('alpha.osm.pbf', 12, 'Alpha')
const other = town('beta.osm.pbf', 14, 'Beta')
const fileSource = (path: string, more: object = {}): Source => ({ kind: 'file', path, ...more })
const build = (dir: string, source: Source, lines: string[] = []) =>
  buildRegion({ source, dir, sql: pool, progress: (line) => lines.push(line) })
const loads = async (region: string): Promise<number> =>
  Number((await pool.query(`select count(*)::int as n from geo.load where region = $1`, [region])).rows[0].n)

test('any file becomes a region that answers; importing it again does nothing', async () => {
  const dir = join(folder, 'any')
  const lines: string[] = []
  const info = await build(dir, fileSource(small), lines)
  expect(info).toMatchObject({ region: 'alpha', name: 'alpha', date: '2024-05-01', counts: { edges: 264, houses: 12 } })
  expect(lines[0]).toBe('Reading the map of alpha')
  const again: string[] = []
  expect(await build(dir, fileSource(small), again)).toEqual(info)
  expect(again).toEqual([])
  expect(await loads('alpha')).toBe(1)
  const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
  expect((await region.autocomplete('alpha street 3, 13'))[0]?.structured_formatting.main_text).toBe(
    'Alpha Street 3 13',
  )
  expect(region.route({ lat: 1.0002, lng: 2 }, { lat: 1.011, lng: 2.011 }).km).toBeGreaterThan(2)
  await region.close()
})

test('a running server switches to a new import; the region before works until it is closed', async () => {
  const dir = join(folder, 'swap')
  await build(dir, fileSource(small))
  const failed: unknown[] = []
  const current = await CurrentRegion.open({ dir, sql: pool, secret: 's' }, (error) => failed.push(error))
  const before = current.region
  await build(dir, fileSource(other, { name: 'Beta Town' }))
  await current.refresh()
  expect(current.region.info.name).toBe('Beta Town')
  expect(before.route({ lat: 1.0002, lng: 2 }, { lat: 1.009, lng: 2.009 }).km).toBeGreaterThan(1)
  await current.close()
  expect(failed).toEqual([])
})

test('two concurrent imports into one folder both succeed, and the work is done once', async () => {
  const dir = join(folder, 'twice')
  const source = fileSource(small, { name: 'Gamma' })
  const lines: string[] = []
  const [one, two] = await Promise.all([build(dir, source, lines), build(dir, source, lines)])
  expect(one).toEqual(two)
  expect(lines.filter((line) => line.startsWith('Reading'))).toHaveLength(1)
  expect(await loads('gamma')).toBe(1)
})

test('a box cuts out a part; a box without roads and invalid boxes are refused', async () => {
  const dir = join(folder, 'box')
  const part = await build(dir, fileSource(other, { name: 'part', bbox: [2, 1, 2.0045, 1.0045] }))
  expect(part.counts.edges).toBeLessThan(264)
  await expect(build(dir, fileSource(other, { name: 'part', bbox: [50, 50, 51, 51] }))).rejects.toMatchObject({
    code: 'BAD_MAP',
  })
  await expect(build(dir, fileSource(other, { name: 'part', bbox: [2, 1, 1, 2] }))).rejects.toMatchObject({
    code: 'BAD_INPUT',
  })
  expect(await readCurrent(dir)).toEqual({ region: 'part', version: part.version })
})

test.each([
  ['cut off', (file: string) => truncateSync(file, 2000), /cut off|damaged/],
  ['another kind of file', (file: string) => writeFileSync(file, 'PK\x03\x04 a zip'), /not an OpenStreetMap/],
  ['absent', (file: string) => rmSync(file), /cannot be read/],
])('a file that is %s leaves the current region unchanged, with a one-line error', async (_, harm, said) => {
  const dir = join(folder, 'harm')
  const { version } = await build(dir, fileSource(small, { name: 'Good' }))
  const file = join(folder, 'bad.osm.pbf')
  cpSync(other, file)
  harm(file)
  const failure = await build(dir, fileSource(file, { name: 'Bad' })).then(() => undefined, (error: Error) => error) // prettier-ignore
  expect(failure).toMatchObject({ name: 'AtlasError', code: 'BAD_FILE' })
  expect(failure!.message).toMatch(said)
  expect(failure!.message).not.toContain('\n')
  expect(await readCurrent(dir)).toEqual({ region: 'good', version })
  expect(existsSync(join(dir, 'bad')) ? readdirSync(join(dir, 'bad')) : []).toEqual([])
})

test('a new database gets its rows from the files', async () => {
  const dir = join(folder, 'restored')
  await build(dir, fileSource(small, { name: 'Delta' }))
  await pool.query(`delete from geo.load where region = 'delta'`)
  await expect(OpenRegion.open({ dir, sql: pool, secret: 's' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await ensureRows({ dir, sql: pool, progress: () => undefined })
  const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
  expect(await region.autocomplete('alpha street')).not.toEqual([])
  await region.close()
})

/** Runs an import in a child process and kills it (-9) once it prints a line with this beginning. */
const killedAt = async (dir: string, path: string, line: string): Promise<void> => {
  const atlas = new URL('../../../atlas/atlas.ts', import.meta.url).href
  const script = `const { buildRegion } = await import(${JSON.stringify(atlas)})
    const { default: pg } = await import('pg')
    const sql = new pg.Pool(${JSON.stringify(connection)})
    await buildRegion({ source: { kind: 'file', path: ${JSON.stringify(path)}, name: 'Killed' }, dir: ${JSON.stringify(dir)}, sql, progress: (line) => console.log(line) })
    await sql.end()`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => void (chunk.toString().includes(line) && child.kill('SIGKILL')))
    child.on('error', fail)
    child.on('exit', (_code, signal) =>
      signal === 'SIGKILL' ? done() : fail(new Error(`the import printed no line "${line}"`)),
    )
  })
}

test.each(['Reading the map', 'Building the road graph', 'Bringing places', 'Drawing map tiles'])(
  'killed at "%s": the region before stays, the next import completes',
  { timeout: 60_000 },
  async (line) => {
    const dir = join(folder, `killed ${line}`)
    const { version } = await build(dir, fileSource(small, { name: 'Before' }))
    await killedAt(dir, other, line)
    expect(await readCurrent(dir)).toEqual({ region: 'before', version })
    const info = await build(dir, fileSource(other, { name: 'Killed' }))
    expect(await readCurrent(dir)).toEqual({ region: 'killed', version: info.version })
    expect(readdirSync(join(dir, 'killed')).sort()).toEqual([info.version])
    const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
    const found = await region.autocomplete('beta avenue 5')
    expect(found.filter((suggestion) => suggestion.structured_formatting.main_text === 'Beta Avenue 5')).toHaveLength(1)
    await region.close()
    await pool.query(`delete from geo.load where region = 'killed'`)
  },
)

test('a region of an older version asks for a new import in one line [design/maps-54]', async () => {
  const dir = join(folder, 'older')
  const { region, version } = await build(dir, fileSource(small, { name: 'Older' }))
  const info = join(dir, region, version, 'region.json')
  writeFileSync(info, JSON.stringify({ ...JSON.parse(readFileSync(info, 'utf8')), format: 2 }))
  const line =
    'The map region Older was imported by another version. Import it again: npm run maps:import -- file.osm.pbf'
  await expect(OpenRegion.open({ dir, sql: pool, secret: 's' })).rejects.toThrow(line)
  // Rows of the older version would not fit the tables.
  await pool.query('delete from geo.load where region = $1', [region])
  await expect(ensureRows({ dir, sql: pool, progress: () => undefined })).rejects.toThrow(line)
  expect((await build(dir, fileSource(small, { name: 'Older again' }))).format).toBeGreaterThan(2)
  await (await OpenRegion.open({ dir, sql: pool, secret: 's' })).close()
})

test('damaged files of the current region ask for a new import', async () => {
  const dir = join(folder, 'rot')
  const { region, version } = await build(dir, fileSource(small, { name: 'Rot' }))
  const graph = join(dir, region, version, 'graph.bin')
  const bytes = readFileSync(graph)
  bytes[bytes.length - 100]! ^= 255
  writeFileSync(graph, bytes)
  await expect(OpenRegion.open({ dir, sql: pool, secret: 's' })).rejects.toThrow('Import the region again')
  writeFileSync(join(dir, 'current.json'), '{"region":"../../etc","version":"00"}')
  await expect(OpenRegion.open({ dir, sql: pool, secret: 's' })).rejects.toThrow('current.json')
})
