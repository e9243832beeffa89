import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegion, OpenRegion } from '@remis/atlas'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { metresBetween } from '../../../atlas/graph/geodesy.ts'
import { writePbf } from '../../../atlas/osm/write-pbf.ts'
import { databaseFor } from '../../testing/test-database.ts'

const { connection } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 4 })
const dir = mkdtempSync(join(tmpdir(), 'main-streets-'))
afterAll(async () => {
  await pool.end()
  rmSync(dir, { recursive: true })
})

const BEGINNINGS = ['Al', 'Ber', 'Cor', 'Dun', 'Eck', 'Fal', 'Gor', 'Hin', 'Ibs', 'Jor', 'Kal', 'Mun']
const ENDS = ['baringen', 'dorf', 'feld', 'gratz', 'heim', 'kirch', 'leiten', 'moos', 'nau', 'stetten', 'wald', 'zell']

/** 144 villages 3 km apart, each with a Hauptstrasse and its number 5, joined by roads without a name. */
const villages = BEGINNINGS.flatMap((beginning, row) =>
  ENDS.map((end, column) => ({
    name: `${beginning}${end}`,
    lat: 470_000_000 + row * 300_000,
    lng: 90_000_000 + column * 400_000,
    first: 10 * (row * ENDS.length + column) + 1,
  })),
)
const nodes = villages.flatMap(({ name, lat, lng, first }) => [
  { id: first, lat, lng, tags: {} },
  { id: first + 1, lat: lat + 4000, lng, tags: {} },
  { id: first + 2, lat: lat + 2000, lng: lng + 500, tags: { 'addr:street': 'Hauptstrasse', 'addr:housenumber': '5' } },
  { id: first + 3, lat: lat + 1000, lng: lng - 500, tags: { place: 'village', name } },
])
const road = (id: number, through: (village: unknown, i: number) => boolean) => ({
  id,
  refs: villages.filter(through).map(({ first }) => first),
  tags: { highway: 'secondary' },
})
const ways = [
  ...villages.map(({ first }) => ({
    id: first,
    refs: [first, first + 1],
    tags: { highway: 'tertiary', name: 'Hauptstrasse' },
  })),
  ...ENDS.map((_, column) => road(2_000_000 + column, (_village, i) => i % ENDS.length === column)),
  ...BEGINNINGS.map((_, row) => road(3_000_000 + row, (_village, i) => Math.floor(i / ENDS.length) === row)),
]

test('of more main streets than are compared, the one of the asked village is found [design/maps-136]', async () => {
  const file = join(dir, 'villages.osm.pbf')
  writePbf(file, nodes, ways, Date.UTC(2024, 4, 1) / 1000)
  await buildRegion({
    source: { kind: 'files', paths: [file], name: 'Villages' },
    dir,
    sql: pool,
    progress: () => undefined,
  })
  const region = await OpenRegion.open({ dir, sql: pool, secret: 'secret' })
  const wrong: string[] = []
  for (const { name, lat, lng } of villages.filter((_, i) => i % 7 === 0)) {
    for (const typed of [`Hauptstrasse 5, ${name}`, `${name}, Hauptstr. 5`, `hauptstrasse ${name}`]) {
      const [best] = await region.autocomplete(typed)
      const place = best && region.place(best.place_id)
      if (!place || metresBetween(place.lat * 1e7, place.lng * 1e7, lat, lng) > 300)
        wrong.push(`${typed}: ${best?.description}`)
    }
  }
  await region.close()
  expect(wrong).toEqual([])
})
