import { languagesApi } from '@remis/domain/backoffice/languages-api'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor
let office: Awaited<ReturnType<typeof signInByCall>>

beforeAll(async () => {
  admin = await open('admin-languages')
  await openSession(admin, trial('Admin One'))
  office = await signInByCall(base, 'Admin One')
})

const languageOf = async (code: string) => {
  const { rows } = await office(languagesApi.listAll, { query: { search: code } })
  return rows.find(({ langLocale }) => langLocale === code)
}
const addLanguage = async (langLocale: string) => {
  const earlier = await languageOf(langLocale)
  if (earlier !== undefined) await office(languagesApi.remove, { params: { id: earlier.id } })
  const body = { langName: `Language ${langLocale}`, langLocale, dateLocale: 'en-GB' }
  return (await office(languagesApi.create, { body })).language
}
const textIn = async (id: string, key: string) =>
  (await office(languagesApi.pairs, { params: { id } })).keyValuePairs[key]

test('an admin adds a language, translates two texts, and an open page shows them [languages-7] [languages-12]', async () => {
  const { page } = admin
  await page.goto('/languagesetting')
  await page.getByRole('button', { name: 'Add language' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(/^Name/).fill('Català')
  await sheet.getByLabel(/^Code/).fill('ca')
  await sheet.getByLabel(/^Dates/).fill('ca')
  await sheet.getByRole('button', { name: 'Add language' }).click()
  await sheet.waitFor({ state: 'hidden' })
  // a new language is not the default [languages-8] [languages-9]
  expect(await page.getByRole('button', { name: 'Make default: Català' }).isEnabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Make default: English' }).isDisabled()).toBe(true)
  // [languages-11]
  await page.getByRole('button', { name: 'Delete English' }).click()
  await page.getByText('Cannot delete default language').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  const rider = await open('rider-languages')
  await openSession(rider, trial('Rider Two'))
  await rider.page.goto('/')
  // the account of other stories keeps its language
  await rider.context.route('**/api/preferences', (route) => route.fulfill({ status: 204 }))
  await rider.page.getByRole('combobox', { name: 'Language' }).first().selectOption({ value: 'ca' })
  await rider.page.waitForFunction(() => document.documentElement.lang === 'ca')
  const before = (await rider.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const visitor = await open('visitor-languages')
  await visitor.page.clock.install()
  await visitor.context.addInitScript(() => localStorage.setItem('remis.language', 'ca'))
  await visitor.page.goto('/')
  await visitor.page.waitForFunction(() => document.documentElement.lang === 'ca')

  await page.getByRole('button', { name: 'Texts: Català' }).click()
  await page.waitForURL('**/languagesetting/*')
  await page.getByText(/^[1-9] of .* texts translated$/).waitFor()
  await expectAccessible(page, 'the texts of a language')
  await expectNoSideScroll(page, 'the texts of a language')
  await admin.picture('texts')
  await page.getByRole('searchbox').fill('hero_title')
  const title = page.getByRole('textbox', { name: 'Text for hero_title' })
  await expect.poll(() => page.locator('textarea[lang=ca]').count()).toBe(1)
  expect(await title.inputValue()).toBe(before)
  await title.fill('La ciutat és teva')
  await title.press('Control+Enter')
  await page.getByRole('button', { name: 'Edited · 1' }).waitFor()
  await rider.page.getByRole('heading', { level: 1, name: 'La ciutat és teva' }).waitFor()
  // a visitor has no live link: the page in sight asks every minute [design/languages-12]
  expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
  await visitor.page.clock.fastForward(61_000)
  await visitor.page.getByRole('heading', { level: 1, name: 'La ciutat és teva' }).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()

  // the second one as JSON
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Català as JSON' })
  const area = dialog.getByRole('textbox')
  await area.waitFor()
  expect(await area.boundingBox()).toMatchObject({ width: 800, height: 500 })
  expect((await dialog.boundingBox())?.width).toBe(850)
  await expectAccessible(page, 'the JSON dialog')
  await admin.picture('json')
  const json = JSON.parse(await area.inputValue()) as Record<string, string>
  await area.fill(JSON.stringify({ ...json, hero_text: 'Tria on vas.' }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Edited · 2' }).waitFor()
  await rider.page.getByText('Tria on vas.').first().waitFor()

  // a visitor's next page has them in its first reply
  const visit = await fetch(base, { headers: { accept: 'text/html', cookie: 'remis.language=ca' } })
  expect(await visit.text()).toContain('La ciutat és teva')

  // a deleted language is replaced by the default one
  const id = (await languageOf('ca'))?.id ?? ''
  await openPage(page, '/languagesetting')
  await office(languagesApi.remove, { params: { id } })
  await rider.page.waitForFunction(() => document.documentElement.lang === 'en')
  expect([...admin.complaints, ...rider.complaints]).toEqual([])
  await rider.leave()
})

test('invalid JSON shows an error, and nothing is changed [languages-10] [messages-16]', async () => {
  const { page } = admin
  const { id, langName } = await addLanguage('eo')
  await page.goto('/languagesetting')
  await page.getByRole('button', { name: `${langName} as JSON` }).click()
  const dialog = page.getByRole('dialog')
  const area = dialog.getByRole('textbox')
  const json = JSON.parse(await area.inputValue()) as Record<string, string>
  const save = dialog.getByRole('button', { name: 'Save' })
  for (const broken of ['{"book_now": ', '["Ride"]', '{"book_now": 1}']) {
    await area.fill(broken)
    await save.click()
    await page.getByText('JSON Error').first().waitFor()
  }
  // what is typed is not lost without a question [design/web-116]
  await area.press('Escape')
  await dialog.getByRole('alertdialog').getByText('Your changes are not saved.').waitFor()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(await area.inputValue()).toBe('{"book_now": 1}')
  const wrong = { ...json, book_now: 'Veturu', error_code: 'Kodo', no_such_key: 'x' }
  await area.fill(JSON.stringify(wrong))
  await save.click()
  await dialog.getByText('2 texts can’t be saved').waitFor()
  const faults = dialog.getByRole('alert')
  await faults.getByText('Keep the placeholders of the English text.').waitFor()
  await faults.getByText('This key is not a text of Remis.').waitFor()
  await admin.picture('json-faults')
  expect(await textIn(id, 'book_now')).toBe(json['book_now'])

  // another admin saves meanwhile: both versions
  await area.fill(JSON.stringify({ ...json, book_now: 'Veturu' }))
  const texts = [{ key: 'book_now', from: json['book_now'] ?? '', to: 'Mendu' }]
  await office(languagesApi.changeTexts, { params: { id }, body: { texts } })
  admin.forgive(/409/)
  await save.click()
  const both = dialog.getByRole('alert')
  await both.getByText('Another admin changed this text in the meantime').waitFor()
  await both.getByText('Mendu', { exact: true }).waitFor()
  await both.getByText('Veturu', { exact: true }).waitFor()
  await admin.picture('json-conflict')
  await dialog.getByRole('button', { name: 'Keep your version' }).click()
  await save.click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await textIn(id, 'book_now')).toBe('Veturu')
  await office(languagesApi.remove, { params: { id } })
  expect(admin.complaints).toEqual([])
})

test('the editor checks placeholders, keeps what is typed and shows the text of another admin', async () => {
  const { page } = admin
  const { id } = await addLanguage('eo')
  await openPage(page, `/languagesetting/${id}?q=error_code`)
  const field = page.getByRole('textbox', { name: 'Text for error_code', exact: true })
  await field.fill('Kodo: ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Keep the placeholders of the English text.').waitFor()
  await page.getByRole('button', { name: 'Insert code' }).click()
  expect(await field.inputValue()).toBe('Kodo: {{code}}')
  await expectAccessible(page, 'a text with a fault')

  // what is typed survives a search, and leaving asks first
  await page.getByRole('searchbox').fill('book_now')
  await page.getByRole('textbox', { name: 'Text for book_now', exact: true }).waitFor()
  await page.getByRole('link', { name: 'All languages' }).click()
  await page.getByRole('dialog').getByText('1 text is not saved.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).last().click()
  await page.getByRole('searchbox').fill('error_code')
  await field.waitFor()

  const stored = (await textIn(id, 'error_code')) ?? ''
  const texts = [{ key: 'error_code', from: stored, to: 'Signo: {{code}}' }]
  await office(languagesApi.changeTexts, { params: { id }, body: { texts } })
  // the event brings the other version before anything is sent
  await page.getByText('Another admin changed this text in the meantime').waitFor()
  await page.getByText('Signo: {{code}}').waitFor()
  await admin.picture('conflict')
  await expectAccessible(page, 'a text that two admins changed')
  await page.getByRole('button', { name: 'Keep your version' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => textIn(id, 'error_code'), { timeout: 10_000 }).toBe('Kodo: {{code}}')

  // N goes to the next missing text
  await page.getByRole('searchbox').fill('')
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await expect.poll(() => page.locator('textarea[lang=eo]').count()).toBe(25)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await openPage(page, '/languagesetting')
  await office(languagesApi.remove, { params: { id } })
  expect(admin.complaints).toEqual([])
})

test('texts are exported and imported as a JSON file', async () => {
  const { page } = admin
  const { id } = await addLanguage('eo')
  await openPage(page, `/languagesetting/${id}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export JSON' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('remis-eo.json')
  const pairs = JSON.parse(await text(await file.createReadStream())) as Record<string, string>
  expect(pairs['book_now']).toBe(await textIn(id, 'book_now'))
  const path = join(tmpdir(), `remis-eo-${Date.now()}.json`)
  const choose = page.locator('input[type=file]')
  writeFileSync(path, 'no JSON')
  await choose.setInputFiles(path)
  await page.getByText('JSON Error').first().waitFor()
  writeFileSync(path, JSON.stringify({ book_now: 'Mendu nun' }))
  await choose.setInputFiles(path)
  const dialog = page.getByRole('dialog')
  // nothing is saved unseen
  await dialog.getByRole('textbox').waitFor()
  expect(await textIn(id, 'book_now')).toBe(pairs['book_now'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await textIn(id, 'book_now')).toBe('Mendu nun')
  expect(await textIn(id, 'wallet')).toBe(pairs['wallet'])
  await openPage(page, '/languagesetting')
  await office(languagesApi.remove, { params: { id } })
  expect(admin.complaints).toEqual([])
})

test('on a phone, in Arabic: the texts of Arabic itself', async () => {
  const small = await open('phone-languages', { viewport: phone, dark: true })
  await openSession(small, trial('Admin One'))
  const { page } = small
  await page.goto(`/languagesetting/${(await languageOf('ar'))?.id ?? ''}`)
  await page.locator('textarea').first().waitFor()
  await chooseArabic(small)
  await small.picture('arabic')
  await expectNoSideScroll(page, 'the editor on a phone, Arabic')
  await expectAccessible(page, 'the editor on a phone, Arabic')
  expect(small.complaints).toEqual([])
  await small.leave()
})
