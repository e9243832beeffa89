import { bookingsApi } from '@remis/domain/booking/booking-api'
import { english } from '@remis/domain/texts/english'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, goTo, openSession, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base, {}, { map: true })
let admin: Actor

beforeAll(async () => {
  admin = await open('office')
})

/** The cells of one column of the list, from top to bottom. */
const column = async (name: string): Promise<string[]> => {
  const heads = await admin.page
    .locator('section[aria-labelledby=table-title]')
    .getByRole('columnheader')
    .allInnerTexts()
  const at = heads.findIndex((head) => head.trim() === name) + 1
  expect(at, `the list has a column ${name}`).toBeGreaterThan(0)
  return admin.page.locator(`[aria-labelledby='table-title'] tbody td:nth-child(${at})`).allInnerTexts()
}

test('an admin searches, sorts, and follows a booking beside the list [booking-34]', async () => {
  const { page } = admin
  await openSession(admin, trial('Admin One'))
  await page.goto('/bookings')
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

  await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Status' })
  const at = (
    await page.locator('section[aria-labelledby=table-title]').getByRole('columnheader').allInnerTexts()
  ).indexOf('Trip cost')
  const rows = await page.locator("[aria-labelledby='table-title'] tbody tr").evaluateAll(
    (all, cell) =>
      all.map((row) => ({
        isGroup: row.querySelector('button') === null,
        isVoid: row.children[cell]?.querySelector('s') !== null,
        text: row.children[cell]?.textContent ?? '',
      })),
    at,
  )
  const sums = rows.filter(({ isGroup }) => isGroup).map(({ text }) => cost(text))
  // quotes of cancelled bookings are struck through and not in the sums
  const members = rows.filter(({ isGroup, isVoid }) => !isGroup && !isVoid).map(({ text }) => cost(text))
  const add = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
  expect(sums.length, 'groups of this page').toBeGreaterThan(1)
  expect(add(sums)).toBeGreaterThan(0)
  expect(add(sums)).toBeCloseTo(add(members), 0)
  await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'No groups' })

  const route = await findRoute(base, 'mercado del puerto', 'palacio legislativo')
  const driver = await signInByCall(base, 'Driver Thirteen')
  await waitAtStart(driver, route)
  const rider = await signInByCall(base, 'Rider Six')
  const id = await bookByCall(rider, route, /economy/i)

  const search = page.getByRole('searchbox')
  await search.fill(id.toLowerCase())
  await expect.poll(async () => (await column('Status')).map((cell) => cell.includes(id))).toEqual([true])
  const heads = () => page.locator('section[aria-labelledby=table-title]').getByRole('columnheader').allInnerTexts()
  const before = await heads()
  await page.getByRole('button', { name: `Open booking ${id}` }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Dispatch record' }).waitFor()
  // the panel leaves the columns as they are, and the status leads [design/web-85]
  expect((await heads()).filter((head) => head !== 'Actions')).toEqual(before.filter((head) => head !== 'Actions'))
  expect(before[0]).toBe('Status')
  await panel
    .getByText(/Wave 1: \d+ asked/)
    .first()
    .waitFor()
  await panel.getByText('Driver Thirteen').filter({ visible: true }).first().waitFor()
  await admin.picture('panel')
  await expectAccessible(page, 'bookings with the panel')

  // Changes made elsewhere appear at once.
  await driver(bookingsApi.accept, { params: { id }, body: {} })
  await panel.getByText('Accepted by Driver Thirteen').waitFor()
  await expect
    .poll(async () => (await column('Status')).map((cell) => cell.includes('Accepted')), { timeout: 10_000 })
    .toEqual([true])

  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  // Closing leads back to the list: Forward opens the row again, Back closes it [design/web-116].
  await page.goForward()
  await panel.waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'hidden' })

  await chooseArabic(admin)
  await goTo(page, `/bookings?id=${id}`)
  await panel.getByText('Driver Thirteen').filter({ visible: true }).first().waitFor()
  await admin.picture('panel-arabic')
  await expectAccessible(page, 'bookings with the panel, Arabic')
  await expectNoSideScroll(page, 'bookings of an admin, Arabic')

  await cancelByCall(rider, id)
  await stopByCall(driver)
  expect(admin.complaints).toEqual([])
})

test('an admin reads security events and debts in the same kind of list', async () => {
  const office = await open('office-lists')
  const { page } = office
  await openSession(office, trial('Admin One'))
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Security events' }).click()
  await page.getByRole('heading', { name: 'Security events', level: 1 }).waitFor()
  expect(await page.title()).toContain('Security events')
  // an event is written within 5 s
  await expect
    .poll(
      async () => {
        await page.reload()
        const row = page.getByRole('row').nth(1)
        return row.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        )
      },
      { timeout: 40_000 },
    )
    .toBe(true)
  await expectAccessible(page, 'security events')
  await expectNoSideScroll(page, 'security events')
  await office.picture('security')
  await page.getByRole('searchbox').fill('Admin One')
  await page.waitForURL('**/security-events?q=*')
  await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Event' })
  const group = page.getByRole('row', { name: /^Signed in/ }).first()
  await group.waitFor()
  await office.picture('security-groups')

  await page.getByRole('link', { name: 'Debts' }).click()
  await page.getByRole('heading', { name: 'Debts', level: 1 }).waitFor()
  await page.getByText('No open debts.').or(page.getByRole('row').nth(1)).first().waitFor()
  await expectAccessible(page, 'debts')
  await office.picture('debts')

  await page.goto('/no-such-table')
  await page.getByRole('heading', { name: english.not_found_title }).waitFor()
  expect(office.complaints).toEqual([])
  await office.leave()
})
