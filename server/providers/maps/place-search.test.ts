import { existsSync, readFileSync } from 'node:fs'
import { buildRegion, OpenRegion } from '@remis/atlas'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../../../atlas/geocode/collect/collect-houses.ts'
import { normalise, plain } from '../../../atlas/geocode/words/normalise.ts'
import { metresBetween } from '../../../atlas/graph/geodesy.ts'
import type { OsmWay } from '../../../atlas/osm/osm-data.ts'
import { readOsm } from '../../../atlas/osm/read-osm.ts'
import { seeded } from '../../../atlas/testing/random.ts'
import { extractFile, testMontevideo, testRegion } from '../../../atlas/testing/test-region.ts'
import { databaseFor } from '../../testing/test-database.ts'
import type { CurrentRegion } from './current-region.ts'
import { embeddedMaps } from './embedded-maps.ts'

const { connection } = await databaseFor(import.meta.url)
const pool = new pg.Pool({ ...connection, max: 4 })
afterAll(() => pool.end())

const openRegion = async (dir: string, source: Parameters<typeof buildRegion>[0]['source']): Promise<OpenRegion> => {
  await buildRegion({ source, dir, sql: pool, progress: () => undefined })
  const region = await OpenRegion.open({ dir, sql: pool, secret: 'secret' })
  afterAll(() => region.close())
  return region
}

const extract = async (name: string): Promise<{ file: string; region: OpenRegion } | undefined> => {
  const file = extractFile(`${name}.osm.pbf`)
  if (!existsSync(file)) {
    process.stdout.write(`The extract of ${name} is not here: its searches are not tested.\n`)
    return undefined
  }
  const source = { kind: 'files', paths: [file] } as const
  return { file, region: await openRegion((await testRegion(source)).dir, source) }
}

const montevideo = await openRegion((await testMontevideo()).dir, { kind: 'montevideo' })
const porto = await extract('porto')
const liechtenstein = await extract('liechtenstein')

interface Query {
  readonly kind: 'plain' | 'pasted' | 'typo'
  readonly typed: string
  readonly main: string
  readonly lat: number
  readonly lng: number
  /** metres */
  readonly within: number
}

const lists = [
  { name: 'montevideo', region: montevideo },
  { name: 'porto', region: porto?.region },
  { name: 'liechtenstein', region: liechtenstein?.region },
].flatMap(({ name, region }) => {
  const file = new URL(`../../../atlas/geocode/queries/${name}.json`, import.meta.url)
  return region ? [{ name, region, queries: JSON.parse(readFileSync(file, 'utf8')) as Query[] }] : []
})

const metresFrom = (a: { lat: number; lng: number }, b: { lat: number; lng: number }): number =>
  metresBetween(a.lat * 1e7, a.lng * 1e7, b.lat * 1e7, b.lng * 1e7)

/** The place of the expected name and spot among the suggestions, -1 when it is not there. */
const positionOf = async (
  region: OpenRegion,
  { typed, main, within, ...spot }: Query,
): Promise<{ at: number; found: string[] }> => {
  const found = await region.autocomplete(typed)
  const at = found.findIndex(
    ({ place_id, structured_formatting }) =>
      normalise(structured_formatting.main_text) === normalise(main) &&
      metresFrom(region.place(place_id), spot) <= within,
  )
  return { at, found: found.slice(0, 3).map(({ description }) => description) }
}

describe('typed and pasted queries', () => {
  test(
    'nine of ten find the place first, 98 of 100 among the first three [design/maps-40]',
    { timeout: 240_000 },
    async () => {
      const notFirst: string[] = []
      const missed: string[] = []
      let all = 0
      for (const { name, region, queries } of lists) {
        for (const query of queries) {
          const { at, found } = await positionOf(region, query)
          all++
          const line = `${name}: ${query.typed} → ${query.main} at ${at}: ${found.join(' | ')}`
          if (at !== 0) notFirst.push(line)
          if (at < 0 || at > 2) missed.push(line)
        }
      }
      expect(1 - missed.length / all, missed.join('\n')).toBeGreaterThanOrEqual(0.98)
      expect(1 - notFirst.length / all, notFirst.join('\n')).toBeGreaterThanOrEqual(0.9)
    },
  )

  test('the lists hold at least 200 queries, half of them pasted lines and typos', () => {
    const all = ['montevideo', 'porto', 'liechtenstein'].flatMap(
      (name) =>
        JSON.parse(
          readFileSync(new URL(`../../../atlas/geocode/queries/${name}.json`, import.meta.url), 'utf8'),
        ) as Query[],
    )
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(all.filter(({ kind }) => kind !== 'plain').length * 2).toBeGreaterThanOrEqual(all.length)
  })

  test.each([
    ['Punta del Este'],
    ['Obelisco Buenos Aires'],
    ['Hauptstrasse 12, 10115 Berlin'],
    ['Rua Augusta 1200, São Paulo'],
    ['xqzwvk'],
  ])('"%s" is outside the region and finds nothing unrelated [design/maps-45]', async (typed) => {
    const found = await montevideo.autocomplete(typed)
    const words = plain(typed)
      .split(' ')
      .filter((word) => /^\p{L}{4,}$/u.test(word))
    for (const { description } of found)
      expect(
        words.every((word) => plain(description).includes(word)),
        description,
      ).toBe(true)
  })

  test('bicycle racks and parking entrances are not places', async () => {
    for (const typed of ['terminal ciudadela norte', 'estacionamiento montevideo shopping']) {
      for (const { structured_formatting } of await montevideo.autocomplete(typed))
        expect(structured_formatting.main_text).not.toMatch(/^Terminal Ciudadela Norte$/)
    }
  })

  test('neighbourhoods of Montevideo lie in Montevideo, not in the town next to it', async () => {
    for (const typed of ['punta gorda', 'malvin', 'hotel casino carrasco', 'carrasco norte']) {
      const [best] = await montevideo.autocomplete(typed)
      expect(best!.structured_formatting.secondary_text).toMatch(/Montevideo$/)
    }
    expect((await montevideo.locate({ lat: -34.9058, lng: -56.1894 })).address).toMatch(
      /^Avenida 18 de Julio.*, Centro, Montevideo$/,
    )
  })

  test('a name before its address is the place, not the house', async () => {
    const found = await montevideo.autocomplete('Hospital Maciel, 25 de Mayo 174, Montevideo')
    expect(found[0]!.structured_formatting.main_text).toBe('Hospital Maciel')
    const [shop] = await montevideo.autocomplete('Devoto, Avenida General San Martín, Cerrito, Montevideo')
    expect(shop!.description).toBe('Devoto, Avenida General San Martín, Cerrito, Montevideo')
  })

  test.each(['aiport', 'aeropurto', 'flughafn'])('"%s" is an airport with a typing mistake', async (typed) => {
    const [best] = await montevideo.autocomplete(typed)
    expect(best!.structured_formatting.main_text).toMatch(/Aeropuerto/)
  })

  test.each(['ru', 'av', 'de', 'r', 'ma'])('a beginning as short as "%s" finds something', async (typed) => {
    expect(await montevideo.autocomplete(typed)).not.toEqual([])
  })

  test('a number between two known ones is estimated and says so', async () => {
    const [known] = await montevideo.autocomplete('fray bentos 4036')
    expect(known!.approximate).toBeUndefined()
    const found = await montevideo.autocomplete('fray bentos 4034')
    expect(found[0]).toMatchObject({ approximate: true, structured_formatting: { main_text: 'Fray Bentos 4034' } })
    expect(metresFrom(montevideo.place(found[0]!.place_id), montevideo.place(known!.place_id))).toBeLessThan(60)
  })
})

test.runIf(liechtenstein)(
  'on a map of two countries only places of the asked one are found [design/maps-6]',
  async () => {
    const { region } = liechtenstein!
    expect(region.info.countries).toEqual(['LI', 'AT'])
    const maps = embeddedMaps({ region } as CurrentRegion)
    const found = async (keyword: string, country?: string) =>
      (await maps.autocomplete({ keyword, ...(country === undefined ? {} : { country }) })).map(
        ({ structured_formatting }) => structured_formatting.main_text,
      )
    const [austrian, own] = ['Sebastian-Kneipp-Straße', 'Aeulestrasse']
    for (const country of [undefined, 'AT']) expect(await found(austrian, country)).toContain(austrian)
    expect(await found(austrian, 'li')).not.toContain(austrian)
    for (const country of [undefined, 'LI']) expect(await found(own, country)).toContain(own)
    expect(await found(own, 'AT')).not.toContain(own)
  },
)

describe.runIf(porto)('streets of one name', () => {
  test('the text of a suggestion, typed or pasted again, finds the same place', { timeout: 120_000 }, async () => {
    const { rows } = await pool.query<{ text: string }>(
      `select name || ', ' || context as text from geo.place join geo.load l on l.id = load_id
       where region = 'porto' and kind = 'street' and context <> '' order by md5(find || context) limit 60`,
    )
    expect(rows.length).toBe(60)
    const lost: string[] = []
    for (const { text } of rows) {
      const found = (await porto!.region.autocomplete(text)).map(({ description }) => description)
      if (!found.slice(0, 3).includes(text)) lost.push(`${text}: ${found.slice(0, 3).join(' | ')}`)
    }
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(1)
  })

  test.each([
    { metres: 800, first: 2 },
    { metres: 250, first: 8 },
  ])(
    'none that is $metres m from the next is lost: each is among the first $first near it [design/maps-43]',
    { timeout: 120_000 },
    async ({ metres, first }) => {
      const { file, region } = porto!
      const map = readOsm([file])
      const byName = new Map<string, OsmWay[]>()
      for (const way of map.ways) {
        const { name, highway } = way.tags
        if (
          name &&
          highway &&
          !/^(proposed|construction|raceway|services|bridleway|elevator|platform|rest_area|corridor)/.test(highway) &&
          /^(motorway|trunk|primary|secondary|tertiary|residential|unclassified|pedestrian|living_street|service)(_link)?$/.test(
            highway,
          )
        )
          byName.set(normalise(name), [...(byName.get(normalise(name)) ?? []), way])
      }
      // Independent of the importer: ways of one name that are nowhere this near to each other are two streets.
      const clusters = [...byName].flatMap(([name, ways]) =>
        apart(map, ways, metres).map((cluster) => ({ name, cluster })),
      )
      const several = clusters.filter(({ name }) => clusters.filter((other) => other.name === name).length > 1)
      const random = seeded(43)
      const sample = several.filter(() => random() < 160 / several.length)
      expect(sample.length).toBeGreaterThan(100)
      const lost: string[] = []
      for (const { name, cluster } of sample) {
        const places = cluster.flatMap(({ nodes }) => [...nodes])
        const middle = places[places.length >> 1]!
        const near = { lat: map.lat[middle]! / 1e7, lng: map.lng[middle]! / 1e7 }
        const found = (await region.autocomplete(name, { near })).slice(0, first)
        const ok = found.some(({ place_id, structured_formatting }) => {
          const place = region.place(place_id)
          return (
            normalise(structured_formatting.main_text) === name &&
            places.some((at) => metresBetween(map.lat[at]!, map.lng[at]!, place.lat * 1e7, place.lng * 1e7) < 50)
          )
        })
        if (!ok)
          lost.push(`${name} ${near.lat},${near.lng}: ${found.map(({ description }) => description).join(' | ')}`)
      }
      expect(lost).toEqual([])
    },
  )
})

const apart = (map: ReturnType<typeof readOsm>, ways: readonly OsmWay[], metres: number): OsmWay[][] => {
  const clusters: OsmWay[][] = []
  const open = [...ways]
  while (open.length > 0) {
    const cluster = [open.pop()!]
    for (let i = 0; i < cluster.length; i++) {
      for (let k = open.length - 1; k >= 0; k--) {
        const close = [...cluster[i]!.nodes].some((a) =>
          [...open[k]!.nodes].some((b) => metresBetween(map.lat[a]!, map.lng[a]!, map.lat[b]!, map.lng[b]!) < metres),
        )
        if (close) cluster.push(...open.splice(k, 1))
      }
    }
    clusters.push(cluster)
  }
  return clusters
}

describe('addresses', () => {
  test.runIf(porto && liechtenstein)(
    '95 of 100 houses get their own street, pedestrian streets included [design/maps-50]',
    { timeout: 120_000 },
    async () => {
      const random = seeded(50)
      const wrong: string[] = []
      let all = 0
      for (const { file, region } of [porto!, liechtenstein!]) {
        const addresses = [...addressesOf(readOsm([file]))].filter(({ tags }) => tags['addr:street'])
        for (const { tags, lat, lng } of addresses.filter(() => random() < 500 / addresses.length)) {
          all++
          // At the door, and where a phone may think it is.
          const off = (): number => Math.round((random() - 0.5) * 600)
          for (const spot of [
            { lat, lng },
            { lat: lat + off(), lng: lng + off() },
          ]) {
            const { address } = await region.locate({ lat: spot.lat / 1e7, lng: spot.lng / 1e7 })
            const near = normalise(address)
              .replaceAll(' ', '')
              .startsWith(normalise(tags['addr:street']!).replaceAll(' ', '').slice(0, -2))
            if (!near) wrong.push(`${tags['addr:street']} ${tags['addr:housenumber']}: ${address}`)
          }
        }
      }
      expect(all).toBeGreaterThan(450)
      expect(wrong.length / (2 * all), wrong.join('\n')).toBeLessThanOrEqual(0.05)
    },
  )
})

/** What a rider may type for a house, and with one wrong letter in a word of at least five. */
const spellings = (street: string, number: string, town: string, random: () => number): string[] => [
  `${street} ${number}`,
  `${street}, ${number}`,
  `${number} ${street}`,
  normalise(`${street} ${number}`),
  `${street} ${number}, ${town}`,
  `${town}, ${street} ${number}`,
  `${street.replace(/\p{L}{5,}/u, (word) => withSlip(word, random))} ${number}`,
]

const withSlip = (word: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)]
  const slips = [before + next + after, before + letter + letter + next + after, before + next + letter + after]
  return slips[Math.floor(random() * slips.length)]!
}

const someOf = <T>(list: readonly T[], count: number, random: () => number): T[] =>
  list.filter(() => random() < count / list.length)

describe.runIf(porto && liechtenstein)('places drawn at random from the extracts', () => {
  test('95 of 100 houses are among the first three, however they are typed [design/maps-40]', async () => {
    const random = seeded(41)
    const missed: string[] = []
    let all = 0
    for (const { file, region } of [porto!, liechtenstein!]) {
      const houses = [...addressesOf(readOsm([file]))].filter(({ tags }) => tags['addr:street'] && tags['addr:city'])
      for (const { tags, lat, lng } of someOf(houses, 150, random)) {
        const town = `${tags['addr:postcode'] ?? ''} ${tags['addr:city']}`.trim()
        const main = `${tags['addr:street']} ${tags['addr:housenumber']}`
        const typed = spellings(tags['addr:street']!, tags['addr:housenumber']!, town, random)
        const query = { kind: 'plain', typed: typed[all++ % typed.length]!, main, within: 300 } as const
        const { at, found } = await positionOf(region, { ...query, lat: lat / 1e7, lng: lng / 1e7 })
        if (at < 0 || at > 2) missed.push(`${query.typed} → ${main} at ${at}: ${found.join(' | ')}`)
      }
    }
    expect(all).toBeGreaterThan(200)
    expect(missed.length / all, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  test('95 of 100 corners are among the first three, whatever joins the two names [design/maps-40]', async () => {
    const random = seeded(42)
    const missed: string[] = []
    let all = 0
    for (const { file, region } of [porto!, liechtenstein!]) {
      const map = readOsm([file])
      const namesAt = new Map<number, Set<string>>()
      for (const { tags, nodes } of map.ways)
        if (tags['name'] && /^(primary|secondary|tertiary|residential|living_street)$/.test(tags['highway'] ?? ''))
          for (const node of nodes) namesAt.set(node, (namesAt.get(node) ?? new Set()).add(tags['name']))
      const corners = [...namesAt].filter(([, names]) => names.size === 2)
      for (const [node, names] of someOf(corners, 100, random)) {
        const typed = [...names].join([' & ', ' / ', ' e ', ' und ', ' y '][all++ % 5])
        const found = (await region.autocomplete(typed)).slice(0, 3)
        const spot = { lat: map.lat[node]! / 1e7, lng: map.lng[node]! / 1e7 }
        if (!found.some(({ place_id }) => metresFrom(region.place(place_id), spot) < 150))
          missed.push(`${typed}: ${found.map(({ description }) => description).join(' | ')}`)
      }
    }
    expect(all).toBeGreaterThan(150)
    expect(missed.length / all, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })
})

test('no search reads the tables of places and words as a whole [design/maps-53]', async () => {
  const scans = async (): Promise<number> => {
    // The statistics of a connection are written when it is idle for a second, or asked for.
    await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.05)')))
    const { rows } = await pool.query<{ scans: number }>(
      `select sum(seq_scan)::int as scans from pg_stat_user_tables where schemaname = 'geo' and relname <> 'load'`,
    )
    return rows[0]!.scans
  }
  const before = await scans()
  for (const typed of ['julio', '18 de juilo 1234', 'ejido y colonia', 'Turquía 3358, Montevideo', 'xqzwvk'])
    await montevideo.autocomplete(typed, { near: { lat: -34.9, lng: -56.18 } })
  await montevideo.locate({ lat: -34.9, lng: -56.18 })
  expect((await scans()) - before).toBe(0)
})

test('no rows of an import wait beside the indexes, where each search would read them [design/maps-53]', async () => {
  const { rows } = await pool.query<{ pages: number }>(
    `select sum(gin_clean_pending_list(index::regclass))::int as pages
     from unnest(array['geo.place_words', 'geo.word_near']) as index`,
  )
  expect(rows[0]!.pages).toBe(0)
})
