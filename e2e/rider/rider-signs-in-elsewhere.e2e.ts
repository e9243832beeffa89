import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { messages } from '@remis/domain/messages/english'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { clientOf } from '../testing/by-call.ts'
import { changeSettings, newRider } from '../testing/money-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor
beforeAll(async () => {
  admin = await open('admin-social')
  await openSession(admin, trial('Admin One'))
  await changeSettings(admin, { FacebookLoginEnabled: true })
})
afterAll(() => changeSettings(admin, { FacebookLoginEnabled: false }))

const email = (provider: string) => `elsewhere.${provider}.${Date.now()}@example.org`
const openDialog = async ({ page }: Actor, provider: 'Facebook' | 'Apple') => {
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
  await page.getByRole('heading', { name: `Continue with ${provider}` }).waitFor()
}
const consent = async ({ page }: Actor, as: { email: string; firstName?: string }) => {
  await page.getByLabel('Email', { exact: true }).fill(as.email)
  await page.getByLabel('First name').fill(as.firstName ?? 'Elsewhere')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('a rider signs in with Facebook and lands on the booking form after 2 seconds [accounts-17] [accounts-21]', async () => {
  const rider = await open('rider-facebook')
  const { page } = rider
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Apple' }).waitFor()
  await expectAccessible(page, 'sign-in with Facebook and Apple')
  await rider.picture('login')
  await openDialog(rider, 'Facebook')
  await rider.picture('dialog')
  const answered = page.waitForResponse((response) => {
    const request = response.request()
    return request.method() === 'POST' && request.url().endsWith('/api/sessions/social')
  })
  await consent(rider, { email: email('facebook') })
  await page.waitForURL(`${base}/sign-in/facebook`)
  await page.getByText('Signing you in…').waitFor()
  await answered
  // from the answer on, and before the checks below, which take time too
  const since = Date.now()
  const shown = page.waitForURL(`${base}/`).then(() => Date.now() - since)
  // only without a profile [accounts-18]
  expect(await page.getByRole('tab').count()).toBe(0)
  await expectAccessible(page, 'signed in')
  await rider.picture('signed-in')
  expect(await shown).toBeGreaterThan(1000)
  expect(await page.getByText(messages.login_success).count()).toBe(0)
  expect(page.url()).not.toContain('code=')
  // The same person again: the same account, and the page that was asked for.
  await page.goto('/bookings')
  await page.getByRole('button', { name: /^Account of Elsewhere/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(rider.complaints).toEqual([])
})

test('a rider signs in with Apple, which answers by a form, and continues where the sign-in began', async () => {
  const rider = await open('rider-apple', { viewport: phone, dark: true })
  const { page } = rider
  await page.goto('/bookings')
  await page.waitForURL(/\/login\?next=/)
  await openDialog(rider, 'Apple')
  await expectNoSideScroll(page, 'the dialog')
  await consent(rider, { email: email('apple') })
  await page.getByText('Signing you in…').waitFor()
  await rider.picture('signed-in')
  await page.waitForURL(`${base}/bookings`)
  expect(rider.complaints).toEqual([])
})

test('without a name the tabs stay locked with login_success until the rider goes on [accounts-18]', async () => {
  const rider = await open('rider-nameless')
  const { page } = rider
  await page.goto('/login')
  await openDialog(rider, 'Facebook')
  await consent(rider, { email: email('nameless'), firstName: ' ' })
  await page.getByText(messages.login_success).first().waitFor()
  await page.getByText('Your name or contact details are missing.').waitFor()
  expect(await page.getByRole('tab', { name: 'Email' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'an incomplete profile')
  await rider.picture('incomplete')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`${base}/profile`)
})

test('cancelling, or an email of another account, shows auth_error and does not sign in [accounts-21] [design/accounts-157]', async () => {
  const account = { email: email('taken'), password: 'Abc*4711' }
  const mobile = `+59898${String(Date.now()).slice(-6)}`
  const regData = { ...account, firstName: 'Taken', lastName: 'Rider', mobile }
  await clientOf(base)(accountsApi.signUp, { body: { regData } })
  const rider = await open('rider-refused')
  rider.forgive(/401/)
  const { page } = rider
  await page.goto('/login')
  await openDialog(rider, 'Facebook')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText(messages.auth_error).first().waitFor()
  await expectAccessible(page, 'a failed sign-in')
  await rider.picture('failed')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.waitForURL(`${base}/login`)
  await openDialog(rider, 'Facebook')
  await consent(rider, { email: account.email })
  await page.getByRole('alert').getByText(messages.auth_error).first().waitFor()
  // a fault of the server is shown as it is; an account that was deleted is an alert [accounts-19]
  const answered = async (status: number, key: string) => {
    await page.goto('/login')
    await page.route('**/api/sessions/social', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { error: { key, message: '' } } })
        : route.fallback(),
    )
    await openDialog(rider, 'Facebook')
    await consent(rider, { email: email('answered') })
  }
  rider.forgive(/401|403|500/)
  await answered(500, 'server_error')
  await page.getByRole('alert').getByText(messages.server_error).first().waitFor()
  await page.unroute('**/api/sessions/social')
  await answered(403, 'user_issue_contact_admin')
  await page.getByRole('dialog').getByText(messages.user_issue_contact_admin).waitFor()
  await page.waitForURL(`${base}/login`)
  await page.unroute('**/api/sessions/social')
  const current = await rider.context.request.get('/api/sessions/current')
  expect(current.status()).toBe(401)
  await chooseArabic(rider)
  await page.setViewportSize(phone)
  await openPage(page, '/login')
  await page.getByRole('button', { name: /Facebook/ }).waitFor()
  await expectNoSideScroll(page, 'sign-in in Arabic')
  await rider.picture('arabic')
  expect(rider.complaints).toEqual([])
})

test('a rider adds Facebook on the security page and removes it [accounts-60] [accounts-61]', async () => {
  const rider = await open('rider-adds-facebook', { viewport: phone })
  const { page } = rider
  await openSession(rider, await newRider(base))
  await page.goto('/security')
  await page.getByRole('button', { name: 'Add Facebook' }).click()
  await page.getByRole('heading', { name: 'Continue with Facebook' }).waitFor()
  await consent(rider, { email: email('added') })
  await page.waitForURL(`${base}/security`)
  const part = page.getByRole('region', { name: 'Facebook and Apple' })
  await part.getByText(/^Added/).waitFor()
  await expectAccessible(page, 'Facebook added')
  await expectNoSideScroll(page, 'Facebook added')
  await part.scrollIntoViewIfNeeded()
  await rider.picture('added')
  await part.getByRole('button', { name: 'Remove Facebook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await part.getByRole('button', { name: 'Add Facebook' }).waitFor()
  // who cancels there sees why nothing was added
  await part.getByRole('button', { name: 'Add Apple' }).click()
  await page.getByRole('heading', { name: 'Continue with Apple' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText(messages.social_link_failed).waitFor()
  await rider.picture('not-added')
  expect(rider.complaints).toEqual([])
})

test('an admin sets up the Facebook app and removes it', async () => {
  const { page } = admin
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Facebook and Apple' }).click()
  await page.getByRole('heading', { name: 'Facebook and Apple', level: 1 }).waitFor()
  const part = page.getByRole('region', { name: 'Facebook' })
  await part.getByText('/sign-in/facebook').waitFor()
  await part.getByRole('button', { name: 'Set up' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('App ID').fill('12345678901')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Enter the secret that belongs to this ID.').waitFor()
  await sheet.getByLabel('App secret').fill('0123456789abcdef0123456789abcdef')
  await expectAccessible(page, 'the Facebook app')
  await admin.picture('sheet')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  await part.getByText('12345678901').waitFor()
  expect(await page.content()).not.toContain('0123456789abcdef')
  await expectAccessible(page, 'the apps')
  await admin.picture('apps')
  await part.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await part.getByRole('button', { name: 'Set up' }).waitFor()
  await page.setViewportSize(phone)
  await expectNoSideScroll(page, 'the apps on a phone')
  expect(admin.complaints).toEqual([])
})
