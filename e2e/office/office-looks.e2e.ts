import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openActor, type Actor } from '../testing/actors.ts'
import { bookByCall, signInByCall, waitAtStart } from '../testing/by-call.ts'
import { openBrowser } from '../testing/chromium.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { signIn, chooseArabic, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
let browser: Browser
let admin: Actor

beforeAll(async () => {
  browser = await openBrowser({ map: true })
  admin = await openActor(browser, 'office', { base })
})
afterAll(() => browser?.close())

/** The cells of one column of the list, from top to bottom. */
const column = async (name: string): Promise<string[]> => {
  const heads = await admin.page.getByRole('columnheader').allInnerTexts()
  const at = heads.findIndex((head) => head.trim() === name) + 1
  expect(at, `the list has a column ${name}`).toBeGreaterThan(0)
  return admin.page.locator(`tbody tr td:nth-child(${at})`).allInnerTexts()
}

test('an admin searches, sorts, and follows a booking beside the list [booking-34]', { timeout: 120_000 }, async () => {
  const { page } = admin
  await signIn(admin, trial('Admin One'))
  await page.waitForURL('**/bookings')
  await page.getByRole('row').nth(5).waitFor()
  await admin.picture('list')
  await expectAccessible(page, 'bookings of an admin')
  await expectNoSideScroll(page, 'bookings of an admin')

  const cost = (text: string) => Number(text.replace(/[^\d.]/g, ''))
  await page.getByRole('button', { name: 'Trip cost' }).click()
  await page
    .locator('th[aria-sort=ascending]', { hasText: 'Trip cost' })
    .or(page.locator('th[aria-sort=descending]', { hasText: 'Trip cost' }))
    .waitFor()
  await expect
    .poll(async () => {
      const costs = (await column('Trip cost')).map(cost)
      const up = costs.toSorted((a, b) => a - b)
      return costs.length > 5 && (String(costs) === String(up) || String(costs) === String(up.toReversed()))
    })
    .toBe(true)

  const route = await findRoute(base, 'mercado del puerto', 'palacio legislativo')
  const driver = await signInByCall(base, 'Driver Thirteen')
  await waitAtStart(driver, route)
  const rider = await signInByCall(base, 'Rider Six')
  const id = await bookByCall(rider, route, /economy/i)

  const search = page.getByRole('searchbox')
  await search.fill(id.toLowerCase())
  await expect.poll(() => column('Id')).toEqual([id])
  await page.getByRole('button', { name: `Open booking ${id}` }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Dispatch record' }).waitFor()
  await panel
    .getByText(/Wave 1: 1 asked/)
    .first()
    .waitFor()
  await panel.getByText('Driver Thirteen').first().waitFor()
  await admin.picture('panel')
  await expectAccessible(page, 'bookings with the panel')

  // Changes made elsewhere appear at once.
  await driver(bookingsApi.accept, { params: { id }, body: {} })
  await panel.getByText('Accepted by Driver Thirteen').waitFor()
  await expect.poll(() => column('Status')).toEqual(['Accepted'])

  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.goBack()
  await panel.waitFor()

  await chooseArabic(admin)
  await page.goto(`/bookings?id=${id}`)
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await panel.getByText('Driver Thirteen').first().waitFor()
  await admin.picture('panel-arabic')
  await expectAccessible(page, 'bookings with the panel, Arabic')
  await expectNoSideScroll(page, 'bookings of an admin, Arabic')

  const { rows } = await rider(backofficeApi.cancelReasons, {})
  await rider(bookingsApi.cancel, { params: { id }, body: { reason: rows[0]!.id } })
  await driver(dispatchApi.goOnline, { body: { online: false } })
  expect(admin.complaints).toEqual([])
})
