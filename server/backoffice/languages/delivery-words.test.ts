import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { beforeAll, expect, it } from 'vitest'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { actorOf } from '../../testing/actors.ts'
import { startTestApp } from '../../testing/app.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { provideLanguages } from './provide-languages.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const server = await startTestApp(database, { sweeps: false, env: { APP_CATEGORY: 'delivery' } })
const changedIn = async (code: string): Promise<Record<string, string>> => {
  const { rows } = await actorOf(server.url, undefined).call(backofficeApi.offeredLanguages, {})
  const version = rows.find(({ langLocale }) => langLocale === code)?.changes ?? ''
  return (await fetch(`${server.url}/texts/${code}/${version}`)).json() as Promise<Record<string, string>>
}

beforeAll(() => db.transact((tx) => provideLanguages(tx, firstLanguages, 'delivery')))

it('the public settings have the variant of APP_CATEGORY [booking-1] [design/moves-39]', async () => {
  expect((await actorOf(server.url, undefined).call(backofficeApi.settings, {})).appcat).toBe('delivery')
})

it('pages get the words of a delivery beside the texts they have of a ride [design/delivery-4]', async () => {
  const changed = await changedIn('en')
  expect(changed['booking_form']).toBe('Send a parcel')
  expect(changed['booking_form']).not.toBe(builtInTextsOf('en')?.['booking_form'])
  expect(changed).not.toHaveProperty('skip_to_content')
  expect((await changedIn('ar'))['booking_form']).toBe(builtInTextsOf('ar', 'delivery')?.['booking_form'])
})

it('an installation that changes its variant gets the other texts, and keeps those of the office', async () => {
  const rowOf = () => db.request.selectFrom('languages').selectAll().where('lang_locale', '=', 'en').executeTakeFirst()
  const own = { ...(await rowOf())?.key_value_pairs, book_now: 'Go' }
  await db.request
    .updateTable('languages')
    .set({ key_value_pairs: JSON.stringify(own) })
    .where('lang_locale', '=', 'en')
    .execute()
  await db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
  expect((await rowOf())?.key_value_pairs).toMatchObject({ booking_form: 'Book a ride', book_now: 'Go' })
})
