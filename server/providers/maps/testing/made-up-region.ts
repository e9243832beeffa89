import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegion, OpenRegion } from '@remis/atlas'
import pg from 'pg'
import { afterAll } from 'vitest'
import { writePbf, type WayToWrite } from '../../../../atlas/osm/write-pbf.ts'
import { databaseFor } from '../../../testing/test-database.ts'

type NodeToWrite = Parameters<typeof writePbf>[1][number]

/** `size` by `size` nodes, 111 m apart, numbered from 1 row by row. Row 0 is the southern one. */
export const gridNodes = (size: number): NodeToWrite[] =>
  Array.from({ length: size * size }, (_, i) => ({
    id: i + 1,
    lat: 10_000_000 + Math.floor(i / size) * 10_000,
    lng: 20_000_000 + (i % size) * 10_000,
    tags: {},
  }))

/** The ids of a row and of a column of `gridNodes`. */
export const rowOf = (size: number, row: number): number[] => Array.from({ length: size }, (_, i) => row * size + i + 1)
export const columnOf = (size: number, column: number): number[] =>
  Array.from({ length: size }, (_, i) => i * size + column + 1)

/** Imports these objects as a region on the database of a test file; closed and removed when the file ends. */
export const openMadeUpRegion = async (
  testFile: string,
  nodes: readonly NodeToWrite[],
  ways: readonly WayToWrite[],
  relations: Parameters<typeof writePbf>[4] = [],
): Promise<OpenRegion> => {
  const { connection } = await databaseFor(testFile)
  const pool = new pg.Pool({ ...connection, max: 4 })
  const dir = mkdtempSync(join(tmpdir(), 'maps-made-up-'))
  const path = join(dir, 'town.osm.pbf')
  writePbf(path, [...nodes], [...ways], Date.UTC(2026, 4, 1) / 1000, relations)
  await buildRegion({ source: { kind: 'files', paths: [path] }, dir, sql: pool, progress: () => undefined })
  const region = await OpenRegion.open({ dir, sql: pool, secret: 's' })
  afterAll(async () => {
    await region.close()
    await pool.end()
    rmSync(dir, { recursive: true })
  })
  return region
}
