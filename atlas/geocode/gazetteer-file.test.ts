import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gridMap, street } from '../testing/grid-map.ts'
import { buildGazetteer } from './build-gazetteer.ts'
import { readGazetteer, writeGazetteer } from './gazetteer-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-'))
afterAll(() => rmSync(folder, { recursive: true }))

// [design/maps-62]
test('collecting, writing and reading places say their shares', async () => {
  const said: Record<'collect' | 'write' | 'read', number[]> = { collect: [], write: [], read: [] }
  const gazetteer = buildGazetteer(gridMap({ ways: [street(1, [11, 12, 13], { name: 'Alpha' })] }), (share) =>
    said.collect.push(share),
  )
  const [first] = gazetteer.places
  const places = Array.from({ length: 9000 }, (_, i) => ({ ...first!, id: i + 1 }))
  const file = join(folder, 'places.jsonl.gz')
  await writeGazetteer(file, { ...gazetteer, places }, (share) => said.write.push(share))
  let rows = 0
  for await (const batch of readGazetteer(file, (share) => said.read.push(share)))
    if (batch.table === 'place') rows += (JSON.parse(batch.rows) as unknown[]).length
  expect(rows).toBe(places.length)
  for (const shares of Object.values(said)) {
    expect(shares.length).toBeGreaterThan(2)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  }
  expect(said.read.at(-1)).toBe(1)
})
