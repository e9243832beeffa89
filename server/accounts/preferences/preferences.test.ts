import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { preferencesApi } from '@remis/domain/accounts/preferences/preferences-api'
import { profileApi } from '@remis/domain/accounts/profile-api'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { inDemo, keyOf, openCity, type City } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
let city: City
beforeAll(async () => {
  await sql`insert into languages (id, lang_name, lang_locale, date_locale, is_default)
    values (gen_random_uuid(), 'English', 'en', 'en', true), (gen_random_uuid(), 'Arabic', 'ar', 'ar', false)`.execute(
    database.db.request,
  )
  city = await openCity(database)
})

it('language, light or dark and density follow a person to the next session [backoffice-22]', async () => {
  const admin = await city.person('admin')
  const current = async () => (await admin.call(accountsApi.current, {})).user.preferences
  expect(await current()).toEqual({ language: null, colorScheme: null, density: null })
  await admin.call(preferencesApi.change, { body: { language: 'ar' } })
  const { preferences } = await admin.call(preferencesApi.change, { body: { colorScheme: 'dark', density: 'compact' } })
  // what is not sent stays
  expect(preferences).toEqual({ language: 'ar', colorScheme: 'dark', density: 'compact' })
  expect(await current()).toEqual(preferences)
  // mails and SMS read the same language
  expect((await admin.call(profileApi.read, {})).profile.language).toBe('ar')
  await admin.call(preferencesApi.change, { body: { colorScheme: null } })
  expect((await current()).colorScheme).toBeNull()
})

it('a sign-in stores the language of its page only where the account has none [design/web-196]', async () => {
  const rider = await city.person('rider')
  const after = async (body: object) => (await rider.call(preferencesApi.change, { body })).preferences.language
  expect(await after({ pageLanguage: 'xx' })).toBeNull()
  expect(await after({ pageLanguage: 'ar', density: 'compact' })).toBe('ar')
  // another tab, or a sign-in whose answer was older
  expect(await after({ pageLanguage: 'en' })).toBe('ar')
  expect(await after({ pageLanguage: 'ar', language: 'en' })).toBe('en')
})

it('refuses a language that is not offered, and any change of the shared accounts of a demo', async () => {
  const rider = await city.person('rider')
  expect(await keyOf(rider.call(preferencesApi.change, { body: { language: 'xx' } }))).toBe('invalid_input')
  await inDemo(city, async () => {
    expect(await keyOf(rider.call(preferencesApi.change, { body: { density: 'compact' } }))).toBe('demo_mode')
  })
})
