import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { bookByCall, clientOf, signInByCall, waitAtStart } from '../testing/by-call.ts'
import { changeSettings } from '../testing/money-steps.ts'
import { keysOf } from '../testing/keyboard.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-people')
  await openSession(admin, trial('Admin One'))
  await admin.page.goto('/bookings')
})

const stamp = () => String(Date.now()).slice(-6)

test('a driver waits for approval, and the office approves [people-4]', { timeout: 180_000 }, async () => {
  const { page } = admin
  const number = stamp()
  const account = { email: `waits.${number}@example.org`, password: 'abc*123' }
  const driver = await open('driver-approved', { viewport: phone })
  await changeSettings(admin, { driver_approval: true })
  try {
    await clientOf(base)(accountsApi.signUp, {
      body: {
        regData: {
          ...account,
          firstName: 'Driver',
          lastName: `N${number}`,
          mobile: `+59896${number}`,
          usertype: 'driver',
        },
      },
    })
    driver.forgive(/403/)
    await driver.page.goto('/login')
    await driver.page.getByRole('textbox', { name: 'Email' }).fill(account.email)
    await driver.page.getByLabel('Password', { exact: true }).fill(account.password)
    await driver.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await driver.page.getByText('Your account is waiting for approval.').filter({ visible: true }).first().waitFor()

    await page.reload()
    await page.getByRole('link', { name: /Drivers.*waiting for approval/ }).click()
    await page.getByRole('heading', { name: 'Drivers', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Waiting for approval', exact: true }).click()
    const row = page.getByRole('row', { name: new RegExp(`N${number}`) })
    await row.waitFor()
    await admin.picture('waiting')
    await expectAccessible(page, 'drivers')
    await expectNoSideScroll(page, 'drivers')
    // Without a car type a driver gets no requests.
    await row.hover()
    await row.getByRole('button', { name: `Edit Driver N${number}` }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Car type').selectOption({ label: 'Economy' })
    await sheet.getByLabel('Number plate').fill(`NEW ${number.slice(2)}`)
    await admin.picture('edit')
    await expectAccessible(page, 'the form of a driver')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'hidden' })
    await row.hover()
    await row.getByRole('button', { name: `Approve Driver N${number}` }).click()
    await row.waitFor({ state: 'hidden' })
    const office = await signInByCall(base, 'Admin One')
    const { rows } = await office(peopleApi.listDrivers, { query: { search: `N${number}` } })
    expect(rows).toMatchObject([{ approved: true }])
  } finally {
    await changeSettings(admin, { driver_approval: false })
  }
  expect(driver.complaints).toEqual([])
  expect(admin.complaints).toEqual([])
  await driver.leave()
})

test('adding a rider with a phone in use shows the error at the field [people-9]', async () => {
  const { page } = admin
  const number = stamp()
  await page.getByRole('link', { name: 'Riders' }).click()
  await page.getByRole('heading', { name: 'Riders', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add rider' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('First name').fill('Rider')
  await sheet.getByLabel('Last name').fill(`N${number}`)
  await sheet.getByRole('button', { name: 'Add rider' }).click()
  await sheet.getByText('Enter an email or a phone number.').waitFor()
  admin.forgive(/422/)
  // Rider One's, as it is dictated [design/web-136]
  await sheet.getByLabel('Phone number').fill('094 000.001')
  await sheet.getByRole('button', { name: 'Add rider' }).click()
  await sheet.getByText('An account with this email or phone number already exists.').waitFor()
  await admin.picture('exists')
  await sheet.getByLabel('Phone number').fill(`+59897${number}`)
  await sheet.getByRole('button', { name: 'Add rider' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await page
    .getByRole('row', { name: new RegExp(`N${number}`) })
    .getByText(`Rider N${number}`)
    .click()
  const panel = page.getByRole('complementary')
  await panel.getByText('Added by the office').waitFor()
  await panel.getByText(/^rider\d{4,}$/).waitFor()
  await expectAccessible(page, 'a person beside the table')
  await panel.getByRole('tab', { name: 'Notes' }).click()
  await panel.getByLabel('New note').fill('Calls from the hotel')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await panel.getByText('Calls from the hotel').first().waitFor()
  await panel.getByRole('tab', { name: 'Audit' }).click()
  await panel.getByText('Note added').waitFor()
  await panel.getByRole('button', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing is open.').waitFor()
  await admin.picture('archive')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await panel.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: new RegExp(`N${number}`) })
  await row.waitFor({ state: 'hidden' })

  // back again, by keys [people-23]
  await page.getByRole('button', { name: 'Archived', exact: true }).press('Enter')
  await row.waitFor()
  await row.getByRole('button', { name: `Restore Rider N${number}` }).focus()
  await admin.picture('archived')
  await page.keyboard.press('Enter')
  await dialog.getByText('What ended when it was archived stays ended').waitFor()
  await admin.picture('restore')
  await expectAccessible(page, 'the dialog that restores a person')
  // The dialog opens on the button that changes nothing.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'hidden' })
  await openPage(page, `/riders?q=N${number}`)
  await row.getByText('Active').waitFor()
  expect(admin.complaints).toEqual([])
})

test('without a mouse: the office adds, edits, approves and archives a driver [design/web-84] [design/web-87]', async () => {
  const { page } = admin
  const { press, type, tabTo, isAt, isKept } = keysOf(page)
  const number = stamp()
  const office = await signInByCall(base, 'Admin One')
  await page.goto('/drivers')
  const add = page.getByRole('button', { name: 'Add driver' })
  await tabTo(add)
  await press('Enter')
  const sheet = page.getByRole('dialog')
  await tabTo(sheet.getByLabel('First name'))
  await type('Driver')
  await tabTo(sheet.getByLabel('Last name'))
  await type(`K${number}`)
  await tabTo(sheet.getByLabel('Phone number'))
  await type(`+59895${number}`)
  await tabTo(sheet.getByLabel('Car type'))
  await type('Eco')
  await tabTo(sheet.getByRole('button', { name: 'Add driver' }))
  await press('Enter')
  await sheet.waitFor({ state: 'hidden' })
  await isAt(add)

  await press('/')
  await type(`K${number}`)
  const row = page.getByRole('row', { name: new RegExp(`K${number}`) })
  await row.getByText('Economy').waitFor()
  const edit = row.getByRole('button', { name: `Edit Driver K${number}` })
  await tabTo(edit)
  await press('Enter')
  await tabTo(sheet.getByLabel('Number plate'))
  await type(`KEY ${number.slice(2)}`)
  await press('Enter')
  await sheet.waitFor({ state: 'hidden' })
  await row.getByText(`KEY ${number.slice(2)}`).waitFor()
  await isAt(edit)

  const { rows } = await office(peopleApi.listDrivers, { query: { search: `K${number}` } })
  const params = { id: rows[0]?.id ?? '' }
  await office(peopleApi.approve, { params, body: { approved: false } })
  await page.goto(`/drivers?state=waiting&q=K${number}`)
  await tabTo(row.getByRole('button', { name: `Approve Driver K${number}` }), 120)
  await press('Enter')
  await row.waitFor({ state: 'hidden' })
  await isKept()
  expect((await office(peopleApi.get, { params })).person.approved).toBe(true)

  // in the panel, which Escape closes
  await page.goto(`/drivers?q=K${number}`)
  await row.waitFor()
  await press('j')
  await press('Enter')
  const panel = page.getByRole('complementary')
  await tabTo(panel.getByRole('button', { name: 'Take approval back' }))
  await press('Enter')
  // it is asked for first [design/people-27]
  await sheet.getByText('Nothing is open.').waitFor()
  await tabTo(sheet.getByRole('button', { name: 'Take approval back' }))
  await press('Enter')
  await panel.getByRole('button', { name: 'Approve' }).waitFor()
  await isKept()
  await press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await isAt(page.locator(`[data-row="${params.id}"]`))
  await tabTo(row.getByRole('button', { name: `Archive Driver K${number}` }))
  await press('Enter')
  await sheet.getByText('Nothing is open.').waitFor()
  await tabTo(sheet.getByRole('button', { name: 'Archive' }))
  await press('Enter')
  await row.waitFor({ state: 'hidden' })
  await isKept()
  expect(admin.complaints).toEqual([])
})

test('an edit of a person that came too late shows both versions [design/people-18]', async () => {
  const { page } = admin
  const number = stamp()
  const office = await signInByCall(base, 'Admin One')
  const body = { usertype: 'rider' as const, firstName: 'Rider', lastName: `N${number}`, mobile: `+59898${number}` }
  const { id } = (await office(peopleApi.add, { body })).person
  await openPage(page, `/riders?q=N${number}`)
  const row = page.getByRole('row', { name: new RegExp(`N${number}`) })
  await row.hover()
  await row.getByRole('button', { name: `Edit Rider N${number}` }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('First name').fill('Mine')
  await office(peopleApi.update, { params: { id }, body: { firstName: 'Theirs', lastName: `T${number}` } })
  admin.forgive(/409/)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Someone else saved a change first.').first().waitFor()
  await sheet.getByRole('row', { name: /First name Theirs Mine/ }).waitFor()
  // The last name was not touched here: it keeps what the other admin saved.
  expect(await sheet.getByRole('row', { name: /Last name/ }).count()).toBe(0)
  await admin.picture('stale')
  await expectAccessible(page, 'both versions of a person')
  await sheet.getByRole('button', { name: 'Save mine' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const { firstName, lastName } = (await office(peopleApi.get, { params: { id } })).person
  expect({ firstName, lastName }).toEqual({ firstName: 'Mine', lastName: `T${number}` })
  expect(admin.complaints).toEqual([])
})

test(
  'a driver is suspended during a trip: it goes on, then the screen closes [design/people-6]',
  { timeout: 180_000 },
  async () => {
    const { page } = admin
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const driver = await open('driver-suspended', { viewport: phone, at: route.start })
    await openSession(driver, trial('Driver Thirteen'))
    const calls = await signInByCall(base, 'Driver Thirteen')
    await waitAtStart(calls, route)
    const rider = await signInByCall(base, 'Rider Three')
    const id = await bookByCall(rider, route, /economy/i)
    const params = { id }
    await expect
      .poll(async () => (await calls(dispatchApi.offers, {})).rows.map(({ bookingId }) => bookingId))
      .toContain(id)
    await calls(bookingsApi.accept, { params, body: {} })
    await calls(bookingsApi.arrive, { params, body: {} })
    const { booking } = await rider(bookingsApi.get, { params })
    await calls(bookingsApi.start, { params, body: { otp: booking.otp ?? '' } })
    await driver.page.goto('/drive')
    await driver.page.getByRole('button', { name: 'Complete trip' }).first().waitFor()

    await openPage(page, '/drivers?q=Driver%20Thirteen')
    await page
      .getByRole('row', { name: /Driver Thirteen/ })
      .getByText('Driver Thirteen')
      .click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A trip is under way. The suspension counts from its end.').waitFor()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByText('Write a reason.').waitFor()
    await dialog.getByLabel('Reason, for the office').fill('Complaints of riders')
    await admin.picture('suspend')
    await expectAccessible(page, 'the dialog of a suspension')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await panel.getByText('Counts from the end of the trip under way.').waitFor()
    await admin.picture('suspended')
    await expectAccessible(page, 'a suspended person')

    driver.forgive(/401/)
    await calls(bookingsApi.reach, { params, body: {} })
    await calls(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })
    await driver.page.waitForURL('**/login**')
    await driver.picture('closed')
    await panel.getByRole('button', { name: 'End suspension' }).click()
    await panel.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    expect(admin.complaints).toEqual([])
    await driver.leave()
  },
)

test('people on a phone, in Arabic too', async () => {
  const small = await open('phone-people', { viewport: phone })
  const { page } = small
  await openSession(small, trial('Fleet One'))
  await page.goto('/drivers')
  const card = page.getByRole('article').filter({ hasText: 'Driver One' }).first()
  await card.waitFor()
  // the drivers of the other fleet are not there
  expect(await page.getByRole('article').filter({ hasText: 'Driver Seven' }).count()).toBe(0)
  await expectAccessible(page, 'drivers on a phone')
  await expectNoSideScroll(page, 'drivers on a phone')
  await small.picture('drivers')
  await card.getByRole('button').first().click()
  await page.getByRole('complementary').getByRole('tab', { name: 'Ratings' }).click()
  await small.picture('ratings')
  await expectAccessible(page, 'a driver on a phone')
  expect(await page.getByRole('tab', { name: 'Wallet' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'hidden' })
  await chooseArabic(small)
  await page.getByRole('article').first().getByRole('button').first().click()
  await page.getByRole('complementary').getByRole('tab').first().waitFor()
  await small.picture('arabic')
  await expectNoSideScroll(page, 'a driver on a phone, Arabic')
  expect(small.complaints).toEqual([])
  await small.leave()
})
