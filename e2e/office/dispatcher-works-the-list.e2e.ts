import { english } from '@remis/domain/texts/english'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall } from '../testing/by-call.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

const heads = (page: Page) =>
  page.locator('section[aria-labelledby=table-title]').getByRole('columnheader').allInnerTexts()
/** The booking in the focused row. */
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset['row'])
const listed = (page: Page) =>
  page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['row']))

test(
  'a dispatcher filters by several things, works by keys, and keeps columns and views [booking-61] [design/web-80] [design/web-83] [design/web-84]',
  { timeout: 180_000 },
  async () => {
    const admin = await open('dispatcher')
    const { page } = admin
    await openSession(admin, trial('Admin One'))
    await page.goto('/bookings')
    await page.locator('[data-row]').nth(5).waitFor()
    // the usual columns fit beside the drawer: nothing is out of sight
    expect((await heads(page)).slice(0, 6)).toEqual([
      english.col_status,
      english.col_date,
      english.col_customer,
      english.col_route,
      english.col_driver,
      english.col_trip_cost,
    ])
    const scroller = page.locator('section[aria-labelledby=table-title]')
    const hidden = () => scroller.evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(await hidden()).toBe(0)
    await admin.picture('list')

    // keys, wherever the focus is
    const rows = await listed(page)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focused(page)).toBe(rows[1])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    expect(await focused(page)).toBe(rows[1])
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Timeline' }).waitFor()
    expect(await heads(page)).toHaveLength(6)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe(rows[1])
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: english.table_keys }).waitFor()
    await admin.picture('keys')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: english.table_keys }).waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await page.keyboard.type('jk/?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk/?')
    await page.getByText(english.table_no_match).waitFor()
    await page.getByRole('button', { name: english.table_clear }).click()
    await page.locator('[data-row]').nth(5).waitFor()

    // two statuses at once, then the payment mode; all of it is in the address
    await page.getByRole('button', { name: /^Completed( [\d,+]+)?$/ }).click()
    await page.getByRole('button', { name: /^Cancelled( [\d,+]+)?$/ }).click()
    await page.waitForURL((url) => url.searchParams.get('show') === 'COMPLETE,CANCELLED')
    await page.getByRole('button', { name: english.list_filters, exact: true }).click()
    await expectAccessible(page, 'filters of the booking list')
    await page.getByLabel(english.col_mode).selectOption('cash')
    await page.getByLabel(english.list_days).selectOption('month')
    await page.keyboard.press('Escape')
    await admin.picture('filters')
    const chip = page.getByRole('button', { name: 'Remove filter: Last 30 days' })
    await chip.click()
    await page.waitForURL((url) => !url.searchParams.has('period') && url.searchParams.get('mode') === 'cash')

    // a view with a name, and columns that another visit remembers
    await page.getByRole('button', { name: english.views, exact: true }).click()
    await page.getByRole('textbox', { name: english.view_save }).fill('Ended in cash')
    await page.getByRole('button', { name: english.view_save_button, exact: true }).click()
    await page.getByRole('button', { name: 'Rename Ended in cash' }).waitFor()
    await admin.picture('views')
    await page.getByRole('button', { name: english.view_unpaid, exact: true }).click()
    await page.waitForURL((url) => url.search === '?payment=due')
    await page.getByRole('button', { name: english.table_columns, exact: true }).click()
    const kept = page.waitForResponse('**/api/saved-views/columns')
    await page.getByRole('checkbox', { name: english.col_gateway, exact: true }).check()
    await kept
    await page.keyboard.press('Escape')
    await page.goto('/bookings')
    await page.getByRole('columnheader', { name: english.col_gateway, exact: true }).waitFor()
    await page.getByRole('button', { name: english.table_columns, exact: true }).click()
    await page.getByRole('button', { name: english.table_columns_reset }).click()
    await page.getByRole('columnheader', { name: english.col_gateway, exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: english.views, exact: true }).click()
    await page.getByRole('button', { name: 'Ended in cash', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('mode') === 'cash')
    await page.getByRole('button', { name: 'Ended in cash', exact: true }).click()
    await page.getByRole('button', { name: 'Delete Ended in cash' }).click()
    await page.getByRole('button', { name: 'Delete Ended in cash' }).waitFor({ state: 'hidden' })
    await expectNoSideScroll(page, 'booking list of a dispatcher')
    expect(admin.complaints).toEqual([])
  },
)

test('the list begins with what happens now; later bookings are one press away [booking-68] [design/web-86]', async () => {
  const admin = await open('dispatcher-later')
  const { page } = admin
  await openSession(admin, trial('Admin One'))
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const rider = await signInByCall(base, 'Rider Four')
  const inDays = (days: number) => bookByCall(rider, route, /economy/i, Date.now() + days * 24 * 3_600_000)
  const [week, tomorrow] = [await inDays(7), await inDays(1)]
  const pill = (name: RegExp) =>
    page.getByRole('group', { name: english.bookings_filter }).getByRole('button', { name })
  const pressed = (name: RegExp) => expect.poll(() => pill(name).getAttribute('aria-pressed')).toBe('true')
  try {
    await page.goto('/bookings')
    await page.locator('[data-row]').nth(5).waitFor()
    await pressed(/^Now and earlier/)
    expect(await listed(page)).not.toContain(week)
    await pill(/^Later \d/).waitFor()
    await admin.picture('now')
    await expectAccessible(page, 'booking list, now and earlier')
    await pill(/^Later/).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('show') === 'later' && url.searchParams.get('dir') === 'asc')
    await expect
      .poll(() => listed(page).then((ids) => ids.filter((id) => [week, tomorrow].includes(id ?? ''))))
      .toEqual([tomorrow, week])
    await admin.picture('later')
    await pill(/^Now and earlier/).press('Enter')
    await page.waitForURL((url) => url.search === '')
    await pill(/^All/).press('Enter')
    await expect.poll(() => listed(page)).toContain(week)
    // a search looks into all of them
    await openPage(page, `/bookings?q=${week}`)
    await pressed(/^All/)
    await expect.poll(() => listed(page)).toEqual([week])
    // a small screen
    await page.setViewportSize(phone)
    await openPage(page, '/bookings')
    await page.getByRole('article').nth(2).waitFor()
    await admin.picture('now-phone')
    await expectNoSideScroll(page, 'booking list on a phone')
  } finally {
    for (const id of [week, tomorrow]) {
      await cancelByCall(rider, id)
    }
  }
  expect(admin.complaints).toEqual([])
  await admin.leave()
})

test('an export is offered to a fleet admin [booking-39]', async () => {
  const fleet = await open('fleet-exports')
  await openSession(fleet, trial('Fleet One'))
  const { page } = fleet
  await page.goto('/bookings')
  await page.getByRole('button', { name: english.table_export, exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: english.table_export_csv }).click(),
  ])
  expect(file.suggestedFilename()).toBe('bookings.csv')
  expect(fleet.complaints).toEqual([])
})
