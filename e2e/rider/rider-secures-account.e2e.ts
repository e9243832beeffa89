import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { messages } from '@remis/domain/messages/english'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { appCode } from '../testing/app-code.ts'
import { clientOf } from '../testing/by-call.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, hydrated, openPage, openSession } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

const register = async (n: number) => {
  const account = { email: `secure.${n}.${Date.now()}@example.org`, password: 'Abc*4711' }
  const mobile = `+59899${String(Date.now() + n).slice(-6)}`
  const regData = { ...account, firstName: 'Secure', lastName: 'Rider', mobile }
  await clientOf(base)(accountsApi.signUp, { body: { regData } })
  return account
}

const openSecurity = async ({ page }: Actor) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
}

const leave = async ({ page }: Actor) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await hydrated(page)
  await openPage(page, '/login')
}

const typeIn = async ({ page }: Actor, account: { email: string; password: string }) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a rider adds an authenticator app, signs in with its code and with a recovery code, and signs out everywhere', async () => {
  const rider = await open('rider-app')
  const { page } = rider
  const account = await register(1)
  await openSession(rider, account)
  await page.goto('/bookings')
  await openSecurity(rider)
  await page.getByText('This device').waitFor()
  await expectAccessible(page, 'security')
  await rider.picture('security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await page.locator('code').textContent()) ?? ''
  await rider.picture('authenticator')
  await expectAccessible(page, 'authenticator app')
  rider.forgive(/422|403|401/)
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('This code is wrong or was used before.').first().waitFor()
  await page.getByLabel('Code from the app').fill(appCode(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.getByRole('dialog').locator('code').allTextContents()
  expect(codes).toHaveLength(10)
  await rider.picture('recovery-codes')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  await leave(rider)
  await typeIn(rider, account)
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  await expectAccessible(page, 'second step')
  await rider.picture('second-step')
  // the attempt has cleared both fields [accounts-15]
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('')
  await typeIn(rider, account)
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${base}/`)

  const other = await open('rider-app-phone', { viewport: phone, dark: true })
  other.forgive(/422|403|401/)
  await other.page.goto('/login')
  await typeIn(other, account)
  await other.page.getByLabel('Code', { exact: true }).fill(codes[0]!.toLowerCase())
  await other.page.getByRole('button', { name: 'Continue' }).click()
  await other.page.waitForURL(`${base}/`)
  await openPage(other.page, '/security')
  await other.page.getByText('9 recovery codes left').waitFor()
  await expectNoSideScroll(other.page, 'security on a phone')
  await expectAccessible(other.page, 'security in the dark')
  await other.picture('security')
  await chooseArabic(other)
  await other.page.getByRole('heading', { name: 'الأمان', level: 1 }).waitFor()
  await expectNoSideScroll(other.page, 'security in Arabic')
  await other.picture('arabic')
  await other.page.getByRole('button', { name: 'تسجيل الخروج من كل مكان' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'تسجيل الخروج من كل مكان' }).click()
  await other.page.waitForURL(/\/login/)
  await page.goto('/bookings')
  await page.waitForURL(/\/login/)
  expect(rider.complaints).toEqual([])
  expect(other.complaints).toEqual([])
})

test('a rider adds a passkey, signs in with it alone, and uses it after the password [design/accounts-66] [design/accounts-130]', async () => {
  const rider = await open('rider-passkey')
  const { page, context } = rider
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const account = await register(2)
  await openSession(rider, account)
  await page.goto('/bookings')
  await openSecurity(rider)
  rider.forgive(/422|403|401/)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('Laptop').waitFor()
  // the browser says that it is found without an email
  await page.getByText('signs you in without a password').waitFor()
  await rider.picture('passkey')

  await leave(rider)
  await rider.picture('login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${base}/`)

  await openPage(page, '/bookings')
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  await leave(rider)
  await typeIn(rider, account)
  await page.getByText('Use your passkey, or enter a recovery code.').waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${base}/`)

  await openPage(page, '/security')
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  await leave(rider)
  await typeIn(rider, account)
  await page.waitForURL(`${base}/`)

  // a new password: faults are at their fields [design/accounts-64]
  await openPage(page, '/security')
  const [current, fresh] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  await current.fill('not-this-one')
  await fresh.fill('abc')
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await page.getByText(messages.password_alphaNumeric_check).waitFor()
  await fresh.fill('Other*4711')
  await change.click()
  await page.getByText(messages.password_wrong).waitFor()
  expect(await page.getByText(messages.password_alphaNumeric_check).count()).toBe(0)
  await current.fill(account.password)
  await change.click()
  await page.getByText(messages.updated).first().waitFor()
  expect([await current.inputValue(), await fresh.inputValue()]).toEqual(['', ''])
  expect(rider.complaints).toEqual([])
})
