import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMessage } from '../../platform/runtime/start-error.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { mapsFolder, openEmbeddedMaps } from './open-embedded-maps.ts'

const { connection } = await databaseFor(import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'open-maps-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const errorWith = (currentJson: string): Promise<unknown> => {
  mkdirSync(mapsFolder(dataDir), { recursive: true })
  writeFileSync(join(mapsFolder(dataDir), 'current.json'), currentJson)
  return openEmbeddedMaps({
    dataDir,
    connection,
    secret: new Uint8Array(32),
    progress: () => undefined,
    failed: () => undefined,
  }).catch((error: unknown) => error)
}

test('a map that cannot be opened ends the start with one line', async () => {
  expect(startMessage(await errorWith('{'))).toBe(
    'The map region is not usable: current.json in the maps folder is damaged. Delete it, or import the region again.',
  )
  expect(startMessage(await errorWith('{"region":"gone","version":"0123456789abcdef"}'))).toMatch(
    /^The map region is not usable: The map region cannot be read: ENOENT: .*Import it again\.$/,
  )
})
