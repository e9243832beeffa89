import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { securityApi } from '@remis/domain/accounts/security-api'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { carTypeTableApi } from '@remis/domain/fare/car-types-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { setupApi } from '@remis/domain/setup/setup-api'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { long, openActor, phone } from '../testing/actors.ts'
import { appCode } from '../testing/app-code.ts'
import { openBrowser } from '../testing/chromium.ts'
import { clientOf } from '../testing/by-call.ts'
import { linkIn, openProduction } from '../testing/production.ts'
import { driveAlong, findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { shareMap } from '../testing/data-folder.ts'
import { openSession } from '../testing/steps.ts'

const root = join(import.meta.dirname, '..', '..')
const extracts = process.env['REMIS_EXTRACTS'] ?? join(root, '..', 'shared', 'data')
const cities = [
  {
    name: 'Porto',
    file: join(extracts, 'porto.osm.pbf'),
    facts: { country: 'PT', currency: 'EUR', decimals: 2, timezone: 'Europe/Lisbon', language: 'pt' },
    from: 'Rua do Almada',
    to: 'Rua de Ceuta',
    money: /€/,
  },
  {
    name: 'Liechtenstein',
    file: join(extracts, 'liechtenstein.osm.pbf'),
    facts: { country: 'LI', currency: 'CHF', decimals: 2, timezone: 'Europe/Vaduz', language: 'de' },
    from: 'Städtle 43',
    to: 'Rathaus Vaduz',
    money: /CHF/,
  },
] as const
/** The smaller one; `npm run proof -- cities` imports both. */
const inGate = cities[1]
for (const { name, file } of cities)
  if (!existsSync(file)) process.stdout.write(`The extract of ${name} is not here: its journey is skipped.\n`)

const password = 'abc*4711'
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** The texts of a language, as the screens show them. */
const textsOf = (language: string) => {
  const folder = join(root, 'domain', 'texts', language)
  const texts = Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  ) as Record<string, string>
  return (key: string, words: Record<string, string> = {}): string => {
    const text = texts[key]
    if (text === undefined) throw new Error(`no text ${key} in ${language}`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '')
  }
}

/** The first suggestion for an address. */
const choose = async (page: Page, field: string, words: string) => {
  const box = page.getByRole('combobox', { name: field, exact: true })
  await box.click()
  await box.pressSequentially(words, { delay: 15 })
  await page.getByRole('option').filter({ hasText: words }).first().click()
}

/** Accounts of an admin, a rider and a driver at a car of the first type; `token` is that of the set-up link. */
const peopleOf = async (base: string, token: string, { name, facts }: (typeof cities)[number]) => {
  const anyone = clientOf(base)
  // the server opens the new map a few seconds after the import
  await expect
    .poll(async () => (await anyone(setupApi.check, { body: { token } })).proposed, {
      message: 'the form begins with the facts of the map [design/maps-105]',
      timeout: 60_000,
    })
    .toEqual({ map: name, ...facts })
  const admin = { email: 'admin@taxi.example', password }
  const person = { firstName: 'Admin', lastName: 'One', ...admin, company: `Taxi ${name}` }
  await anyone(setupApi.finish, { body: { token, ...person, ...facts } })
  const office = clientOf(base, (await anyone(accountsApi.signIn, { body: admin })).token)
  const { secret, token: secretToken } = await office(securityApi.beginAuthenticator, { body: {} })
  await office(securityApi.addAuthenticator, { body: { token: secretToken, code: appCode(secret) } })
  await office(settingsApi.change, { body: { settings: { driver_approval: false } } })
  const signUp = async (usertype: 'rider' | 'driver', mobile: string) => {
    const account = { email: `${usertype}@taxi.example`, password }
    const regData = {
      ...account,
      firstName: usertype === 'rider' ? 'Rider' : 'Driver',
      lastName: 'One',
      mobile,
      usertype,
    }
    return { ...account, id: (await anyone(accountsApi.signUp, { body: { regData } })).uid }
  }
  const [rider, driver] = [await signUp('rider', '+351910000001'), await signUp('driver', '+351910000002')]
  const car = (await office(carTypeTableApi.listAll, { query: {} })).rows[0]!
  // Its prices are to be looked at first [design/access-76].
  await office(carTypeTableApi.update, { params: { id: car.id }, body: { active: true } })
  await office(peopleApi.update, { params: { id: driver.id }, body: { carTypeId: car.id, vehicleNumber: 'AA 01' } })
  return { rider, driver, car: car.name }
}

test.for(cities)(
  'a rider books in $name in its language and currency, and pays the driver in cash [design/maps-104]',
  { timeout: 240_000 },
  async (city, { skip }) => {
    const { name, file, facts, money } = city
    skip(!existsSync(file) || (!long && city !== inGate))
    const installation = await openProduction()
    const { base } = installation
    try {
      const map = await shareMap(installation.dataDir)
      const link = linkIn(await installation.start())
      map.made()
      const printed = await installation.importMap(file, '--name', name, '--accept')
      expect(printed).toContain('They are set. A running server uses them within seconds.')
      const settings = async () => (await (await fetch(`${base}/api/settings/public`)).json()) as PublicSettings
      await expect.poll(async () => (await settings()).code).toBe(facts.currency)
      expect(await settings()).toMatchObject({ timezone: facts.timezone, restrictCountry: facts.country })

      const { rider, driver, car } = await peopleOf(base, link?.split('#')[1] ?? '', city)
      const route = await findRoute(base, city.from, city.to)
      const t = textsOf(facts.language)
      const atWheel = await openActor(browser, `driver-${facts.language}`, { base, viewport: phone, at: route.start })
      await openSession(atWheel, driver)
      await atWheel.page.goto('/drive')
      await atWheel.page.getByRole('switch', { name: t('drive_switch') }).press('Space')
      await atWheel.page.getByText(t('drive_online'), { exact: true }).waitFor()

      const passenger = await openActor(browser, `rider-${facts.language}`, { base, viewport: phone })
      const { page } = passenger
      await openSession(passenger, rider)
      await page.goto('/')
      expect(await page.locator('html').getAttribute('lang')).toBe(facts.language)
      await choose(page, t('pickup'), city.from)
      await choose(page, t('drop'), city.to)
      await page.getByRole('combobox', { name: t('car_type') }).click()
      await page.getByRole('option', { name: car }).click()
      await page.getByRole('button', { name: t('book_now') }).click()
      await page.getByRole('heading', { name: t('estimate_title') }).waitFor()
      expect(await page.getByRole('dialog').innerText()).toMatch(money)
      await passenger.picture('estimate')
      await page.getByRole('button', { name: t('confirm_booking') }).click()
      await page.getByText(t('booking_success')).waitFor()
      await page.getByRole('button', { name: t('watch_your_ride') }).click()

      await atWheel.page.getByRole('article', { name: t('drive_request', { name: 'Rider' }) }).waitFor()
      await atWheel.picture('request')
      await atWheel.page.getByRole('button', { name: t('drive_accept') }).click()
      const code = page.getByRole('region', { name: t('trip_code_title') })
      await code.waitFor()
      const digits = /\d{5}/.exec((await code.textContent()) ?? '')?.[0] ?? ''
      for (const place of [city.from, city.to]) await page.getByText(place).first().waitFor()
      expect(await page.locator('main').innerText()).toMatch(money)
      await expectAccessible(page, `trip in ${facts.language}`)
      await expectNoSideScroll(page, `trip in ${facts.language}`)
      await passenger.picture('trip')
      await atWheel.page.getByRole('button', { name: t('drive_arrived') }).click()
      await atWheel.page.getByRole('textbox', { name: t('drive_code_title', { name: 'Rider' }) }).fill(digits)
      await atWheel.page.getByRole('button', { name: t('drive_start') }).click()
      await atWheel.page.getByRole('button', { name: t('drive_reached') }).waitFor()
      // at most 80 m between two positions: a faster car is not believed [design/tracking-4]
      await driveAlong(atWheel, route, Math.ceil(route.km / 0.08))
      await atWheel.page.getByRole('button', { name: t('drive_reached') }).click()
      await atWheel.page.getByRole('heading', { name: t('drive_step_collect') }).waitFor()
      expect(await atWheel.page.locator('main').innerText()).toMatch(money)
      await expectNoSideScroll(atWheel.page, `cash in ${facts.language}`)
      await atWheel.picture('cash')
      await atWheel.page.getByRole('button', { name: t('drive_cash_received') }).click()
      await atWheel.page.getByRole('button', { name: t('drive_done') }).waitFor()

      const receipt = page.getByRole('region', { name: t('trip_receipt') })
      await receipt.waitFor()
      expect(await receipt.innerText()).toMatch(money)
      await passenger.picture('receipt')
      expect(await page.locator('body').innerText(), 'one currency').not.toMatch(/\$|USD|UYU/)
      expect([...passenger.complaints, ...atWheel.complaints]).toEqual([])
    } finally {
      await installation.remove()
    }
  },
)
