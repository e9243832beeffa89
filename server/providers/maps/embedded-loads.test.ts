import { buildRegion, OpenRegion } from '@remis/atlas'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { loadGazetteer } from '../../../atlas/geocode/load-gazetteer.ts'
import { placesFile, versionFolder } from '../../../atlas/region/region-files.ts'
import { testMontevideo } from '../../../atlas/testing/test-region.ts'
import { databaseFor } from '../../testing/test-database.ts'

const { connection } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 2 })
afterAll(() => pool.end())

const { dir } = await testMontevideo()
const info = await buildRegion({ source: { kind: 'montevideo' }, dir, sql: pool, progress: () => undefined })
const region = await OpenRegion.open({ dir, sql: pool, secret: 'secret' })
afterAll(() => region.close())

const typed = [
  'julio',
  '18 de juilo 1234',
  'ejido y colonia',
  'hosp',
  'Turquía 3358, Montevideo',
  'xqzwvk',
  'rambal sur',
]

/** Rows of the searched tables that all searches together read. */
const read = async (): Promise<number> => {
  const rowsRead = async (): Promise<number> => {
    // The statistics of a connection are written when it is idle for a second, or asked for.
    await Promise.all(Array.from({ length: 2 }, () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.1)')))
    const { rows } = await pool.query<{ read: number }>(
      `select sum(idx_tup_fetch + seq_tup_read)::int as read from pg_stat_user_tables where schemaname = 'geo' and relname in ('place', 'word')`,
    )
    return rows[0]!.read
  }
  const before = await rowsRead()
  for (const text of typed) await region.autocomplete(text, { near: { lat: -34.9, lng: -56.18 } })
  return (await rowsRead()) - before
}

// [design/maps-53]
test('a search reads as many rows with three loads in the database as with one', { timeout: 120_000 }, async () => {
  const alone = await read()
  expect(alone).toBeGreaterThan(100)
  for (const version of ['second', 'third'])
    await loadGazetteer(pool, { region: 'other', version, file: placesFile(versionFolder(dir, info)) }, () => undefined)
  expect(await read()).toBe(alone)
})
