import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@remis/server/endpoints'
import { openEmbeddedMaps } from '@remis/server/providers/maps/open-embedded-maps'
import type { MapsProvider } from '@remis/server/providers/maps/maps-provider'
import { databaseFor } from '@remis/server/testing/test-database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { long, many } from '../scale.ts'
import { explore } from './explore.ts'
import { casesOf } from './fuzz-case.ts'
import { openFuzzCity, type FuzzCity } from './fuzz-city.ts'
import { commonFaultsOf, faultsOf } from './judge.ts'
import { watchOf, type Watch } from './watch.ts'

const database = await databaseFor(import.meta.url)
const asking = endpoints
  .filter(({ endpoint }) => endpoint.rate === 'maps')
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))

/** The embedded city takes a while to build, so the gate uses stand-in maps; this uses the real engine. */
describe.runIf(long)('the embedded maps answer any input', () => {
  let city: FuzzCity
  let watch: Watch
  let maps: MapsProvider | undefined
  let folder = ''

  afterAll(async () => {
    await city.city.server.stop()
    await maps?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'remis-fuzz-maps-'))
    maps = await openEmbeddedMaps({
      dataDir: folder,
      connection: database.connection,
      secret: Buffer.alloc(32, 3),
      progress: () => undefined,
      failed: (error) => {
        throw error
      },
    })
    city = await openFuzzCity(database, { maps })
    watch = await watchOf(database.db.request)
  })

  it.each(asking)('$name', async ({ endpoint, name }) => {
    await explore({
      name: `maps ${name}`,
      base: city.city.server.url,
      runs: many(40, 5000),
      cases: () => casesOf(endpoint, city, ['lat', 'lng', 'distance']),
      faults: (asked, answer) => faultsOf(endpoint, asked, answer),
      mayChange: (_asked, { status }) => status < 300,
      watch,
    })
  })

  it('tiles', async () => {
    const number = fc.oneof(fc.integer(), fc.nat(5000), fc.constantFrom('', '-0', '1e1', '0x1', '99999999', '٣', '%00'))
    await explore({
      name: 'tiles',
      base: city.city.server.url,
      runs: many(100, 5000),
      cases: () =>
        fc.tuple(fc.oneof(fc.nat(20), number), number, number).map(([z, x, y]) => ({
          method: 'GET',
          url: `/maps/tiles/${encodeURI(String(z))}/${encodeURI(String(x))}/${encodeURI(String(y))}.mvt`,
          headers: {},
        })),
      faults: (_asked, answer) => commonFaultsOf(answer),
      mayChange: () => false,
      watch,
    })
  })
})
