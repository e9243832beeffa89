import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openActor, phone } from '../testing/actors.ts'
import { appCode } from '../testing/app-code.ts'
import { closeWindows, openBrowser } from '../testing/chromium.ts'
import { linkIn, openProduction } from '../testing/production.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { shareMap } from '../testing/data-folder.ts'
import { chooseArabic, speakArabic } from '../testing/steps.ts'

const installation = await openProduction()
const { base, start, stop } = installation
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await closeWindows()
  await installation.remove()
})

test('an operator sets a new installation up with the link that its start prints', { timeout: 280_000 }, async () => {
  const map = await shareMap(installation.dataDir)
  const first = linkIn(await start())
  map.made()
  await stop()
  const link = linkIn(await start())
  expect(link).toBeDefined()
  expect(link).not.toBe(first)

  const operator = await openActor(browser, 'operator', { base })
  const { page } = operator
  await page.goto(first ?? '')
  await page.getByRole('heading', { name: 'This link is closed' }).waitFor()
  await operator.picture('closed')

  await page.goto('about:blank')
  await page.goto(link ?? '')
  await page.getByRole('heading', { name: 'Set up your installation' }).waitFor()
  expect(page.url(), 'the token is not kept in the address').toBe(`${base}/setup`)
  await expectAccessible(page, 'set-up')
  await expectNoSideScroll(page, 'set-up')
  await operator.picture('empty')
  const proposed = { Country: 'UY', Currency: 'UYU', Decimals: '2', 'Time zone': 'America/Montevideo' }
  for (const [label, value] of Object.entries(proposed))
    expect(await page.getByLabel(label, { exact: true }).inputValue(), 'of the map [design/maps-105]').toBe(value)
  const language = page.getByLabel('Default language')
  expect(await language.inputValue()).toBe('es')
  await language.selectOption('en')
  const onPhone = await openActor(browser, 'operator-phone', { base, viewport: phone, dark: true })
  await onPhone.page.goto(link ?? '')
  await onPhone.page.getByRole('heading', { name: 'Set up your installation' }).waitFor()
  await expectNoSideScroll(onPhone.page, 'set-up on a phone')
  await expectAccessible(onPhone.page, 'set-up in the dark')
  await onPhone.picture('dark')
  await chooseArabic(onPhone)
  await onPhone.page.getByRole('heading', { name: 'إعداد النظام' }).waitFor()
  await expectNoSideScroll(onPhone.page, 'set-up in Arabic')
  await onPhone.picture('arabic')
  await onPhone.leave()
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await page.getByText('This field is required.').first().waitFor()
  await page.getByLabel('First name').fill('Admin')
  await page.getByLabel('Last name').fill('First')
  await page.getByLabel('Email').fill('admin@taxi.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByLabel('Company name').fill('Taxi Montevideo')
  await page.getByLabel('Currency').selectOption('JPY')
  expect(await page.getByLabel('Decimals').inputValue()).toBe('0')
  await page.getByLabel('Currency').selectOption('UYU')
  await page.getByLabel('Decimals').selectOption('0')
  operator.forgive(/422/)
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await page.getByText('Choose a password that fits the rule').waitFor()
  expect(await page.getByText(/6–30 characters/).count(), 'the rule is said once').toBe(1)
  await operator.picture('fault')
  await page.getByRole('textbox', { name: 'Password' }).fill('abc*4711')
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  // An admin of a production installation signs in with a second step [design/accounts-69].
  await page.getByRole('heading', { name: 'Set up two-step sign-in', level: 1 }).waitFor()
  await expectAccessible(page, 'the first second step')
  await operator.picture('second-step')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(appCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  // The codes stay visible while the page reloads the state of the second step.
  await page.locator('h1', { hasText: 'Set up two-step sign-in' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').locator('li code').count()).toBe(10)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.goto('/bookings')
  await page.getByRole('heading', { name: 'Booking list', level: 1 }).waitFor()
  await operator.picture('done')

  const settings = (await (await fetch(`${base}/api/settings/public`)).json()) as PublicSettings
  expect(settings).toMatchObject({
    appName: 'Taxi Montevideo',
    code: 'UYU',
    decimal: 0,
    timezone: 'America/Montevideo',
  })
  const again = await openActor(browser, 'someone-else', { base, viewport: phone })
  await again.page.goto(link ?? '')
  await again.page.getByRole('heading', { name: 'This link is closed' }).waitFor()
  await expectNoSideScroll(again.page, 'a closed link on a phone')
  await speakArabic(again)
  await again.page.goto('/setup')
  await again.page.getByRole('heading', { name: 'هذا الرابط مغلق' }).waitFor()
  await again.picture('closed-arabic')

  await stop()
  expect(linkIn(await start()), 'an installation with an admin prints no link').toBeUndefined()
})
