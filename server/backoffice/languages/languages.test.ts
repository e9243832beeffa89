import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { english } from '@remis/domain/texts/english'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { fallbackLanguage, type Texts } from '@remis/domain/texts/languages'
import { expect, it } from 'vitest'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { languagesCache } from './languages-cache.ts'
import { languagesServer } from './languages-fixture.ts'
import { insertLanguage, readAll, updatePairs } from './languages-store.ts'
import { pageDataCache } from '../page-data-cache.ts'
import { chooseDefaultLanguage, mergePairs, provideLanguages } from './provide-languages.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const { server, anyone, admin, rowOf, upgrade } = await languagesServer(database)
const all = firstLanguages.map(({ code }) => code)

const edit = async (code: string, pairs: Texts) => {
  const row = await rowOf(code)
  await db.transact((tx) => updatePairs(tx, row.id, { ...row.key_value_pairs, ...pairs }))
}

it('gives an empty installation every text of every wanted language, the first as its default [design/languages-4]', async () => {
  const rows = await readAll(db.request)
  expect(rows.map((row) => [row.lang_locale, row.is_default])).toEqual(all.map((code, place) => [code, place === 0]))
  for (const row of rows) expect(row.key_value_pairs).toEqual(builtInTextsOf(row.lang_locale))
  await db.request.deleteFrom('languages').execute()
  await db.transact((tx) => provideLanguages(tx, [fallbackLanguage], 'taxi'))
  await upgrade()
  // a language that the operator deleted stays deleted
  expect(await readAll(db.request)).toHaveLength(1)
})

it('adds the language that an operator chooses with every text, and makes it the only default [design/languages-4]', async () => {
  await db.transact((tx) => provideLanguages(tx, [fallbackLanguage], 'taxi'))
  await db.request.deleteFrom('languages').where('lang_locale', '<>', fallbackLanguage.code).execute()
  for (const code of ['ar', 'ar']) await db.transact((tx) => chooseDefaultLanguage(tx, code, 'taxi'))
  const rows = await readAll(db.request)
  expect(rows.map((row) => [row.lang_locale, row.is_default])).toEqual([
    ['ar', true],
    ['en', false],
  ])
  expect(rows[0]?.key_value_pairs).toEqual(builtInTextsOf('ar'))
})

it('reads the texts again only after a language was changed, added or deleted [design/languages-5]', async () => {
  const cache = languagesCache({ db }, 'taxi')
  const later = async () => {
    await new Promise((done) => setTimeout(done, 600))
    return cache.current()
  }
  const first = await cache.current()
  expect(await later()).toBe(first)
  await edit('en', { book_now: 'Go' })
  const second = await later()
  expect(second).not.toBe(first)
  expect(second[0]?.texts['book_now']).toBe('Go')
  expect(await later()).toBe(second)
  await db.request.deleteFrom('languages').where('lang_locale', '=', 'ar').execute()
  expect(await later()).toHaveLength(1)
})

it('merges by key: edited and confirmed texts stay, unedited ones follow the new version, new keys are added', () => {
  const lastBuiltIn = { edited: 'old', confirmed: 'old', unedited: 'old', removed: 'old' }
  const pairs = { edited: 'ours', confirmed: 'old', unedited: 'old', removed: 'old', own: 'ours' }
  const builtIn = { edited: 'new', confirmed: 'new', unedited: 'new', added: 'new' }
  expect(mergePairs(pairs, lastBuiltIn, builtIn, { edited: 'older', confirmed: 'old' })).toEqual({
    edited: 'ours',
    confirmed: 'old',
    unedited: 'new',
    added: 'new',
    own: 'ours',
  })
})

it('adds the missing pairs of an existing installation without overwriting edited ones', async () => {
  const { id } = await rowOf('ar')
  // a row as earlier versions left it: some of the pairs, and no record of the built-in ones
  await db.transact((tx) => updatePairs(tx, id, { book_now: 'احجز' }, {}))
  await upgrade()
  expect((await rowOf('ar')).key_value_pairs).toEqual({ ...builtInTextsOf('ar'), book_now: 'احجز' })
})

it('adds new keys to a language of the operator in English', async () => {
  const row = { id: crypto.randomUUID(), lang_name: 'Català', lang_locale: 'ca', date_locale: 'ca' }
  const pairs = { book_now: 'Reservar' }
  await db.transact((tx) =>
    insertLanguage(tx, { ...row, key_value_pairs: pairs, built_in_pairs: {}, is_default: false }),
  )
  await upgrade()
  expect((await rowOf('ca')).key_value_pairs).toEqual({ ...english, book_now: 'Reservar' })
  const texts = await languagesCache({ db }, 'taxi').current()
  expect(texts.find(({ view }) => view.langLocale === 'ca')?.changed).toEqual({ book_now: 'Reservar' })
})

it('sends an edited pair to the page, to the notice and to the message of an error', async () => {
  const edited = {
    hero_title: 'Taxis of the south',
    notice_no_show: 'No-show: {{fee}}',
    key_of_the_operator: 'Ours',
    not_logged_in: 'Please sign in.',
  }
  await edit('en', edited)
  // a page that waited too long for the database gets what was read before
  const readPage = pageDataCache({ ...server.app, languages: languagesCache({ db }, 'taxi') })
  await expect.poll(async () => (await readPage()).languages[0]?.changed).toEqual(edited)
  const [first] = (await readPage()).languages
  expect(first?.texts).toEqual({ ...english, ...edited })

  // others than admins get what the server holds, which may be half a second old
  await new Promise((done) => setTimeout(done, 600))
  const { rows } = await anyone.call(backofficeApi.languages, {})
  const version = rows[0]?.changes
  expect(version).toEqual(first?.view.changes)
  expect(rows[1]?.changes).toBeNull()
  // the page renders the notice with these texts
  const changed = await fetch(`${server.url}/texts/en/${version}`)
  expect(changed.headers.get('cache-control')).toMatch(/immutable/)
  expect(await changed.json()).toEqual(edited)

  const refused = await fetch(`${server.url}/api/bookings`)
  expect(await refused.json()).toMatchObject({ error: { key: 'not_logged_in', message: 'Please sign in.' } })
})

it('keeps no copy of a version that is not the current one, and knows no other language', async () => {
  const old = await fetch(`${server.url}/texts/en/older`)
  expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await fetch(`${server.url}/texts/xx/older`)).status).toBe(404)
})

it('gives the pairs to admins alone', async () => {
  const { rows } = await anyone.call(backofficeApi.languages, {})
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => row.keyValuePairs !== undefined)).toEqual([])
  const office = await admin.call(backofficeApi.languages, {})
  for (const row of office.rows) expect(row.keyValuePairs).toEqual(builtInTextsOf(row.langLocale))
})
