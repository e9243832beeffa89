import { accountsRoutes } from '@remis/domain/accounts/accounts-routes'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { askPrice } from '../testing/money-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, reportFreeDriver, speakArabic, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

/** Ends the session on the server; open pages get the same refusals as after it has expired. */
const endSession = async ({ context }: Actor) => {
  const { method, path } = accountsRoutes.signOut
  const answer = await context.request.fetch(path, { method, headers: { origin: base } })
  expect(answer.ok()).toBe(true)
}

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

const signInOver = async (page: Page, { email, password }: ReturnType<typeof trial>) => {
  await ended(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await ended(page).getByLabel('Password', { exact: true }).fill(password)
  await ended(page).getByRole('button', { name: 'Sign in', exact: true }).click()
}

const fillPromo = async (page: Page, name: string) => {
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Promos' }).click()
  await page.getByRole('button', { name: 'Add promo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add promo' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByRole('textbox', { name: 'Discount', exact: true }).fill('12')
  await sheet.getByLabel('Discount at most').fill('80')
  await sheet.getByLabel('Valid until').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  return sheet
}

test('a form is kept when its session ends: the admin signs in over the page and saves it [design/accounts-134]', async () => {
  const admin = await open('session-ends')
  admin.forgive(/401/)
  const { page } = admin
  await openSession(admin, trial('Admin One'))
  const name = `KEPT${String(Date.now()).slice(-6)}`
  const sheet = await fillPromo(page, name)
  await endSession(admin)
  // the press meets the refused call or the dialog, which the live link may have opened before
  const save = sheet.getByRole('button', { name: 'Add promo' })
  await save.click({ timeout: 2000 }).catch(() => undefined)
  await ended(page).waitFor()
  await save.waitFor({ state: 'hidden' })
  expect(await page.getByRole('heading', { name: 'Promos' }).isVisible()).toBe(false)
  await expectAccessible(page, 'an ended session')
  await admin.picture('dialog')

  // nothing behind the dialog is lost by a key or the back button
  await page.keyboard.press('Escape')
  await page.goBack()
  await signInOver(page, { ...trial('Admin One'), password: 'wrong*4711' })
  await ended(page).getByText('Wrong email or password.').filter({ visible: true }).waitFor()
  const link = page.waitForEvent('websocket')
  await signInOver(page, trial('Admin One'))
  await ended(page).waitFor({ state: 'hidden' })
  await link
  expect(await sheet.getByLabel('Name').inputValue()).toBe(name)
  await admin.picture('back')
  await save.click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  expect(admin.complaints).toEqual([])
})

test('another account starts at its own home page, and a sign-in in another tab opens the page again', async () => {
  const admin = await open('session-ends-other')
  admin.forgive(/401/)
  const { page } = admin
  await openSession(admin, trial('Admin One'))
  await fillPromo(page, 'LOST')
  await endSession(admin)
  await ended(page).waitFor()
  // A page load of an ended session is no sign-out of the others.
  const other = await admin.context.newPage()
  await other.goto('/promos')
  await other.waitForURL(/\/login/)
  await ended(page).waitFor()
  await other.getByRole('textbox', { name: 'Email' }).fill('admin.one@remis.example')
  await other.getByLabel('Password', { exact: true }).fill(trial('Admin One').password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await ended(page).waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('LOST')
  await other.close()

  await endSession(admin)
  await ended(page).waitFor()
  await signInOver(page, trial('Driver One'))
  await page.waitForURL(`${base}/bookings`)
  await page.getByRole('button', { name: 'Account of Driver One' }).waitFor()
  expect(admin.complaints).toEqual([])
})

test('a page continues when another tab replaces its session, and is replaced when another person signs in', async () => {
  const rider = await open('session-replaced')
  rider.forgive(/401/)
  const { page, context } = rider
  await openSession(rider, trial('Rider One'))
  // a tab without a page to keep
  const landing = await context.newPage()
  await landing.goto('/')
  const account = landing.getByRole('banner').getByRole('link', { name: 'My account' })
  await account.waitFor()
  await page.goto('/profile')
  const firstName = page.getByLabel('First name')
  await firstName.fill('Typed')
  await endSession(rider)
  await account.waitFor({ state: 'detached' })
  await ended(page).waitFor()
  await landing.close()
  await signInOver(page, trial('Rider One'))
  await ended(page).waitFor({ state: 'hidden' })

  const { method, path } = accountsRoutes.signIn
  const signInElsewhere = async (name: 'Rider One' | 'Rider Two') => {
    const { email, password } = trial(name)
    const answer = await context.request.fetch(path, { method, headers: { origin: base }, data: { email, password } })
    expect(answer.ok()).toBe(true)
  }
  const link = page.waitForEvent('websocket')
  const other = await context.newPage()
  const otherFirst = other.waitForEvent('websocket')
  await other.goto('/')
  const otherAccount = other.getByRole('banner').getByRole('link', { name: 'My account' })
  await otherAccount.waitFor()
  const otherLink = await otherFirst
  const links = [link, otherLink.waitForEvent('close'), other.waitForEvent('websocket')]
  await signInElsewhere('Rider One')
  await Promise.all(links)
  expect(await firstName.inputValue()).toBe('Typed')
  // the first page goes on as well, and the browser is not marked as signed out
  expect(await otherAccount.isVisible()).toBe(true)
  await other.reload()
  await otherAccount.waitFor()
  await other.close()
  await signInElsewhere('Rider Two')
  await page.waitForURL(`${base}/`)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Account of Rider Two' }).waitFor()
  expect(rider.complaints).toEqual([])
})

test('an estimate closes when its rider signs out in another tab, also while it is being confirmed [design/web-194]', async () => {
  const rider = await open('session-of-an-estimate')
  const { page, context } = rider
  await openSession(rider, trial('Rider Two'))
  await reportFreeDriver(rider)
  await page.goto('/')
  await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
  let answer = () => {}
  const asked = new Promise<void>((held) => {
    void page.route('**/api/bookings', async (route) => {
      held()
      await new Promise<void>((released) => (answer = released))
      await route.fulfill({ json: { booking: { id: 'of-the-former-person', status: 'NEW' } } })
    })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await asked
  const other = await context.newPage()
  await other.goto('/about-us')
  await other.evaluate(() => localStorage.setItem('remis.signed-in', 'out'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const answered = page.waitForResponse('**/api/bookings')
  answer()
  await answered
  await page.getByRole('button', { name: 'Book Now' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Pickup', exact: true }).inputValue()).toBe('')
  expect(rider.complaints).toEqual([])
})

test('the page of an ended session is given up after a quarter of an hour', async () => {
  const rider = await open('session-given-up', { viewport: phone })
  rider.forgive(/401/)
  const { page } = rider
  await openSession(rider, trial('Rider One'))
  await page.clock.install()
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await endSession(rider)
  await ended(page).waitFor()
  await page.clock.fastForward('14:00')
  expect(await ended(page).isVisible()).toBe(true)
  await page.clock.fastForward('01:01')
  await page.waitForURL(`${base}/login`)
  expect(rider.complaints).toEqual([])
})

test('a sign-out in another tab leaves nothing on this one, and someone else gets the sign-in page', async () => {
  const rider = await open('session-ends-rider', { viewport: phone, dark: true })
  rider.forgive(/401/)
  const { page } = rider
  await openSession(rider, trial('Rider One'))
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const other = await rider.context.newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/login/)
  expect(await ended(page).count()).toBe(0)
  await other.close()

  await page.getByRole('textbox', { name: 'Email' }).fill(trial('Rider One').email)
  await page.getByLabel('Password', { exact: true }).fill(trial('Rider One').password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${base}/profile`)
  await endSession(rider)
  await ended(page).waitFor()
  await expectNoSideScroll(page, 'an ended session')
  await rider.picture('phone')
  await ended(page).getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.waitForURL(`${base}/login`)

  await openSession(rider, trial('Rider One'))
  await speakArabic(rider)
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await endSession(rider)
  await page.getByRole('dialog').waitFor()
  await expectNoSideScroll(page, 'an ended session in Arabic')
  await rider.picture('arabic')
  expect(rider.complaints).toEqual([])
})
