import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { languagesApi } from '@remis/domain/backoffice/languages-api'
import { english } from '@remis/domain/texts/english'
import { textKeysOf } from '@remis/domain/texts/english-checks'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../../platform/database/migrations/021-to-040/025-languages.ts'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { languagesServer } from './languages-fixture.ts'
import { insertLanguage, makeDefault, updatePairs } from './languages-store.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const { server, anyone, admin, rowOf, upgrade, ...languages } = await languagesServer(database)
const add = async (langLocale: string) => (await languages.add(langLocale)).id
const textOf = async (code: string, key: string) => (await rowOf(code)).key_value_pairs[key]
interface Change {
  readonly key: string
  readonly from: string | null
  readonly to: string | null
}
const change = (id: string, ...texts: Change[]) =>
  admin.call(languagesApi.changeTexts, { params: { id }, body: { texts } })
const search = (of: string, query: object = {}) => admin.call(languagesApi.texts, { query: { of, ...query } })
const find = async (of: string, key: string) =>
  (await search(of, { search: key, limit: 100 })).rows.find((row) => row.key === key)
const progress = async (id: string) => (await admin.call(languagesApi.read, { params: { id } })).progress

it('shows each text beside the one of the default language, page by page, in the order of the files [design/languages-14]', async () => {
  const { id } = await rowOf('ar')
  const first = await search(id)
  expect(first.rows).toHaveLength(25)
  expect(first.rows[0]).toMatchObject({
    key: 'skip_to_content',
    source: english.skip_to_content,
    text: builtInTextsOf('ar')?.['skip_to_content'],
  })
  expect(first.total).toBe(textKeysOf('ar').length)
  const second = await search(id, { cursor: first.next, limit: 100 })
  expect([...first.rows, ...second.rows].map(({ key }) => key)).toEqual(textKeysOf('ar').slice(0, 125))
  await expect(search(id, { cursor: 'forged' })).rejects.toMatchObject({ status: 400 })
  const found = await search(id, { search: english.book_now.toUpperCase(), limit: 100 })
  expect(found.rows.map(({ key }) => key)).toContain('book_now')
})

it('counts a copied text as missing until it is written or confirmed [design/languages-9]', async () => {
  const id = await add('ca')
  const { missing: before, edited } = await progress(id)
  expect([before > 1000, edited]).toEqual([true, 0])
  await change(id, { key: 'book_now', from: english.book_now, to: 'Reservar' })
  // the same word in both languages
  await change(id, { key: 'wallet', from: english.wallet, to: english.wallet })
  expect(await progress(id)).toMatchObject({ missing: before - 2, edited: 2, changed: 0 })
  expect(await find(id, 'book_now')).toMatchObject({ missing: false, edited: true, text: 'Reservar' })
  const { rows } = await search(id, { show: 'missing', limit: 100 })
  expect(rows.every(({ missing }) => missing)).toBe(true)
  expect(rows.map(({ key }) => key)).not.toContain('book_now')
  // a built-in language comes translated
  expect(await progress((await rowOf('ar')).id)).toMatchObject({ missing: 0, edited: 0 })
})

it('marks a text that was written for an older built-in one, until it is confirmed [design/languages-9]', async () => {
  const { id } = await rowOf('en')
  await change(id, { key: 'book_now', from: english.book_now, to: 'Ride' })
  await sql`update languages set written_for = jsonb_set(written_for, '{book_now}', '"Book it"'),
    built_in_pairs = jsonb_set(built_in_pairs, '{book_now}', '"Book it"') where id = ${id}`.execute(db.request)
  await upgrade()
  expect(await find(id, 'book_now')).toMatchObject({ text: 'Ride', writtenFor: 'Book it', builtIn: english.book_now })
  expect((await search(id, { show: 'changed' })).rows.map(({ key }) => key)).toEqual(['book_now'])
  await change(id, { key: 'book_now', from: 'Ride', to: 'Ride' })
  expect((await find(id, 'book_now'))?.writtenFor).toBeNull()
})

it('takes an older installation’s edited texts as written for the built-in texts of their time', async () => {
  const { id } = await rowOf('en')
  // few texts, since the migration reads the whole object for each of them
  await sql`update languages set key_value_pairs = '{}'`.execute(db.request)
  await db.transact((tx) => updatePairs(tx, id, { book_now: 'Ride', wallet: english.wallet, own: 'Ours' }))
  await sql`alter table languages drop column written_for`.execute(db.jobs)
  await sql.raw(up).execute(db.jobs)
  expect((await rowOf('en')).written_for).toEqual({ book_now: english.book_now })
})

it('sends a changed text to pages, and to the live pages of everyone signed in [design/languages-12]', async () => {
  const link = await admin.connect()
  const { id } = await rowOf('en')
  await change(id, { key: 'book_now', from: english.book_now, to: 'Ride' })
  await link.until(() => link.events.some(({ kind }) => kind === 'languages'))
  // no wait: the event comes when this server knows the change
  const { rows } = await anyone.call(backofficeApi.offeredLanguages, {})
  expect(Object.keys(rows[0] ?? {})).not.toContain('keyValuePairs')
  const reply = await fetch(`${server.url}/texts/en/${rows[0]?.changes}`)
  expect(await reply.json()).toEqual({ book_now: 'Ride' })
  link.close()
})

it('refuses a text that someone else changed, and changes nothing; a repeat by the same person is no conflict [design/languages-10]', async () => {
  const { id } = await rowOf('en')
  const mine = { key: 'book_now', from: english.book_now, to: 'Ride' }
  await change(id, mine)
  expect((await change(id, mine)).changed).toBe(0)
  const other = { key: 'book_now', from: english.book_now, to: 'Order' }
  const also = { key: 'wallet', from: english.wallet, to: 'Purse' }
  await expect(change(id, also, other)).rejects.toMatchObject({
    status: 409,
    key: 'texts_changed',
    fields: { book_now: 'texts_changed' },
  })
  expect([await textOf('en', 'book_now'), await textOf('en', 'wallet')]).toEqual(['Ride', english.wallet])
})

it('lets one of two admins win who edit the same text at a time [design/languages-10]', async () => {
  const { id } = await rowOf('en')
  const results = await Promise.allSettled(
    ['One', 'Two'].map((to) => change(id, { key: 'book_now', from: english.book_now, to })),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it.each([
  ['no_such_key', 'Text', 'text_key_unknown'],
  ['constructor', 'Text', 'text_key_unknown'],
  ['error_code', 'No placeholder', 'text_placeholders'],
  ['book_now', ' ', 'text_empty'],
])('refuses %s with "%s" by its key, and changes nothing [design/languages-8]', async (key, to, fault) => {
  const { id, key_value_pairs: pairs } = await rowOf('en')
  const fine = { key: 'wallet', from: english.wallet, to: 'Purse' }
  await expect(
    change(id, fine, { key, from: Object.hasOwn(pairs, key) ? (pairs[key] ?? null) : null, to }),
  ).rejects.toMatchObject({
    status: 422,
    fields: { [key]: fault },
  })
  expect((await rowOf('en')).key_value_pairs).toEqual(pairs)
})

it('removing an edited text restores the built-in one, or the default one in languages without it; repeating is safe', async () => {
  const { id } = await rowOf('ar')
  const builtIn = builtInTextsOf('ar')?.['book_now'] ?? ''
  await change(id, { key: 'book_now', from: builtIn, to: 'هيا' })
  const removal = { key: 'book_now', from: 'هيا', to: null }
  await change(id, removal)
  expect((await change(id, removal)).changed).toBe(0)
  expect(await find(id, 'book_now')).toMatchObject({ text: builtIn, edited: false })
  const catalan = await add('ca')
  await change(catalan, { key: 'book_now', from: english.book_now, to: 'Reservar' })
  await change(catalan, { key: 'book_now', from: 'Reservar', to: null })
  expect(await find(catalan, 'book_now')).toMatchObject({ text: english.book_now, missing: true })
})

it('keeps the copies of another default language at the next start [languages-8]', async () => {
  await add('es')
  await db.transact((tx) => makeDefault(tx, 'es'))
  await add('ca')
  await upgrade()
  expect(await textOf('ca', 'book_now')).toBe(builtInTextsOf('es')?.['book_now'])
})

it('takes a whole language at once, more than other calls may send [design/languages-11]', async () => {
  await add('hi')
  await db.transact((tx) => makeDefault(tx, 'hi'))
  const id = await add('mr')
  const hindi = Object.entries(builtInTextsOf('hi') ?? {})
  const texts = hindi.map(([key, from]) => ({ key, from, to: `${from} ` }))
  expect(Buffer.byteLength(JSON.stringify({ texts }))).toBeGreaterThan(server.app.config.limits.http.bodyBytes)
  expect((await change(id, ...texts)).changed).toBe(texts.length)
  const reply = await admin.call(languagesApi.pairs, { params: { id } })
  expect(Object.keys(reply.keyValuePairs).slice(0, 50)).toEqual(textKeysOf('mr').slice(0, 50))
  expect(reply.keyValuePairs).toEqual(Object.fromEntries(texts.map(({ key, to }) => [key, to])))
})

it('writes each change to the audit log, and refuses them in demo mode', async () => {
  const { id } = await rowOf('en')
  await change(id, { key: 'book_now', from: english.book_now, to: 'Ride' })
  const last = await db.request.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(last).toMatchObject({
    action: 'language.texts',
    subject: `language:${id}`,
    data: { count: 1, texts: [{ key: 'book_now', from: english.book_now, to: 'Ride' }] },
  })
  await server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
  await expect(change(id, { key: 'book_now', from: 'Ride', to: 'Go' })).rejects.toMatchObject({ key: 'demo_mode' })
  await server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  expect(await textOf('en', 'book_now')).toBe('Ride')
})

it('keeps the keys of the operator; the operator may change and remove them', async () => {
  const row = { id: crypto.randomUUID(), lang_name: 'Català', lang_locale: 'ca', date_locale: 'ca' }
  await db.transact((tx) =>
    insertLanguage(tx, { ...row, key_value_pairs: { key_of_ours: 'Ours' }, built_in_pairs: {}, is_default: false }),
  )
  expect(await find(row.id, 'key_of_ours')).toMatchObject({ text: 'Ours', missing: false })
  expect(await find(row.id, 'book_now')).toMatchObject({ text: null, missing: true })
  await change(row.id, { key: 'key_of_ours', from: 'Ours', to: null })
  expect(await find(row.id, 'key_of_ours')).toBeUndefined()
})
