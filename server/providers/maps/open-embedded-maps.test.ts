import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startMessage } from '../../platform/runtime/start-error.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { mapsFolder, openEmbeddedMaps } from './open-embedded-maps.ts'

const { connection } = await databaseFor(import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'open-maps-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const errorWith = (currentJson: string): Promise<unknown> => {
  mkdirSync(mapsFolder(dataDir), { recursive: true })
  writeFileSync(join(mapsFolder(dataDir), 'current.json'), currentJson)
  return error()
}

const error = (): Promise<unknown> =>
  openEmbeddedMaps({
    dataDir,
    connection,
    secret: new Uint8Array(32),
    progress: () => undefined,
    failed: () => undefined,
  }).then(
    (maps) => maps.close(),
    (caught: unknown) => caught,
  )

test('a map that cannot be opened ends the start with one line', async () => {
  expect(startMessage(await errorWith('{'))).toBe(
    'The map region is not usable: current.json in the maps folder is damaged. Delete it, or import the region again.',
  )
  expect(startMessage(await errorWith('{"region":"gone","version":"0123456789abcdef"}'))).toMatch(
    /^The map region is not usable: The map region cannot be read: ENOENT: .*Import it again\.$/,
  )
})

test('a database that has lost its maps folder does not get the trial city [design/data-115]', async () => {
  const file = join(mapsFolder(dataDir), 'current.json')
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    `insert into geo.load (region, version, state) values ('porto', '01', 'ready'), ('faro', '01', 'loading')`,
  )
  await errorWith('')
  rmSync(file)
  expect(startMessage(await error())).toBe(
    `The map region is not usable: The database has the map of porto, but no region is in use in ${mapsFolder(dataDir)}. Copy the folder back, or import the map: npm run maps:import -- file.osm.pbf`,
  )
  mkdirSync(file)
  expect(startMessage(await error())).toContain('current.json in the maps folder cannot be read: EISDIR')
})
