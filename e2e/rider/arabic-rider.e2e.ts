import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { acceptRequest, enterCode, startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookingId, chooseArabic, trial } from '../testing/steps.ts'
import { driveAlong, findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base, {}, { map: true })
let rider: Actor
let driver: Actor
let route: Route

beforeAll(async () => {
  route = await findRoute(base, 'palacio salvo', 'estadio centenario')
  rider = await open('arabic', { viewport: phone, locale: 'ar' })
  driver = await open('driver-of-arabic', { viewport: phone, at: route.start })
})

/** By place and role, since the texts are Arabic. */
const choose = async (field: number, words: string): Promise<void> => {
  const { page } = rider
  const box = page.getByRole('combobox').and(page.locator('input')).nth(field)
  await box.click()
  await box.pressSequentially(words, { delay: 15 })
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(words, 'i') })
    .first()
    .click()
}

test('an Arabic rider books on a phone, rides and pays: right to left all the way', { timeout: 200_000 }, async () => {
  const { page } = rider
  await startDriving(driver, 'Driver Five')
  await page.goto('/')
  await chooseArabic(rider)
  await page.goto('/login')
  await rider.picture('login')
  await expectAccessible(page, 'login, Arabic')
  await expectNoSideScroll(page, 'login, Arabic')
  const account = trial('Rider Two')
  await page.locator('input[type=email]').fill(account.email)
  await page.locator('input[type=password]').fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await rider.picture('landing')
  await expectAccessible(page, 'landing, Arabic')
  await expectNoSideScroll(page, 'landing, Arabic')
  await choose(0, 'palacio salvo')
  await choose(1, 'estadio centenario')
  await page.locator('form').getByRole('combobox').nth(2).click()
  await page.getByRole('listbox').getByRole('option').nth(1).click()
  await rider.picture('form')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('dialog').locator('[data-map=idle]').waitFor()
  await rider.picture('estimate')
  await expectAccessible(page, 'estimate, Arabic')
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByText(bookingId).first().waitFor()
  await rider.picture('booked')
  await page.getByRole('dialog').getByRole('button').nth(1).click()
  await page.waitForURL('**/trips/*')
  await acceptRequest(driver)
  const digits = page.locator('p[dir=ltr]').filter({ hasText: /^\d{5}$/ })
  await digits.waitFor()
  await page.locator('[data-map=idle]').first().waitFor()
  await rider.picture('trip')
  await expectAccessible(page, 'trip, Arabic')
  await expectNoSideScroll(page, 'trip, Arabic')
  await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
  await driver.page.getByRole('button', { name: 'Start trip' }).waitFor()
  await enterCode(driver, (await digits.textContent()) ?? '')
  await driveAlong(driver, route, 4)
  await driver.page.getByRole('button', { name: 'Complete trip' }).click()
  await driver.page.getByRole('button', { name: 'Cash received' }).click()
  await page.getByRole('radio').nth(4).waitFor({ timeout: 40_000 })
  await rider.picture('receipt')
  await expectAccessible(page, 'receipt, Arabic')
  await page.goto('/bookings')
  await page.getByText(bookingId).first().waitFor()
  await rider.picture('bookings')
  await expectAccessible(page, 'bookings, Arabic')
  await expectNoSideScroll(page, 'bookings, Arabic')
  await takeOffline(driver)
  expect(rider.complaints).toEqual([])
  expect(driver.complaints).toEqual([])
})
