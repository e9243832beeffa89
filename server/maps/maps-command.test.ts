import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCurrent } from '@remis/atlas'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { harbourTown } from '../../atlas/testing/harbour-town.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { isAlive } from '../embedded-postgres/processes.ts'
import { builtServer } from '../testing/built-server.ts'
import { shortFolder } from '../testing/global-setup/cluster.ts'
import { databaseFor } from '../testing/test-database.ts'
import { readImportOptions } from './import-options.ts'
import { readMapsCommand } from './maps-command.ts'

const { connection, db } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 4 })
const folder = mkdtempSync(join(tmpdir(), 'maps-command-'))
const dir = join(folder, 'maps')
const town = harbourTown(join(folder, 'town.osm.pbf'))
afterAll(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})

const run = async (...words: string[]): Promise<{ code: number; lines: string[] }> => {
  const lines: string[] = []
  const code = await readMapsCommand(words[0], words.slice(1), folder)({
    dir,
    sql: pool,
    db,
    appCategory: 'taxi',
    isMigrated: async () => true,
    operator: 'root',
    ask: undefined,
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => lines.push(line),
  })
  return { code, lines }
} // prettier-ignore

// [design/maps-64]
test('imports, lists, switches and removes regions, and says what is wrong with the current one', async () => {
  expect(await run('list')).toEqual({ code: 0, lines: ['No region is imported yet. Run: npm run maps:import -- file.osm.pbf'] })
  expect((await run('doctor')).code).toBe(1)
  const first = await run('import', 'town.osm.pbf', '--name', 'One')
  expect(first.code).toBe(0)
  expect(first.lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^One is ready: \d+ roads, \d+ places/),
    'A running server uses it within seconds.',
    'One: Portugal, EUR, Europe/Lisbon, Português, kilometres, cars drive on the right, centre 1.0362, 2.0612.',
  ])
  await run('import', town, '--name', 'Two', '--no-tiles')
  expect((await run('list')).lines).toEqual([
    expect.stringMatching(/^one +One: .* map of 2024-05-01\. From town\.osm\.pbf\. 1 MB on disk, can be used\.$/),
    expect.stringMatching(/^two +Two: .* in use\.$/),
  ])
  expect((await run('use', 'one')).lines[0]).toBe('One is in use. A running server switches to it.')
  expect((await run('use', 'one')).lines[0]).toBe('One is in use already.')
  expect(await readCurrent(dir)).toMatchObject({ region: 'one' })
  const { lines } = await run('doctor')
  expect(lines.map((line) => line.slice(0, 5))).toEqual(['ok   ', 'ok   ', 'ok   ', 'ok   '])
  expect(lines[0]).toBe('ok     Region One, map of 2024-05-01, from town.osm.pbf')
  await expect(run('remove', 'one')).rejects.toThrow('one is in use. Switch to another region first')
  expect((await run('remove', 'two')).lines).toEqual(['two is removed.'])
  expect(existsSync(join(dir, 'two'))).toBe(false)
  expect((await pool.query(`select count(*)::int as n from geo.load where region = 'two'`)).rows[0].n).toBe(0)
  await expect(run('use', 'two')).rejects.toThrow('There is no region "two"')
}, 120_000) // prettier-ignore

test('the doctor finds damaged roads, cut tiles and missing places, each without the others', async () => {
  await run('import', town, '--name', 'One')
  const { region, version } = (await readCurrent(dir))!
  const spoil = async (file: string, change: (bytes: Buffer) => Buffer): Promise<string[]> => {
    const path = join(dir, region, version, file)
    const whole = readFileSync(path)
    writeFileSync(path, change(Buffer.from(whole)))
    const { code, lines } = await run('doctor')
    writeFileSync(path, whole)
    expect(code).toBe(1)
    return lines.filter((line) => line.startsWith('WRONG'))
  }
  expect(await spoil('graph.bin', (bytes) => bytes.fill(255, bytes.length - 200))).toEqual([
    expect.stringMatching(/^WRONG {2}Roads and 50 test routes: .*Import the region again/),
  ])
  expect(await spoil('tiles.pmtiles', (bytes) => bytes.subarray(0, 17_000))).toEqual([
    expect.stringMatching(/^WRONG {2}Map tiles: .*Import the region again/),
  ])
  await pool.query(`delete from geo.load where region = 'one'`)
  expect((await run('doctor')).lines.filter((line) => line.startsWith('WRONG'))).toEqual([
    'WRONG  Places in the database: They are missing. Start the server, or import the region again.',
  ])
})

test('reads the options of an import', () => {
  expect(readImportOptions(['north.osm.pbf', '/maps/south.osm.pbf', '--name', 'Both'], '/here').source).toEqual({
    kind: 'files',
    paths: ['/here/north.osm.pbf', '/maps/south.osm.pbf'],
    name: 'Both',
  })
  expect(readImportOptions(['a.osm.pbf', '--bbox', '-8.7,41,-8.5,41.2', '--memory', '3000', '--accept', '--force'], '/here')).toEqual({
    source: { kind: 'files', paths: ['/here/a.osm.pbf'], bbox: [-8.7, 41, -8.5, 41.2] },
    accept: true,
    force: true,
    memory: 3000,
  })
}) // prettier-ignore

test.each([
  [['import'], 'Usage: npm run maps:import'],
  [['import', 'a.osm.pbf', '--memory', 'lots'], '--memory needs a number of megabytes, at least 256.'],
  [['import', 'a.osm.pbf', '--memory', '10'], '--memory needs a number of megabytes, at least 256.'],
  [['import', 'a.osm.pbf', '--bbox', '1,2,3'], '--bbox needs four numbers'],
  [['use'], 'Usage: npm run maps:use -- region'],
  [['use', 'one', '--yes'], 'Usage: npm run maps:use -- region'],
  [['use', '../../etc'], 'Usage: npm run maps:use -- region'],
  [['remove', '../../etc'], 'Usage: npm run maps:remove -- region'],
  [['list', 'all'], 'Usage: npm run maps:list'],
  [['destroy'], 'Usage: npm run maps:import, maps:list'],
])('refuses %j with one line', async (words, line) => {
  await expect(async () => run(...words)).rejects.toThrow(line)
})

test('a command uses the running database also where its socket is in another folder [design/data-101]', async () => {
  const dataDir = shortFolder()
  const elsewhere = shortFolder()
  const database = await startEmbeddedPostgres({ dataDir })
  onTestFinished(async () => {
    await database.stop()
    for (const path of [dataDir, elsewhere]) rmSync(path, { recursive: true })
  })
  const socket = join(elsewhere, 'run')
  symlinkSync(database.connection.host, socket)
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(database.connection.host, socket))
  const program = await builtServer('import-cli')
  const ran = spawnSync(process.execPath, [program, 'list'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(`${ran.stdout}${ran.stderr}`).toBe('No region is imported yet. Run: npm run maps:import -- file.osm.pbf\n')
  expect(isAlive(database.pid)).toBe(true)
}, 60_000)
