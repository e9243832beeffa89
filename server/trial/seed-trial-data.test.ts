import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountsServer } from '../accounts/accounts-fixture.ts'
import { builtInTextsOf } from '../platform/texts/built-in-texts.ts'
import { databaseFor } from '../testing/test-database.ts'
import { offerTrialAccounts } from './trial-accounts.ts'
import { seedTrialData } from './seed-trial-data.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const accounts = await accountsServer(database)
const trial = offerTrialAccounts(accounts.app.config, db)

const counts = async () => ({
  users: (await db.request.selectFrom('users').selectAll().execute()).length,
  cars: (await db.request.selectFrom('car_types').selectAll().execute()).length,
  promos: (await db.request.selectFrom('promos').selectAll().execute()).length,
  reasons: (await db.request.selectFrom('cancel_reasons').selectAll().execute()).length,
  languages: (await db.request.selectFrom('languages').selectAll().execute()).length,
})

it('offers no accounts without trial data', async () => {
  expect(await trial.list()).toEqual([])
})

it('does nothing in production [design/accounts-20]', async () => {
  const config = { ...accounts.app.config, mode: 'production' as const }
  await seedTrialData({ ...accounts.app, config })
  expect(await counts()).toEqual({ users: 0, cars: 0, promos: 0, reasons: 0, languages: 0 })
})

it('fills the city once, also when three servers start at once [design/accounts-18]', async () => {
  await Promise.all([1, 2, 3].map(() => seedTrialData(accounts.app)))
  const once = await counts()
  expect(once).toEqual({ users: 22, cars: 3, promos: 2, reasons: 11, languages: 2 })
  await seedTrialData(accounts.app)
  expect(await counts()).toEqual(once)
  expect(await accounts.app.settings.current()).toMatchObject({
    code: 'UYU',
    symbol: '$U',
    decimal: 0,
    timezone: 'America/Montevideo',
    AllowCriticalEditsAdmin: true,
  })
})

it('has drivers of two fleets in every car type, and one of them for a person [design/accounts-19]', async () => {
  const drivers = await db.request.selectFrom('users').selectAll().where('usertype', '=', 'driver').execute()
  expect(drivers).toHaveLength(13)
  expect(new Set(drivers.map((driver) => driver.car_type_id)).size).toBe(3)
  expect(new Set(drivers.map((driver) => driver.fleetadmin).filter(Boolean)).size).toBe(2)
  expect(drivers.every((driver) => driver.approved)).toBe(true)
})

it('all accounts on the login page can sign in, at least one of each role', async () => {
  const offered = await trial.list()
  expect(new Set(offered.map((account) => account.role))).toEqual(new Set(['rider', 'driver', 'fleetadmin', 'admin']))
  for (const { email, password, role } of offered)
    expect((await accounts.signIn(email, password)).body.user).toMatchObject({ usertype: role })
})

it('has English as its default, and English and Arabic with every text [design/accounts-19]', async () => {
  const rows = await db.request.selectFrom('languages').selectAll().orderBy('lang_locale').execute()
  expect(rows.map((row) => [row.lang_locale, row.is_default])).toEqual([
    ['ar', false],
    ['en', true],
  ])
  expect(rows.map((row) => row.key_value_pairs)).toEqual([builtInTextsOf('ar'), builtInTextsOf('en')])
})

it('keeps the operator’s texts and adds new ones', async () => {
  await db.request
    .updateTable('languages')
    .set({ key_value_pairs: JSON.stringify({ booking_success: 'Ours' }) })
    .where('lang_locale', '=', 'en')
    .execute()
  await accounts.app.settings.change({ appName: 'Ours' }, null)
  await seedTrialData(accounts.app)
  const english = await db.request
    .selectFrom('languages')
    .selectAll()
    .where('lang_locale', '=', 'en')
    .executeTakeFirst()
  expect(english?.key_value_pairs).toMatchObject({ booking_success: 'Ours', select_proper: expect.any(String) })
  expect((await accounts.app.settings.current()).appName).toBe('Ours')
})

it('starts again after the first admin has another email or is archived, and keeps the settings [design/accounts-18]', async () => {
  const before = await counts()
  const first = () => db.request.updateTable('users').where('email', '=', 'admin.one@remis.example')
  await first()
    .set({ deleted_at: sql`now()` })
    .execute()
  await seedTrialData(accounts.app)
  await first().set({ deleted_at: null, email: 'office@taxi.example' }).execute()
  await seedTrialData(accounts.app)
  expect(await counts()).toEqual(before)
  expect((await accounts.app.settings.current()).appName).toBe('Ours')
  expect(await offerTrialAccounts(accounts.app.config, db).list()).not.toEqual([])
})
