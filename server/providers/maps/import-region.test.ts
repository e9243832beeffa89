import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildRegion, OpenRegion, readCurrent, readyRegion, type Source } from '@remis/atlas'
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
const fileSource = (path: string, more: object = {}): Source => ({ kind: 'files', paths: [path], ...more })
const build = (dir: string, source: Source, lines: string[] = []) =>
  buildRegion({ source, dir, sql: pool, progress: (line) => lines.push(line) })
const loads = async (region: string): Promise<number> =>
  Number((await pool.query(`select count(*)::int as n from geo.load where region = $1`, [region])).rows[0].n)

test('any file becomes a region that answers; importing it again does nothing', async () => {
  const dir = join(folder, 'any')
  const lines: string[] = []
  const info = await build(dir, fileSource(small), lines)
  expect(info).toMatchObject({ region: 'alpha', name: 'alpha', date: '2024-05-01', counts: { edges: 264, houses: 12 } })
  expect(lines[0]).toMatch(/^Needs about \d+ MB of memory .* and \d+ MB on disk/)
  expect(lines[1]).toBe('Reading the map of alpha')
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
  let worked = 0
  const region = { dir, sql: pool, secret: 's' }
  const current = await CurrentRegion.open(
    region,
    (error) => failed.push(error),
    () => worked++,
  )
  await current.refresh()
  const before = current.region
  await build(dir, fileSource(other, { name: 'Beta Town' }))
  await current.refresh()
  expect(current.region.info.name).toBe('Beta Town')
  expect(before.route({ lat: 1.0002, lng: 2 }, { lat: 1.009, lng: 2.009 }).km).toBeGreaterThan(1)
  await current.close()
  expect([failed, worked]).toEqual([[], 2])
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

const flipBit = (file: string): void => {
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(file, bytes)
}

test.each([
  ['cut off', (file: string) => truncateSync(file, 2000), /cut off|damaged/],
  ['damaged by one bit', (file: string) => flipBit(file), /damaged/],
  ['empty', (file: string) => writeFileSync(file, ''), /is empty/],
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
  await keepsWorking(dir, { region: 'good', version }, 'bad')
})

/** The region before is the current one and answers; nothing of the refused one is there. */
const keepsWorking = async (dir: string, before: object, refused: string): Promise<void> => {
  expect(await readCurrent(dir)).toEqual(before)
  expect([existsSync(join(dir, refused)), existsSync(join(dir, 'import.lock')), await loads(refused)]).toEqual([false, false, 0])
  const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
  expect(region.route({ lat: 1.0002, lng: 2 }, { lat: 1.009, lng: 2.009 }).km).toBeGreaterThan(1)
  expect(await region.autocomplete('alpha street 3')).not.toEqual([])
  expect((await region.tile(14, 8283, 8146))?.length).toBeGreaterThan(0)
  await region.close()
} // prettier-ignore

/** Writes to this device fail like those to a full disk. */
const FULL_DISK = '/dev/full'

// [design/maps-62]
test.skipIf(!existsSync(FULL_DISK)).each(['places.jsonl.gz', 'graph.bin', 'tiles.pmtiles'])(
  'a disk that is full when %s is written: one line, and the region before keeps working',
  { timeout: 180_000 },
  async (name) => {
    const dir = join(folder, `full ${name}`)
    const { version } = await build(dir, fileSource(small, { name: 'Good' }))
    const progress = (line: string): void => {
      if (!line.startsWith('Reading')) return
      const staging = readdirSync(join(dir, 'full')).find((entry) => entry.startsWith('.staging'))!
      symlinkSync(FULL_DISK, join(dir, 'full', staging, name))
    }
    const work = buildRegion({ source: fileSource(suburb('full.osm.pbf', 20_000), { name: 'Full' }), dir, sql: pool, progress })
    await expect(work).rejects.toThrow(/^There is no space left on the disk\. Free some, then import again\.$/)
    await keepsWorking(dir, { region: 'good', version }, 'full')
  },
) // prettier-ignore

// [design/maps-61]
test('a file for which the disk is too small is refused before it is read', async () => {
  const dir = join(folder, 'huge')
  const { version } = await build(dir, fileSource(small, { name: 'Good' }))
  const file = join(folder, 'huge.osm.pbf')
  cpSync(other, file)
  truncateSync(file, 4 * 2 ** 40)
  await expect(build(dir, fileSource(file))).rejects.toThrow(/^The import needs about \d+\.\d GB on disk and [\d.]+ [MG]B are free/)
  await keepsWorking(dir, { region: 'good', version }, 'huge')
}) // prettier-ignore

test('of imports of two cities at once one waits for the other, and both are there', { timeout: 180_000 }, async () => {
  const dir = join(folder, 'two')
  const lines: string[] = []
  await Promise.all([
    build(dir, fileSource(small, { name: 'First' }), lines),
    build(dir, fileSource(other, { name: 'Second' }), lines),
  ])
  expect(lines.filter((line) => line === 'Waiting for another import to end')).toHaveLength(1)
  expect(readdirSync(dir).sort()).toEqual(['current.json', 'first', 'second'])
  expect(['first', 'second']).toContain((await readCurrent(dir))?.region)
}) // prettier-ignore

// [design/maps-62]
test('a stopped import throws the reason and leaves neither files nor rows', { timeout: 180_000 }, async () => {
  const dir = join(folder, 'stopped')
  const { version } = await build(dir, fileSource(small, { name: 'Kept' }))
  for (const line of ['Reading the map', 'Bringing places', 'Building the road graph', 'Drawing map tiles']) {
    const stop = new AbortController()
    const progress = (text: string): void => {
      if (text.startsWith(line)) stop.abort(new Error('Stopped.'))
    }
    const source = fileSource(other, { name: 'Stopped' })
    await expect(buildRegion({ source, dir, sql: pool, progress, signal: stop.signal })).rejects.toThrow('Stopped.')
    expect([existsSync(join(dir, 'stopped')), existsSync(join(dir, 'import.lock'))], line).toEqual([false, false])
    expect(await loads('stopped'), line).toBe(0)
  }
  expect(await readCurrent(dir)).toEqual({ region: 'kept', version })
})

/** Buildings in rows over 130 km, and one street through the middle: much to draw, nothing to route. */
const suburb = (file: string, houses: number): string => {
  const nodes: { id: number; lat: number; lng: number; tags: Record<string, string> }[] = []
  const ways: WayToWrite[] = []
  for (let i = 0; i < houses; i++) {
    const [lat, lng] = [10_000_000 + Math.floor(i / 400) * 30_000, 20_000_000 + (i % 400) * 30_000]
    const corners = [[0, 0], [0, 1_500], [1_500, 1_500], [1_500, 0]].map(([up, right]) => {
      nodes.push({ id: nodes.length + 1, lat: lat + up!, lng: lng + right!, tags: {} })
      return nodes.length
    }) // prettier-ignore
    ways.push({ id: i + 1, refs: [...corners, corners[0]!], tags: { building: 'house' } })
  }
  const street = Array.from({ length: 300 }, (_, i) => {
    nodes.push({ id: nodes.length + 1, lat: 13_745_000, lng: 20_000_000 + i * 40_000, tags: {} })
    return nodes.length
  })
  street.slice(1).forEach((to, i) => {
    ways.push({ id: houses + i + 1, refs: [street[i]!, to], tags: { highway: 'primary', name: `Part ${i}` } })
  })
  writePbf(join(folder, file), nodes, ways, Date.UTC(2024, 4, 1) / 1000, [], [2, 1, 3.2, 1.75])
  return join(folder, file)
}

// [design/maps-61]
test('the heap does not grow with what is drawn: 100,000 buildings fit into 128 MB', { timeout: 120_000 }, async () => {
  const dir = join(folder, 'memory')
  const info = await buildRegion({
    source: fileSource(suburb('suburb.osm.pbf', 100_000)),
    dir,
    sql: pool,
    progress: () => undefined,
    memory: 128,
  })
  expect(info.counts.tiles).toBeGreaterThan(1000)
})

test('an import without memory says so, and how to give it more', { timeout: 180_000 }, async () => {
  const dir = join(folder, 'scarce')
  const work = buildRegion({ source: fileSource(other), dir, sql: pool, progress: () => undefined, memory: 5 })
  await expect(work).rejects.toThrow('The import ran out of memory at 5 MB. Give it more with --memory')
})

// [design/maps-63]
test('without tiles the region answers, and its tiles are empty', async () => {
  const dir = join(folder, 'bare')
  const lines: string[] = []
  const progress = (line: string): void => void lines.push(line)
  const info = await buildRegion({ source: fileSource(small, { name: 'Bare' }), dir, sql: pool, progress, noTiles: true })
  expect(info.counts.tiles).toBe(0)
  expect(lines).not.toContain('Drawing map tiles')
  const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
  expect(region.route({ lat: 1.0002, lng: 2 }, { lat: 1.009, lng: 2.009 }).km).toBeGreaterThan(1)
  expect(await region.tile(14, 8283, 8146)).toBeUndefined()
  await region.close()
}) // prettier-ignore

test('a new database gets its rows from the files', async () => {
  const dir = join(folder, 'restored')
  await build(dir, fileSource(small, { name: 'Delta' }))
  await pool.query(`delete from geo.load where region = 'delta'`)
  await expect(OpenRegion.open({ dir, sql: pool, secret: 's' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await readyRegion({ dir, sql: pool, progress: () => undefined })
  const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
  expect(await region.autocomplete('alpha street')).not.toEqual([])
  await region.close()
})

/** An import of `source` that holds the lock until its question is answered. */
const importThatAsks = (dir: string, source: Source) =>
  new Promise<{ answer: (yes: boolean) => void; ended: Promise<unknown> }>((ready, fail) => {
    const approve = () => new Promise<boolean>((answer) => ready({ answer, ended }))
    const ended = buildRegion({ source, dir, sql: pool, progress: () => undefined, approve })
    ended.catch(fail)
  })

test('a start during the first import keeps the region that it brings into use [design/maps-124]', async () => {
  const dir = join(folder, 'start during import')
  const running = await importThatAsks(dir, fileSource(small, { name: 'First' }))
  const lines: string[] = []
  const start = readyRegion({ dir, sql: pool, progress: (line) => lines.push(line) })
  await expect.poll(() => lines).toEqual(['Waiting for another import to end'])
  running.answer(true)
  await Promise.all([running.ended, start])
  expect((await readCurrent(dir))?.region).toBe('first')
  expect(existsSync(join(dir, 'montevideo'))).toBe(false)
})

test('a start on a complete region does not wait for an import [design/maps-124]', async () => {
  const dir = join(folder, 'start beside import')
  await build(dir, fileSource(small, { name: 'Ready' }))
  const running = await importThatAsks(dir, fileSource(other, { name: 'Next' }))
  const lines: string[] = []
  try {
    await Promise.race([readyRegion({ dir, sql: pool, progress: (line) => lines.push(line) }), sleep(2000)])
    expect(lines).toEqual([])
    expect((await readCurrent(dir))?.region).toBe('ready')
  } finally {
    running.answer(false)
    await running.ended
  }
})

/** Runs an import in a child process and kills it (-9) once it prints a line with this beginning. */
const killedAt = async (dir: string, path: string, line: string): Promise<void> => {
  const atlas = new URL('../../../atlas/atlas.ts', import.meta.url).href
  const script = `const { buildRegion } = await import(${JSON.stringify(atlas)})
    const { default: pg } = await import('pg')
    const sql = new pg.Pool(${JSON.stringify(connection)})
    await buildRegion({ source: { kind: 'files', paths: [${JSON.stringify(path)}], name: 'Killed' }, dir: ${JSON.stringify(dir)}, sql, progress: (line) => console.log(line) })
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
  { timeout: 180_000 },
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
  await expect(readyRegion({ dir, sql: pool, progress: () => undefined })).rejects.toThrow(line)
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
