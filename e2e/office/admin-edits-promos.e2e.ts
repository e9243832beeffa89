import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, chooseArabic, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const data = inject('quietCityData')
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-promos')
  await openSession(admin, trial('Admin One'))
  await admin.page.goto('/bookings')
})

/**
 * As the operator does it, since no call can switch them on again [design/access-13]; the server notices within
 * seconds.
 */
const switchCriticalEdits = async (word: 'on' | 'off') => {
  const root = join(import.meta.dirname, '..', '..')
  const env = { ...process.env, DATA_DIR: data, REMIS_MODE: 'trial', DATABASE_URL: '' }
  await promisify(execFile)(process.execPath, ['server/dist/critical-edits-cli.mjs', word], { cwd: root, env })
  const isOn = async () => {
    const settings = (await (await fetch(`${base}/api/settings/public`)).json()) as PublicSettings
    return settings.AllowCriticalEditsAdmin
  }
  await expect.poll(isOn, { timeout: 15_000 }).toBe(word === 'on')
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const newPromo = (promo_name: string) => ({
  promo_name,
  promo_discount_type: 'flat' as const,
  promo_discount_value: 30,
  max_promo_discount_value: 30,
  min_order: 0,
  promo_validity: inAWeek(),
  promo_usage_limit: 5,
})

test('an admin adds, edits, exports and deletes a promo [design/web-116]', async () => {
  const { page } = admin
  const name = `SUMMER${String(Date.now()).slice(-6)}`
  await page.getByRole('link', { name: 'Promos' }).click()
  await page.getByRole('heading', { name: 'Promos', level: 1 }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await expectAccessible(page, 'promos')
  await expectNoSideScroll(page, 'promos')
  await admin.picture('list')

  await page.getByRole('button', { name: 'Add promo' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Add promo' }).click()
  await sheet.getByText('Fill this in.').first().waitFor()
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByRole('textbox', { name: 'Discount', exact: true }).fill('120')
  await sheet.getByLabel('Discount at most').fill('80')
  await sheet.getByLabel('Valid until').fill(inAWeek())
  await sheet.getByRole('button', { name: 'Add promo' }).click()
  await sheet.getByText('Above 0; a percentage at most 100.').waitFor()
  await admin.picture('fault')
  await expectAccessible(page, 'a form with a fault')
  await sheet.getByRole('textbox', { name: 'Discount', exact: true }).fill('12.5')
  await sheet.getByRole('button', { name: 'Add promo' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByText('12.5%').waitFor()

  // what the server refuses is shown at its field
  admin.forgive(/422/)
  await page.getByRole('button', { name: 'Add promo' }).click()
  await sheet.getByLabel('Name').fill(name.toLowerCase())
  await sheet.getByRole('textbox', { name: 'Discount', exact: true }).fill('5')
  await sheet.getByLabel('Discount at most').fill('5')
  await sheet.getByLabel('Valid until').fill(inAWeek())
  await sheet.getByRole('button', { name: 'Add promo' }).click()
  await sheet.getByText('A promo with this name already exists.').waitFor()
  // unsaved changes are not lost without a question
  await page.keyboard.press('Escape')
  await sheet.getByText('Your changes are not saved.').waitFor()
  await sheet.getByRole('button', { name: 'Keep editing' }).click()
  await page.goBack()
  await sheet.getByText('Your changes are not saved.').waitFor()
  await sheet.getByRole('button', { name: 'Keep editing' }).click()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await sheet.getByRole('button', { name: 'Discard changes' }).click()
  await sheet.waitFor({ state: 'hidden' })

  // the back button closes a sheet, not the page below it
  await page.getByRole('button', { name: 'Add promo' }).click()
  await sheet.getByLabel('Name').waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  await row.getByText(name).click()
  await page.waitForURL('**/promos?id=*')
  await sheet.getByLabel('Name').waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  await page.waitForURL('**/promos')

  await row.getByText(name).click()
  await page.waitForURL('**/promos?id=*')
  expect(await sheet.getByLabel('Used', { exact: true }).isEditable()).toBe(false)
  await sheet.getByLabel('Minimum fare').fill('250')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await row.getByText(/250/).waitFor()
  await page.waitForURL('**/promos')

  // one value in its cell
  await row.getByRole('button', { name: `Change the limit of ${name}` }).click()
  const cell = row.getByRole('textbox')
  await cell.fill('0')
  await cell.press('Enter')
  await row.getByText('At least 1, and not below the uses so far.').waitFor()
  await cell.fill('7')
  await cell.press('Enter')
  await cell.waitFor({ state: 'hidden' })
  await row.getByText('7', { exact: true }).waitFor()

  await page.getByRole('searchbox').fill(name)
  await page.waitForURL('**/promos?q=*')
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'As CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('promos.csv')
  const lines = (await text(await file.createReadStream())).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${name},,percentage,12.5,80,250`)

  // the second press of a double press does not close the question [design/web-220]
  await row.getByRole('button', { name: `Delete ${name}` }).dblclick({ delay: 20 })
  await admin.picture('delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No matches.').waitFor()

  // deleted promos are only shown, and restored
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  await row.getByText(name).click()
  await sheet.getByText(name).first().waitFor()
  expect(await sheet.getByLabel('Minimum fare').isEditable()).toBe(false)
  expect(await sheet.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: `Delete ${name}` }).count()).toBe(0)
  await row.getByRole('button', { name: `Restore ${name}` }).click()
  await admin.picture('restore')
  await expectAccessible(page, 'the dialog that restores a promo')
  await sheet.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('No matches.').waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await row.getByRole('button', { name: `Delete ${name}` }).waitFor()
  expect(admin.complaints).toEqual([])
})

test('an edit survives a refusal and a faster admin [design/web-138] [design/catalogue-14]', async () => {
  const { page } = admin
  const office = await signInByCall(base, 'Admin One')
  const stamp = String(Date.now()).slice(-6)
  const [name, taken] = [`LATE${stamp}`, `TAKEN${stamp}`]
  const { promo } = await office(promosApi.create, { body: newPromo(name) })
  await office(promosApi.create, { body: newPromo(taken) })
  await page.goto(`/promos?q=${name}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByText(name).click()
  const sheet = page.getByRole('dialog')
  admin.forgive(/409|422/)

  // nothing closes a form while it is saved, and the refusal is at its field
  let answer = () => undefined as void
  const answered = new Promise<void>((done) => (answer = done))
  const sent = page.waitForRequest(`**/api/promos/${promo.id}`)
  await page.route(`**/api/promos/${promo.id}`, async (route) => {
    await answered
    await route.continue()
  })
  await sheet.getByLabel('Name').fill(taken)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await sent
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => history.back())
  answer()
  await sheet.getByText('A promo with this name already exists.').waitFor()
  expect(await sheet.getByLabel('Name').inputValue()).toBe(taken)
  expect(new URL(page.url()).searchParams.get('id')).toBe(promo.id)
  await page.unroute(`**/api/promos/${promo.id}`)
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: 'Discard changes' }).click()
  await sheet.waitFor({ state: 'hidden' })

  // the second Enter saves over a value that was shown
  await row.getByRole('button', { name: `Change the limit of ${name}` }).click()
  const cell = row.getByRole('textbox')
  await cell.fill('9')
  await office(promosApi.update, { params: { id: promo.id }, body: { promo_usage_limit: 8 } })
  await cell.press('Enter')
  await row.getByText('It has 8 here now.').waitFor()
  await admin.picture('late-cell')
  await cell.press('Enter')
  await cell.waitFor({ state: 'hidden' })
  await row.getByText('9', { exact: true }).waitFor()
  expect(admin.complaints).toEqual([])
})

test('demo mode refuses edit, delete and export, not add [promos-5]', async () => {
  const { page } = admin
  const office = await signInByCall(base, 'Admin One')
  const name = `DEMO${String(Date.now()).slice(-6)}`
  const { promo } = await office(promosApi.create, { body: newPromo(name) })
  await page.goto(`/promos?q=${name}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.waitFor()
  await switchCriticalEdits('off')
  try {
    // said before one tries, on pages that were open before, too
    await page.getByText('In the demo promos can be added, but not changed or deleted.').waitFor({ timeout: 15_000 })
    // Playwright reads aria-disabled
    expect(await page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: `Delete ${name}` }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add promo' }).waitFor()
    await row.getByText(name).click()
    await page.getByRole('dialog').getByLabel('Minimum fare').waitFor()
    expect(await page.getByRole('dialog').getByLabel('Minimum fare').isEditable()).toBe(false)
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0)
    await admin.picture('demo')
    await page.keyboard.press('Escape')
    await expect(office(promosApi.remove, { params: { id: promo.id } })).rejects.toMatchObject({ key: 'demo_mode' })
    await row.waitFor()
    await office(promosApi.create, { body: newPromo(`${name}B`) })
  } finally {
    await switchCriticalEdits('on')
  }
  await office(promosApi.remove, { params: { id: promo.id } })
  expect(admin.complaints).toEqual([])
})

test('without a mouse: search, walk the rows, select, edit', async () => {
  const { page } = admin
  const { press, type, isAt } = keysOf(page)
  const office = await signInByCall(base, 'Admin One')
  const stem = `KEY${String(Date.now()).slice(-6)}`
  for (const end of ['A', 'B']) await office(promosApi.create, { body: newPromo(`${stem}${end}`) })
  await page.goto('/promos?sort=promo_name&dir=asc')
  await page.getByRole('row').nth(1).waitFor()
  await press('/')
  await isAt(page.getByRole('searchbox'))
  await type(stem)
  const first = page
    .locator('tbody')
    .getByRole('button', { name: `Edit ${stem}A` })
    .first()
  const second = page
    .locator('tbody')
    .getByRole('button', { name: `Edit ${stem}B` })
    .first()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await first.focus()
  await press('ArrowDown')
  await isAt(second)
  await press('k')
  await isAt(first)
  await press('x')
  await page.getByText('1 selected').waitFor()
  await press('Escape')
  await page.getByText('1 selected').waitFor({ state: 'hidden' })
  await press('e')
  const sheet = page.getByRole('dialog')
  await isAt(sheet.getByLabel('Name'))
  await press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await isAt(first)
  await press('x')
  await press('ArrowDown')
  await press('x')
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Delete 2 rows?' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No matches.').waitFor()
  expect(admin.complaints).toEqual([])
})

test('on a phone promos are cards, in Arabic too', async () => {
  const small = await open('phone-promos', { viewport: phone })
  const { page } = small
  await openSession(small, trial('Admin One'))
  await page.goto('/promos')
  const card = page.getByRole('article').filter({ hasText: 'HOLA10' })
  await card.getByText('10%').waitFor()
  await expectAccessible(page, 'promos on a phone')
  await expectNoSideScroll(page, 'promos on a phone')
  await card.getByRole('button').first().click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await small.picture('sheet')
  await expectAccessible(page, 'the form on a phone')
  await page.keyboard.press('Escape')
  await chooseArabic(small)
  await card.waitFor()
  await small.picture('arabic')
  await expectNoSideScroll(page, 'promos on a phone, Arabic')
  expect(small.complaints).toEqual([])
  await small.leave()
})
