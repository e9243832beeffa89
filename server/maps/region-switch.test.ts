import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCurrent } from '@remis/atlas'
import { defaultSettings } from '@remis/domain/backoffice/settings'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { harbourTown } from '../../atlas/testing/harbour-town.ts'
import { provideLanguages } from '../backoffice/languages/provide-languages.ts'
import { findBookingsOutside } from '../booking/read/bookings-outside.ts'
import { drop, openCity, pickup } from '../testing/test-city.ts'
import { createTestDatabase, databaseFor } from '../testing/test-database.ts'
import { readMapsCommand } from './maps-command.ts'

const database = await databaseFor(import.meta.url)
const { connection, db } = database
const city = await openCity(database)
const pool = new pg.Pool({ ...connection, max: 4 })
const folder = mkdtempSync(join(tmpdir(), 'region-switch-'))
const dir = join(folder, 'maps')
harbourTown(join(folder, 'town.osm.pbf'))

/** Asks the operator at the terminal; undefined when it is not interactive. */
let answers: boolean[] | undefined
let migrated = true
let lines: string[] = []
const run = (...words: string[]): Promise<number> =>
  readMapsCommand(words[0], words.slice(1), folder)({
    dir,
    sql: pool,
    db,
    appCategory: 'taxi',
    isMigrated: async () => migrated,
    operator: 'root',
    ask: answers === undefined ? undefined : async (question) => {
      lines.push(question)
      return answers!.shift() ?? false
    },
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => lines.push(line),
  }) // prettier-ignore
const settings = () => city.server.app.settings.refresh()
const reset = {
  ...defaultSettings,
  code: 'UYU',
  symbol: '$U',
  decimal: 0,
  country: 'Uruguay',
  restrictCountry: 'UY',
  timezone: 'America/Montevideo',
}
const used = async () => (await readCurrent(dir))?.region

beforeAll(async () => {
  await db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
  await run('import', 'town.osm.pbf', '--name', 'One')
  await run('import', 'town.osm.pbf', '--name', 'Two')
})
beforeEach(async () => {
  answers = undefined
  migrated = true
  lines = []
  await db.request.deleteFrom('languages').execute()
  await db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
  await city.server.app.settings.change(reset, null)
})
afterAll(async () => {
  await pool.end()
  rmSync(folder, { recursive: true })
})

const proposed = [
  'These settings do not fit this map:',
  '  Time zone                America/Montevideo -> Europe/Lisbon',
  '  Country                  Uruguay -> Portugal',
  '  Search places in         UY -> PT',
  '  Currency                 UYU -> EUR',
  '  Currency symbol          $U -> €',
  '  Decimals of amounts      0 -> 2',
  '  Symbol after the amount  Off -> On',
  '  Default language         English -> Português',
  '  New languages            Português',
]
const facts =
  'One: Portugal, EUR, Europe/Lisbon, Português, kilometres, cars drive on the right, centre 1.0362, 2.0612.'

// [design/maps-72] [design/maps-104]
test('without a person at the terminal the proposal is printed with the command that accepts it', async () => {
  await run('use', 'one')
  expect(lines).toEqual([
    'One is in use. A running server switches to it.',
    facts,
    ...proposed,
    'They are as before. To set them: npm run maps:use -- one --accept',
  ])
  expect(await settings()).toEqual(reset)
})

test('after an upgrade the settings wait for the start, which migrates [design/data-96]', async () => {
  migrated = false
  await run('use', 'one', '--accept')
  expect(lines.slice(1)).toEqual([
    'The settings belong to an earlier version. Once this one has started, this compares them: npm run maps:use -- one --accept',
  ])
  expect(await settings()).toEqual(reset)
})

test('--accept sets them with history and audit; again it changes nothing', async () => {
  await run('use', 'one', '--accept')
  expect(lines.slice(-2)).toEqual([
    'They are set. A running server uses them within seconds.',
    'Amounts in the settings and prices of car types keep their numbers. Check them.',
  ])
  expect(await settings()).toMatchObject({ country: 'Portugal', restrictCountry: 'PT', code: 'EUR', symbol: '€', decimal: 2 })
  const audit = () => db.request.selectFrom('audit_log').select(['action', 'actor_role', 'data']).orderBy('id', 'desc').execute()
  const [language, change] = await audit()
  expect(change).toMatchObject({ action: 'settings.change', actor_role: 'system', data: { by: 'root', map: 'One' } })
  expect(language).toMatchObject({ action: 'language.default', data: { langLocale: 'pt' } })
  const rows = (await audit()).length
  lines = []
  await run('use', 'one', '--accept')
  expect(lines.slice(1)).toEqual([facts, 'The settings fit this map.'])
  expect(await audit()).toHaveLength(rows)
}) // prettier-ignore

test('another unit of distance keeps the numbers too, and the command says so', async () => {
  const spain = { ...reset, code: 'EUR', symbol: '€', decimal: 2, country: 'Spain', restrictCountry: 'ES' }
  await city.server.app.settings.change({ ...spain, convert_to_mile: true }, null)
  await run('use', 'one', '--accept')
  expect(lines).toContain('  Miles                    On -> Off')
  expect(lines.at(-1)).toBe('Amounts in the settings and prices of car types keep their numbers. Check them.')
})

test('two acceptances at once write one version', async () => {
  const version = async () => (await db.request.selectFrom('settings').select('version').executeTakeFirstOrThrow()).version
  const before = await version()
  await Promise.all([run('use', 'one', '--accept'), run('use', 'one', '--accept')])
  expect(await version()).toBe(before + 1)
}) // prettier-ignore

test('a person at the terminal is asked, and may refuse', async () => {
  answers = [false]
  await run('use', 'one')
  expect(lines.slice(-2)).toEqual(['Set them? (y/n) ', 'They are as before. To set them: npm run maps:use -- one --accept'])
  expect(await settings()).toEqual(reset)
  answers = [true]
  await run('use', 'one')
  expect(await settings()).toMatchObject({ restrictCountry: 'PT' })
}) // prettier-ignore

test('before the first start there are no settings to compare with', async () => {
  const empty = await createTestDatabase('empty')
  await sql`drop table settings cascade`.execute(empty.db.request)
  await readMapsCommand(
    'use',
    ['one', '--accept'],
    folder,
  )({
    dir,
    sql: pool,
    db: empty.db,
    appCategory: 'taxi',
    isMigrated: async () => true,
    operator: 'root',
    ask: undefined,
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => lines.push(line),
  })
  expect(lines.at(-1)).toBe(
    'There are no settings before the first start. Once Remis runs, this sets them: npm run maps:use -- one --accept',
  )
  await empty.drop()
})

// [design/maps-103]
test('open bookings outside are listed, and the map stays until the operator agrees', { timeout: 120_000 }, async () => {
  await city.driver()
  for (let i = 0; i < 22; i++) await city.book(await city.person('rider'))
  lines = []
  const refused = /^The map in use stays, because open bookings are outside Two\. .* npm run maps:use -- two --force$/
  await expect(run('use', 'two')).rejects.toThrow(refused)
  expect(await used()).toBe('one')
  expect(lines[0]).toBe('22 open bookings begin or end outside Two:')
  expect(lines[1]).toMatch(/^ {2}[0-9A-Z]{10} {2}\d{4}-\d\d-\d\d \d\d:\d\d  .*18 de Julio 1234.*$/)
  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toBe('  and 2 more')

  answers = [false]
  await expect(run('use', 'two')).rejects.toThrow(refused)
  expect(await used()).toBe('one')
  answers = [true, false]
  await run('use', 'two')
  expect(await used()).toBe('two')

  // An import asks before the switch too; refused, the new region is there and not used.
  answers = undefined
  await expect(run('import', 'town.osm.pbf', '--name', 'Three')).rejects.toThrow('outside Three')
  expect(await used()).toBe('two')
  lines = []
  await run('list')
  expect(lines.find((line) => line.startsWith('three'))).toMatch(/can be used\.$/)
  await run('use', 'three', '--force')
  expect(await used()).toBe('three')
  // The currency of the bookings stays.
  expect(lines).toContain(
    'The currency stays UYU, since there are bookings or payments in it; EUR is usual there.',
  )
  await run('use', 'one', '--accept')
  expect(await used()).toBe('one')
  expect(await settings()).toMatchObject({ code: 'UYU', restrictCountry: 'PT' })
  lines = []
  await run('use', 'one')
  expect(lines.at(-1)).toBe('The other settings fit this map.')
}) // prettier-ignore

test('a booking with one end outside is listed; an ended trip is not', async () => {
  const box = (from: typeof pickup, to: typeof pickup) => [Math.min(from.lng, to.lng), Math.min(from.lat, to.lat), Math.max(from.lng, to.lng), Math.max(from.lat, to.lat)] as const
  expect((await findBookingsOutside(db.request, [box(pickup, drop)], 20)).count).toBe(0)
  const near = await findBookingsOutside(db.request, [box(pickup, pickup)], 1)
  expect(near).toMatchObject({ count: 22, first: [{ place: 'Terminal Tres Cruces, Montevideo' }] })
  await db.request.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', near.first[0]!.id).execute()
  expect((await findBookingsOutside(db.request, [box(pickup, pickup)], 1)).count).toBe(21)
  database.expectBroken()
}) // prettier-ignore
