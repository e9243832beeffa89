import { randomUUID } from 'node:crypto'
import { accountsRoutes } from '@remis/domain/accounts/accounts-routes'
import type { Page, Route } from 'playwright-core'
import type { Actor } from './actors.ts'
import { whole } from './words.ts'

/** Trial accounts share one password, which is shown on the sign-in page. */
export const trial = (label: string) => ({
  email: `${label.toLowerCase().replace(' ', '.')}@remis.example`,
  password: 'remis2go',
})

/** Signs in on /login by the labels of the page. */
export const signIn = async ({ page }: Actor, account: { email: string; password: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/**
 * Gives this browser a session without a page, for stories that are not about signing in: the page costs as much as a
 * third of a short story.
 */
export const openSession = async (
  { base, context }: Actor,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  const { method, path } = accountsRoutes.signIn
  const answer = await context.request.fetch(path, { method, headers: { origin: base }, data: { email, password } })
  if (!answer.ok()) throw new Error(`no session for ${email}: ${answer.status()} ${await answer.text()}`)
  // The mark that the app sets when it signs in: an earlier sign-out has left another one, with which no session is
  // read. It is set once for each sign-in, so that a later sign-out stays one.
  await context.addInitScript((session) => {
    if (localStorage.getItem(session) !== null) return
    localStorage.setItem(session, '1')
    localStorage.setItem('remis.signed-in', '1')
  }, `story.session.${randomUUID()}`)
}

/** Waits for the landing page of a visitor: its prerender offers one language, the others come after hydration. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator('header select option').nth(1).waitFor({ state: 'attached' })

/** A navigation within the app, as a link makes it. The page before stays in place until the next one is loaded. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    if (window.location.pathname !== new URL(to, window.location.href).pathname)
      document.querySelector('main h1, main h2')?.setAttribute('data-before', '')
    window.history.pushState(null, '', to)
  }, path)

export const untilOpen = async (page: Page, path: string): Promise<void> => {
  await page.waitForURL((url) => url.pathname === path)
  await page.waitForFunction(
    () =>
      document.querySelector('main :is(h1, h2)') !== null &&
      document.querySelector('main :is([data-before], [aria-busy=true])') === null,
  )
}

/** Opens a page of the app from another one, without loading it. */
export const openPage = async (page: Page, path: string): Promise<void> => {
  await goTo(page, path)
  await untilOpen(page, path.replace(/\?.*/, ''))
}

/** The pages that this browser loads next are in Arabic, as after a choice of an earlier visit. Loads no page. */
export const speakArabic = async ({ base, context }: Actor): Promise<void> => {
  await context.addCookies([{ name: 'remis.language', value: 'ar', url: base }])
  // not over a later choice
  await context.addInitScript(() => (localStorage['remis.language'] ??= 'ar'))
}

/**
 * Chooses Arabic in the language selector of the open page, also for later pages. Not stored in the account: stories
 * share accounts, so the next story with this account would be in Arabic.
 */
export const chooseArabic = async ({ page, context }: Actor): Promise<void> => {
  await context.route('**/api/preferences', (route) => route.fulfill({ status: 204 }))
  await page
    .getByRole('combobox', { name: /language|لغة/i })
    .first()
    .selectOption({ value: 'ar' })
  await page.waitForFunction(() => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar')
}

export const choosePlace = async (
  { page, label }: Actor,
  field: 'Pickup' | 'Destination',
  words: string,
): Promise<void> => {
  const box = page.getByRole('combobox', { name: whole(label(field === 'Pickup' ? 'pickup' : 'drop')) })
  await box.click()
  await box.pressSequentially(words, { delay: 15 })
  // the list follows the input: waits until its first row has all the words, accents apart
  await page.waitForFunction((typed) => {
    const row = document.querySelector('[role=listbox] [role=option]')?.textContent ?? ''
    const plain = row.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return typed.split(' ').every((word) => plain.includes(word))
  }, words.toLowerCase())
  await page.getByRole('listbox').getByRole('option').first().click()
}

export const chooseCar = async ({ page, label }: Actor, name: RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label('car_type') }).click()
  await page.getByRole('option', { name }).click()
}

/** From the landing page to the success message; returns the booking's id. */
export const bookNow = async (rider: Actor, pickup: string, drop: string, car = /economy/i): Promise<string> => {
  const { page } = rider
  await choosePlace(rider, 'Pickup', pickup)
  await choosePlace(rider, 'Destination', drop)
  await chooseCar(rider, car)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  return bookedId(rider)
}

export const bookingId = /[0-9A-HJKMNP-TV-Z]{10}/

/** The booking's id from the success message. */
export const bookedId = async ({ page }: Actor): Promise<string> => {
  const message = page.getByText(/Your ride is booked|The booking is made/)
  await message.waitFor()
  const id = bookingId.exec((await message.textContent()) ?? '')?.[0]
  if (id === undefined) throw new Error('the success message names no booking')
  return id
}

/** Overrides public settings in this browser only; stories share the settings of the city. */
export const withSettings = ({ context }: Actor, settings: Readonly<Record<string, unknown>>): Promise<unknown> =>
  context.route('**/api/settings/public', (route) => fulfillWith(route, settings))

/** The reply to a quote says that a driver is free: none is on the road in a quiet city. */
export const reportFreeDriver = ({ page }: Actor): Promise<unknown> =>
  page.route('**/api/quotes', (route) => fulfillWith(route, { freeDriver: true }))

const fulfillWith = async (route: Route, changed: object): Promise<void> => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...((await response.json()) as object), ...changed } })
}
