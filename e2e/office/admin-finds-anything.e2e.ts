import { preferencesApi } from '@remis/domain/accounts/preferences/preferences-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openPage, openSession, signIn, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor
let office: Awaited<ReturnType<typeof signInByCall>>

beforeAll(async () => {
  admin = await open('admin-finds')
  await openSession(admin, trial('Admin One'))
  office = await signInByCall(base, 'Admin One')
})
afterAll(async () => {
  await office(preferencesApi.change, { body: { colorScheme: null, density: null } })
})

test('an admin goes to a setting, a person and a form by keyboard alone [backoffice-21]', async () => {
  const { page } = admin
  const { press, type, isAt } = keysOf(page)
  await page.goto('/promos')
  await page.getByRole('heading', { name: 'Promos', level: 1 }).waitFor()
  const field = page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')
  const option = page.getByRole('option')
  await press('Control+k')
  await isAt(field)
  await page.getByRole('option', { name: 'Book for a rider' }).waitFor()
  await expectAccessible(page, 'the palette')
  await admin.picture('palette')
  await type('referral bonus')
  await option.filter({ hasText: 'Referral bonus' }).waitFor()
  await press('Enter')
  await page.waitForURL('**/settings?group=money')
  await isAt(page.locator('#field-bonus'))

  await press('Control+k')
  await isAt(field)
  await type('rider two')
  await option.filter({ hasText: 'Rider Two' }).waitFor()
  await admin.picture('person-found')
  await press('Enter')
  await page.waitForURL('**/people/*')
  await page.getByRole('heading', { name: /Rider Two/ }).waitFor()

  await press('Control+k')
  await isAt(field)
  await type('add a promo')
  await option.filter({ hasText: 'Add a promo' }).waitFor()
  await press('Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await press('Escape')
  await page.waitForURL('**/promos')

  // recent items come first; Escape closes the palette
  await press('Control+k')
  await isAt(field)
  expect(await page.getByRole('group', { name: 'Opened lately' }).getByRole('option').allInnerTexts()).toHaveLength(3)
  await press('Escape')
  await field.waitFor({ state: 'hidden' })
  expect(admin.complaints).toEqual([])
})

test('the audit log shows values before and after, and filters [backoffice-20]', async () => {
  const { page } = admin
  const { settings } = await office(settingsApi.read, {})
  await office(settingsApi.change, { body: { settings: { panic: '113' } } })
  await office(settingsApi.change, { body: { settings: { panic: settings.panic } } })
  await openPage(page, '/audit?kind=settings')
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Details: Settings changed' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings changed' })
  await dialog
    .getByRole('row', { name: /Emergency number/ })
    .getByText('113')
    .waitFor()
  await expectAccessible(page, 'an audit entry')
  await admin.picture('entry')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByLabel('Action', { exact: true }).selectOption('promo.add')
  await page.waitForURL('**/audit?*action=promo.add*')
  await openPage(page, '/audit')
  await page.getByRole('row').nth(1).waitFor()
  await expectAccessible(page, 'the audit log')
  await expectNoSideScroll(page, 'the audit log')
  await admin.picture('audit')
  expect(admin.complaints).toEqual([])
})

test('the look follows a person to another device [backoffice-22]', async () => {
  const { page } = admin
  const looks = (where: typeof page) =>
    where.evaluate(() => [
      document.documentElement.dataset['mantineColorScheme'],
      document.documentElement.dataset['density'],
    ])
  await openPage(page, '/promos')
  await page.getByRole('row').nth(1).waitFor()
  const stored = () => page.waitForResponse((reply) => reply.url().endsWith('/api/preferences') && reply.ok())
  await Promise.all([stored(), page.getByRole('button', { name: 'Switch to dark' }).click()])
  await page.getByRole('button', { name: /Admin One/ }).click()
  await Promise.all([stored(), page.getByRole('switch', { name: 'Compact tables' }).click()])
  await expect.poll(() => looks(page)).toEqual(['dark', 'compact'])
  await page.keyboard.press('Escape')
  await admin.picture('compact-dark')

  const other = await open('admin-elsewhere')
  await signIn(other, trial('Admin One'))
  await other.page.waitForURL('**/dashboard')
  await expect.poll(() => looks(other.page)).toEqual(['dark', 'compact'])
  await chooseArabic(other)
  await openPage(other.page, '/audit')
  await other.page.getByRole('row').nth(1).waitFor()
  await other.picture('audit-arabic-dark')
  await expectAccessible(other.page, 'the audit log, Arabic, dark')
  await other.page.keyboard.press('Control+k')
  await other.page.getByRole('listbox').getByRole('option').first().waitFor()
  await other.picture('palette-arabic-dark')
  await expectAccessible(other.page, 'the palette, Arabic, dark')
  expect(other.complaints).toEqual([])
  await other.leave()
})
