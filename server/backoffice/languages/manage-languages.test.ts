import { languagesApi } from '@remis/domain/backoffice/languages-api'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { expect, it } from 'vitest'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { languagesServer } from './languages-fixture.ts'
import { readAll, updatePairs } from './languages-store.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const { server, admin, rowOf, add } = await languagesServer(database)

const defaults = async () => (await readAll(db.request)).filter((row) => row.is_default).map((row) => row.lang_locale)
const actions = async () =>
  (await db.request.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action)

it('lists the languages for search and order, without their texts [languages-7]', async () => {
  const { rows, total } = await admin.call(languagesApi.listAll, { query: { search: 'العر' } })
  expect([rows.map(({ langLocale }) => langLocale), total]).toEqual([['ar'], 1])
  expect(Object.keys(rows[0] ?? {})).not.toContain('keyValuePairs')
})

it('sends the list as a file, with times in the operator’s zone', async () => {
  const { timezone } = await server.app.settings.current()
  const answer = await fetch(`${server.url}/api/languages/export?format=csv`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const lines = (await answer.text()).trimEnd().split('\r\n')
  const { created_at: created } = await rowOf('ar')
  expect(lines.find((line) => line.includes(',ar,'))).toContain(`,${dayAndTime(created, timezone)}`)
})

it('adds a language that copies the pairs of the default one and is not the default [languages-8]', async () => {
  const english = await rowOf('en')
  await db.transact((tx) => updatePairs(tx, english.id, { ...english.key_value_pairs, book_now: 'Ours', own: 'Own' }))
  expect(await add('ca')).toMatchObject({ langLocale: 'ca', default: false })
  expect((await rowOf('ca')).key_value_pairs).toMatchObject({ book_now: 'Ours', own: 'Own' })
  expect(Object.keys((await rowOf('ca')).key_value_pairs)).toHaveLength(
    Object.keys(builtInTextsOf('en') ?? {}).length + 1,
  )
})

it('adds a built-in language with its own texts [design/languages-7]', async () => {
  await add('de', 'Deutsch')
  expect((await rowOf('de')).key_value_pairs).toEqual(builtInTextsOf('de'))
  await expect(add('de')).rejects.toMatchObject({ status: 422, fields: { langLocale: 'settings_invalid' } })
})

it.each([
  [{ langName: '  ' }, 'langName'],
  [{ langLocale: 'not a code' }, 'langLocale'],
  [{ langLocale: 'PT-br' }, 'langLocale'],
  [{ dateLocale: 'xx' }, 'dateLocale'],
])('refuses %j and adds nothing', async (wrong, field) => {
  const body = { langName: 'New', langLocale: 'ca', dateLocale: 'ca', ...wrong }
  const refused = await admin.call(languagesApi.create, { body }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } })
  expect(await readAll(db.request)).toHaveLength(2)
})

it('refuses a change of an older version with the stored row; its texts and the default do not count [design/catalogue-5]', async () => {
  const { id, version } = await add('de', 'Deutsch')
  const change = (body: object) => admin.call(languagesApi.update, { params: { id }, body })
  await admin.call(languagesApi.makeDefault, { params: { id } })
  expect((await change({ langName: 'German', version })).language).toMatchObject({ version: version + 1 })
  const late = change({ dateLocale: 'de-AT', version })
  await expect(late).rejects.toMatchObject({
    status: 409,
    key: 'row_changed',
    extra: { row: { langName: 'German', dateLocale: 'en', version: version + 1 } },
  })
})

it('makes one language the default, also when two admins choose at a time [languages-9]', async () => {
  const [one, other] = [await add('de'), await add('fr')]
  const choose = (id: string) => admin.call(languagesApi.makeDefault, { params: { id } })
  await Promise.all([choose(one.id), choose(other.id)])
  expect(await defaults()).toHaveLength(1)
  expect((await choose(one.id)).language).toMatchObject({ langLocale: 'de', default: true })
  expect(await defaults()).toEqual(['de'])
  expect((await actions()).at(-1)).toBe('language.default')
})

it('deletes a language, never the default one [languages-11] [messages-16]', async () => {
  const { id } = await add('de')
  const english = await rowOf('en')
  await expect(admin.call(languagesApi.remove, { params: { id: english.id } })).rejects.toMatchObject({
    key: 'cannot_delete_default_language',
  })
  await admin.call(languagesApi.remove, { params: { id } })
  expect((await readAll(db.request)).map(({ lang_locale }) => lang_locale)).not.toContain('de')
  expect(await defaults()).toEqual(['en'])
  expect((await actions()).slice(-2)).toEqual(['language.add', 'language.delete'])
})

it('changes name and date locale and keeps the texts', async () => {
  const arabic = await rowOf('ar')
  const params = { id: arabic.id }
  const { language } = await admin.call(languagesApi.update, { params, body: { dateLocale: 'ar-EG' } })
  expect(language).toMatchObject({ langName: 'العربية', dateLocale: 'ar-EG' })
  expect((await rowOf('ar')).key_value_pairs).toEqual(builtInTextsOf('ar'))
})

it('keeps the code of a language: its texts and the choices of readers belong to it [design/languages-7]', async () => {
  const { id } = await add('de', 'Deutsch')
  const change = (langLocale: string) => admin.call(languagesApi.update, { params: { id }, body: { langLocale } })
  await expect(change('de-AT')).rejects.toMatchObject({ status: 422, fields: { langLocale: 'settings_invalid' } })
  expect((await change('de')).language).toMatchObject({ langLocale: 'de' })
  expect((await rowOf('de')).key_value_pairs).toEqual(builtInTextsOf('de'))
})
