import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openActor, phone, type Actor } from '../testing/actors.ts'
import { closeWindows, openBrowser } from '../testing/chromium.ts'
import { startCity, type City } from '../testing/city.ts'
import { acceptRequest, enterCode, startDriving, tripCodeOf } from '../testing/driver-steps.ts'
import { changeSettings, newRider } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookNow, chooseArabic, openSession, signIn, trial } from '../testing/steps.ts'

let city: City
let browser: Browser
let rider: Actor
let driver: Actor
let admin: Actor

beforeAll(async () => {
  ;[city, browser] = await Promise.all([startCity({ fleet: 0, speed: 1 }), openBrowser()])
  const { base } = city
  const { start } = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  ;[rider, driver, admin] = await Promise.all([
    openActor(browser, 'rider-notices', { base, viewport: phone, dark: true }),
    openActor(browser, 'driver-notices', { base, viewport: phone, at: start }),
    openActor(browser, 'admin-notices', { base }),
  ])
})
afterAll(async () => {
  await closeWindows()
  await city?.stop()
})

test(
  'a rider gets notices on any page, finds the notices that came while away, and pages take new settings',
  { timeout: 240_000 },
  async () => {
    const { page } = rider
    await startDriving(driver, 'Driver One')
    const account = await newRider(city.base)
    await signIn(rider, account)
    await page.goto('/')
    const id = await bookNow(rider, '18 de julio 1234', 'terminal tres cruces')
    await page.goto('/wallet')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    // on any page, with the way to its target
    await acceptRequest(driver)
    await page.getByText(/is on the way to you/).waitFor({ timeout: 20_000 })
    await rider.picture('toast')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(`**/trips/${id}`)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    const code = await tripCodeOf(rider)

    // what happened while no screen was open
    await page.goto('about:blank')
    await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
    await driver.page.getByRole('button', { name: 'Start trip' }).waitFor()
    await page.goto('/')
    const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
    await bell.waitFor({ timeout: 20_000 })
    await page.reload()
    await bell.waitFor({ timeout: 20_000 })
    await bell.click()
    const arrived = page.getByRole('link', { name: /is at the pickup/ })
    await arrived.waitFor()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await rider.picture('list')
    await expectAccessible(page, 'notices')
    await expectNoSideScroll(page, 'notices')

    // the same list on a page
    await page.getByRole('link', { name: 'All notifications' }).click()
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
    await arrived.waitFor()
    await rider.picture('page')
    await expectAccessible(page, '/notices')
    await expectNoSideScroll(page, '/notices')
    // a toast closes when its page is opened another way
    await enterCode(driver, code)
    const toast = page.getByRole('button', { name: 'Open', exact: true })
    await toast.waitFor({ timeout: 20_000 })
    await arrived.click()
    await page.waitForURL(`**/trips/${id}`)
    await toast.waitFor({ state: 'hidden', timeout: 3000 })
    await page.reload()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    // right to left
    await chooseArabic(rider)
    await page.getByRole('button', { name: 'الإشعارات', exact: true }).click()
    await page
      .getByRole('link', { name: /Driver One/ })
      .first()
      .waitFor()
    await rider.picture('list-arabic')
    await expectNoSideScroll(page, 'notices, Arabic')

    // an open page takes a change of the settings
    await openSession(admin, trial('Admin One'))
    await changeSettings(admin, { appName: 'Nuevo Taxi' })
    await page.waitForFunction(() => document.title.includes('Nuevo Taxi'), undefined, { timeout: 10_000 })
    await changeSettings(admin, { appName: 'Remis' })
    await admin.page.goto('/payments')
    await admin.page.getByText('No payments to review.').waitFor()
    await admin.picture('payments')
    await expectAccessible(admin.page, 'payments to review')
    for (const one of [rider, driver, admin]) expect(one.complaints).toEqual([])
  },
)
