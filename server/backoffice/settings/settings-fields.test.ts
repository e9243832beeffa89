import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi, type SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { credit, driveToDrop, emptyStreets } from '../../testing/money.ts'
import { cityFor, drives, drop, keyOf, pickup, requestOn, type TestActor } from '../../testing/test-city.ts'
import { post } from '../../wallet/post.ts'

/** Effects of the settings that are not toggles; the toggles are in settings-effects.test.ts [settings-24]. */
const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
let rider: TestActor | undefined

beforeEach(async () => {
  await emptyStreets(city)
  await sql`update users set driver_active_status = false where usertype = 'driver'`.execute(db.request)
  rider = await city.person('rider')
})

const set = (settings: SettingsPatch) => admin.call(settingsApi.change, { body: { settings } })

it('appName, company, contact, tax number, handles, store links and country: every page gets them [settings-2] [settings-5]', async () => {
  const texts = {
    appName: 'City Cars',
    CompanyName: 'City Cars Ltd',
    CompanyWebsite: 'https://cars.example.org',
    CompanyTerms: 'https://cars.example.org/terms',
    contact_email: 'office@cars.example.org',
    taxNumber: 'UY 21 123456 0019',
    FacebookHandle: 'citycars',
    TwitterHandle: 'citycars_tw',
    InstagramHandle: 'citycars_in',
    AppleStoreLink: 'https://apps.example.org/cars',
    PlayStoreLink: 'https://play.example.org/cars',
    country: 'Uruguay',
    restrictCountry: 'UY',
  }
  await set(texts)
  expect(await rider!.call(backofficeApi.settings, {})).toMatchObject(texts)
})

it('searchMinutes: a search for a driver ends after them', async () => {
  await city.driver()
  for (const searchMinutes of [1, 30]) {
    await set({ searchMinutes })
    rider = await city.person('rider')
    const { search } = await city.book(rider)
    const minutes = ((search?.until ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(searchMinutes - 0.5)
    expect(minutes).toBeLessThanOrEqual(searchMinutes + 0.05)
  }
})

it('positionFreshSeconds: a driver with an older position is not found [dispatch-2]', async () => {
  // a little more than 20 s old
  await city.driver()
  for (const [positionFreshSeconds, key] of [
    [20, 'no_driver_found_alert_messege'],
    [600, 'ok'],
  ] as const) {
    await set({ positionFreshSeconds })
    expect(await keyOf(city.book(rider!))).toBe(key)
  }
})

it('riderDebtLimit: a rider who owes more pays it before the next booking [design/money-22]', async () => {
  const driver = await city.driver()
  const entries = [
    { account: 'receivable', holder: rider!.id, amount: -500 },
    { account: 'pending-fees', holder: driver.id, amount: 500 },
  ] as const
  const debt = { kind: 'debt', bookingId: null, reference: 'correction', entries } as const
  await db.transact((tx) => post(tx, [debt], { actorId: null, currency: 'UYU' }))
  for (const [riderDebtLimit, key] of [
    [4, 'payment_due'],
    [5, 'ok'],
  ] as const) {
    await set({ riderDebtLimit })
    expect(await keyOf(city.book(rider!))).toBe(key)
  }
})

it('debtInCashLimit: a rider pays debts up to it to the driver of the next ride [design/money-70]', async () => {
  const entries = [
    { account: 'receivable', holder: rider!.id, amount: -500 },
    { account: 'revenue', holder: null, amount: 500 },
  ] as const
  const debt = { kind: 'debt', bookingId: null, reference: 'correction', entries } as const
  await db.transact((tx) => post(tx, [debt], { actorId: null, currency: 'UYU' }))
  await city.driver()
  for (const [debtInCashLimit, key] of [
    [0, 'payment_due'],
    [4, 'payment_due'],
    [5, 'ok'],
  ] as const) {
    await set({ riderDebtLimit: 0, debtInCashLimit })
    const { quote } = await rider!.call(quotesApi.create, { body: { pickup, drop, carType: city.economy } })
    const body = { ...requestOn(quote), debtInCash: 5 }
    expect(await keyOf(rider!.call(bookingsApi.create, { body }))).toBe(key)
  }
})

it('driverDebtLimit: without negativeBalance, a driver who owes more gets no offers [wallet-6]', async () => {
  const driver = await city.driver()
  const { id } = await city.book(rider!)
  await driveToDrop(rider!, driver, id)
  await drives(driver, id).receiveCash()
  for (const [driverDebtLimit, hint] of [
    [1, 'negative-balance'],
    [100_000, null],
  ] as const) {
    await set({ negativeBalance: false, driverDebtLimit })
    expect((await driver.call(dispatchApi.day, {})).hint).toBe(hint)
    rider = await city.person('rider')
    expect(await keyOf(city.book(rider))).toBe(hint === null ? 'ok' : 'no_driver_found_alert_messege')
  }
  // a credit lifts it [design/money-22]; the driver owes the fee of 18
  await set({ negativeBalance: false, driverDebtLimit: 1 })
  const hint = async () => (await driver.call(dispatchApi.day, {})).hint
  expect(await hint()).toBe('negative-balance')
  await credit(db, driver, 17)
  expect(await hint()).toBe(null)
})
