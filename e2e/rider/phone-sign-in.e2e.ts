import { messages } from '@remis/domain/messages/english'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { paste } from '../testing/keyboard.ts'
import { asSignedIn } from '../testing/by-call.ts'
import { changeSettings, newRider } from '../testing/money-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookedId, chooseArabic, chooseCar, choosePlace, openSession, trial } from '../testing/steps.ts'
import { codeTo } from '../testing/trial-mailbox.ts'

const base = inject('quietCity')
let admin: Actor
const open = actorsAt(base, { viewport: phone })

beforeAll(async () => {
  admin = await open('admin-switches-phones')
  await openSession(admin, trial('Admin One'))
  await changeSettings(admin, { MobileLoginEnabled: true, AllowCountrySelection: true })
})
afterAll(() => changeSettings(admin, { MobileLoginEnabled: false, AllowCountrySelection: true }))

const phoneTab = async ({ page }: Actor): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Phone' }).click()
  await page.getByLabel('Phone number').waitFor()
}
const getCode = async ({ page }: Actor, local: string): Promise<void> => {
  await page.getByLabel('Phone number').fill(local)
  await page.getByRole('button', { name: 'Send code' }).click()
}

test('a rider signs in by phone; a wrong code shows its code and message [accounts-24] [accounts-26]', async () => {
  const rider = await open('rider-by-phone')
  const { page } = rider
  const { mobile } = await newRider(base)
  await phoneTab(rider)
  await rider.picture('phone')
  await expectAccessible(page, 'phone tab')
  await getCode(rider, mobile.replace('+598', ''))
  await page.getByText(/^We sent a code to/).waitFor()
  expect(await page.getByLabel('Phone number').isDisabled()).toBe(true)
  expect(await page.getByRole('combobox', { name: 'Country' }).isDisabled()).toBe(true)
  await rider.picture('code')
  await expectAccessible(page, 'code of the SMS')
  await expectNoSideScroll(page, 'code of the SMS')

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const invalid = page.getByRole('alert').filter({ hasText: 'Enter the 6-digit code.' })
  await expect.poll(() => invalid.count()).toBe(2)
  // closing the message clears the mark of the field, not the phone number [messages-7]
  await invalid.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => invalid.count()).toBe(0)
  const code = await codeTo(base, mobile)
  rider.forgive(/422/)
  await page.getByLabel('Digit 1 of 6').focus()
  await paste(rider, code === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Code: phone_code_wrong').waitFor()
  await rider.picture('wrong')
  await page.getByLabel('Digit 1 of 6').focus()
  await paste(rider, code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${base}/`)
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('remis')
})

test('cancel signs out and forgets the request [accounts-24]', async () => {
  const rider = await open('rider-cancels-phone', { viewport: { width: 1440, height: 900 }, dark: true })
  const { page } = rider
  const { mobile } = await newRider(base)
  await phoneTab(rider)
  await rider.picture('phone')
  await getCode(rider, mobile.replace('+598', ''))
  await page.getByText(/^We sent a code to/).waitFor()
  await rider.picture('code')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  expect(await page.getByLabel('Digit 1 of 6').count()).toBe(0)
  expect(await page.getByLabel('Phone number').isEnabled()).toBe(true)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('remis')
})

test('a phone that is not registered keeps the info, before the code and after it [accounts-23] [accounts-46] [accounts-48]', async () => {
  const rider = await open('rider-unknown-phone')
  rider.forgive(/422/)
  const { page } = rider
  // The number is sent before the prefixes are loaded.
  await page.route('**/assets/countries-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await route.continue()
  })
  await phoneTab(rider)
  await getCode(rider, '90000000')
  await page.getByText('No account has this phone number.').first().waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).toBe('90000000')
  await rider.picture('unknown')

  // The account is gone when the code comes: the answer of the server has the number and no session.
  const { mobile } = await newRider(base)
  await page.route('**/api/sessions/phone', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ info: { mobile } }) }),
  )
  await getCode(rider, mobile.replace('+598', ''))
  await page.getByLabel('Digit 1 of 6').focus()
  await paste(rider, '123456')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('You are signed in.').waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).toBe(mobile.replace('+598', ''))
  expect(await page.getByLabel('Phone number').isDisabled()).toBe(true)
  expect(await page.getByRole('tab', { name: 'Email' }).isDisabled(), 'the tabs are locked [accounts-18]').toBe(true)
  await rider.picture('without-account')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Email' }).isEnabled()).toBe(true)
})

test('a phone is confirmed before the first ride, and the price is asked for once [design/accounts-96]', async () => {
  const rider = await open('rider-confirms-phone')
  const { page } = rider
  const account = await newRider(base)
  await openSession(rider, account)
  await changeSettings(admin, { phoneBeforeFirstBooking: true })
  try {
    await page.goto('/')
    await choosePlace(rider, 'Pickup', '18 de julio 1234')
    await choosePlace(rider, 'Destination', 'terminal tres cruces')
    await chooseCar(rider, /economy/i)
    await page.getByRole('radio', { name: 'Later' }).check({ force: true })
    const tomorrow = new Date(Date.now() + 21 * 3_600_000).toISOString().slice(0, 16)
    await page.getByLabel('Pickup date and time').fill(tomorrow)
    await page.getByRole('button', { name: 'Book Later' }).click()
    rider.forgive(/422|503/)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your phone' })
    await dialog.waitFor()
    await rider.picture('confirm-phone')
    await expectAccessible(page, 'confirm your phone')
    const prices: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/quotes')) prices.push(request.url())
    })
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.slice(0, 40))
    // a refusal leaves the focus at the button, though it was disabled meanwhile
    await page.route('**/api/account/phone-code', (route) =>
      route.fulfill({ status: 503, json: { error: { key: 'busy_try_again', message: messages.busy_try_again } } }),
    )
    await dialog.getByRole('button', { name: 'Send code' }).press('Enter')
    await dialog.getByText(messages.busy_try_again).waitFor()
    await expect.poll(focused, { timeout: 10_000 }).toBe('Send code')
    await page.unroute('**/api/account/phone-code')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^We sent a code to/).waitFor()
    // no wait: the focus is there with the boxes
    expect(await focused()).toBe('Digit 1 of 6')
    await rider.picture('confirm-phone-code')
    await expectAccessible(page, 'confirm your phone, code')
    await paste(rider, await codeTo(base, account.mobile))
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    const id = await bookedId(rider)
    expect(prices).toEqual([])
    type Reasons = { readonly rows: readonly { readonly id: string; readonly roles: readonly string[] }[] }
    const { rows } = (await asSignedIn<Reasons>(rider, 'GET', '/api/cancel-reasons')).body
    const reason = rows.find(({ roles }) => roles.includes('rider'))?.id
    const { status } = await asSignedIn(rider, 'POST', `/api/bookings/${id}/cancel`, { reason })
    expect(status).toBe(200)
  } finally {
    await changeSettings(admin, { phoneBeforeFirstBooking: false })
  }
  expect(rider.complaints).toEqual([])
})

test('the phone tab in Arabic, without the country select [accounts-13] [places-15]', async () => {
  await changeSettings(admin, { AllowCountrySelection: false })
  const rider = await open('rider-phone-arabic')
  const { page } = rider
  await phoneTab(rider)
  expect(await page.getByRole('combobox', { name: 'Country' }).count()).toBe(0)
  await chooseArabic(rider)
  await page.getByRole('tab', { name: 'الهاتف' }).click()
  await page.getByRole('button', { name: 'إرسال الرمز' }).waitFor()
  await rider.picture('arabic')
  await expectNoSideScroll(page, 'phone tab in Arabic')
})

/** Opens a page with a session and answers its profile call like this; resolves with the alert. */
const alertOf = async (rider: Actor, status: number, body: unknown) => {
  const { page } = rider
  await openSession(rider, trial('Rider One'))
  const ended = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().endsWith('/api/sessions/current'),
  )
  await page.route('**/api/sessions/current', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
      : route.continue(),
  )
  await page.goto('/bookings')
  await ended
  return page.getByRole('dialog', { name: 'Alert' })
}

test('settings that arrive late change neither the font of the page nor what is being typed [accounts-12] [design/web-16]', async () => {
  const rider = await open('rider-on-slow-line')
  const { page } = rider
  let arrive = (): void => undefined
  const arrived = new Promise<void>((done) => (arrive = done))
  await page.route('**/api/settings/public', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/login')
  // Mantine's style of the body loads before its variables are set.
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => /mantine-/.test(href ?? '')))
  const looks = () =>
    page.evaluate(() => {
      const { fontFamily, fontSize, lineHeight, backgroundColor, color } = getComputedStyle(document.body)
      return { fontFamily, fontSize, lineHeight, backgroundColor, color }
    })
  const before = await looks()
  expect(before.fontFamily).toMatch(/^"Noto Sans Variable"/)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('rider')
  expect(await page.getByRole('tab').count()).toBe(0)
  await expectAccessible(page, 'sign-in before the settings')
  arrive()
  await page.getByRole('tab', { name: 'Phone' }).waitFor()
  expect(await looks()).toEqual(before)
  await page.keyboard.type('.one')
  expect(await email.inputValue()).toBe('rider.one')
  expect(rider.complaints).toEqual([])
  await rider.leave()
})

test('an unknown user type gets an alert and is signed out [accounts-2] [design/accounts-95]', async () => {
  const rider = await open('rider-of-unknown-type')
  const alert = await alertOf(rider, 200, { user: { usertype: 'auditor', firstName: 'A', lastName: 'B' } })
  await alert.getByText('This type of account can’t be used here.').waitFor()
  await rider.picture('alert')
  await alert.getByRole('button', { name: 'Close' }).last().click()
  await rider.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a missing profile gets an alert and is signed out [accounts-19] [design/accounts-95] [messages-3]', async () => {
  const rider = await open('rider-without-profile')
  rider.forgive(/403/)
  const alert = await alertOf(rider, 403, { error: { key: 'user_issue_contact_admin', message: 'x' } })
  await alert.getByText('There is a problem with this account. Please contact the office.').waitFor()
  await rider.page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'attached' })
})
