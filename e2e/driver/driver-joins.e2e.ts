import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall } from '../testing/by-call.ts'
import { acceptRequest, takeOffline } from '../testing/driver-steps.ts'
import { changeSettings, closeMessages } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-documents')
  await openSession(admin, trial('Admin One'))
  await admin.page.goto('/bookings')
})

test(
  'a driver registers, applies with documents, is refused, applies again, is approved and gets the first request [design/documents-5] [design/documents-17] [accounts-39]',
  { timeout: 240_000 },
  async () => {
    const number = String(Date.now()).slice(-6)
    const account = { email: `joins.${number}@example.org`, password: 'abc*1234' }
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const driver = await open('driver-joins', { viewport: phone, at: route.start })
    const { page } = driver
    const photo = { name: '../../photo.png', mimeType: 'image/png', buffer: await admin.page.screenshot() }
    driver.forgive(/401|403|ERR_FAILED/)
    await changeSettings(admin, { driver_approval: true })
    try {
      await page.goto('/drive/join')
      await page.getByRole('link', { name: 'Register as a driver' }).click()
      await page.getByLabel('First name').fill('Driver')
      await page.getByLabel('Last name').fill(`J${number}`)
      await page.getByLabel('Email').fill(account.email)
      await page.getByLabel('Password', { exact: true }).fill(account.password)
      await page.getByLabel('Phone number').fill(`97${number}`)
      await page.getByRole('button', { name: 'Create account', exact: true }).click()
      // Three seconds after the message [accounts-38].
      await page.getByRole('heading', { name: 'Your car' }).waitFor({ timeout: 20_000 })
      await page.getByLabel('Car type').selectOption({ label: 'Economy' })
      await page.getByLabel('Make').fill('Fiat')
      await page.getByLabel('Model').fill('Mobi')
      await page.getByLabel('Number plate').fill(`JN ${number.slice(2)}`)
      await page.getByRole('button', { name: 'Save car' }).click()
      const handIn = async (document: string, day?: string) => {
        const card = page.getByRole('listitem').filter({ hasText: document })
        if (day !== undefined) await card.getByLabel('Valid until').fill(day)
        await card.locator('input[type=file]').setInputFiles(photo)
        await card.getByText('With the office').waitFor()
      }
      await handIn('Driving licence', '2060-12-31')
      await handIn('Vehicle registration')
      // the link is lost: the document waits with its day [design/files-10]
      await page.route('**/api/files?*', (call) => call.abort())
      const insured = page.getByRole('listitem').filter({ hasText: 'Insurance' })
      await insured.getByLabel('Valid until').fill('2060-06-30')
      await insured.locator('input[type=file]').setInputFiles(photo)
      await insured.getByText('No connection. The photo is sent when you’re back online.').waitFor()
      await insured.scrollIntoViewIfNeeded()
      await driver.picture('document-waits')
      await page.unroute('**/api/files?*')
      await insured.getByRole('button', { name: 'Send again' }).click()
      await insured.getByText('With the office').waitFor()
      await closeMessages(driver)
      await driver.picture('application')
      await expectAccessible(page, 'application')
      await expectNoSideScroll(page, 'application')
      await page.getByRole('button', { name: 'Send application' }).click()
      await page.getByText(/Your application is with the office since/).waitFor()

      const office = admin.page
      await openPage(office, '/drivers')
      await office.getByRole('button', { name: 'Waiting for approval', exact: true }).click()
      await office.getByText(`Driver J${number}`).first().click()
      await office.getByRole('tab', { name: 'Documents' }).click()
      const insurance = office.getByRole('listitem').filter({ hasText: 'Insurance' })
      await insurance.getByLabel('Reason for a refusal').fill('The date cannot be read.')
      await office.getByRole('button', { name: 'Refuse: Insurance' }).click()
      await insurance.getByText('Refused', { exact: true }).waitFor()
      for (const document of ['Driving licence', 'Vehicle registration']) {
        await office.getByRole('button', { name: `Accept: ${document}` }).click()
        await office
          .getByRole('listitem')
          .filter({ hasText: document })
          .getByText('Accepted', { exact: true })
          .waitFor()
      }
      await admin.picture('checklist')
      await expectAccessible(office, 'documents of a driver')
      await office.getByLabel('Reason for a refusal').last().fill('The insurance cannot be read.')
      await office.getByRole('button', { name: 'Refuse application' }).click()
      await office.getByText(/Application refused/).waitFor()

      await page.reload()
      await page.getByText('The office refused your application: The insurance cannot be read.').waitFor()
      await handIn('Insurance', '2060-06-30')
      // a corrected car is part of the application, also when "Save car" was not pressed [design/documents-17]
      await page.getByLabel('Make').fill('')
      await page.getByRole('button', { name: 'Send application' }).click()
      await page.getByText('Fill this in.').waitFor()
      expect(await page.getByText(/Your application is with the office since/).count()).toBe(0)
      await page.getByLabel('Make').fill('Renault')
      await page.getByLabel('Number plate').fill(`JM ${number.slice(2)}`)
      await page.getByRole('button', { name: 'Send application' }).click()
      await page.getByText(/Your application is with the office since/).waitFor()

      // the open page of the office has followed [design/documents-6]
      await office.getByText(/Application waits for a decision/).waitFor()
      await office.getByRole('button', { name: 'Accept: Insurance' }).click()
      await office.getByRole('button', { name: 'Approve driver' }).click()
      await office.getByText(/Application approved/).waitFor()

      await page.reload()
      await page.getByText('You’re approved to drive.').waitFor()
      expect(await page.getByLabel('Number plate').inputValue()).toBe(`JM ${number.slice(2)}`)
      await openSession(driver, account)
      await page.goto('/drive')
      await page.getByRole('switch', { name: 'Receive requests' }).press('Space')
      await page.getByText('You’re online').waitFor()
      const rider = await signInByCall(base, 'Rider Two')
      const id = await bookByCall(rider, route, /economy/i)
      await acceptRequest(driver)
      await page.getByRole('button', { name: 'I’ve arrived' }).waitFor()
      await cancelByCall(rider, id)
    } finally {
      await changeSettings(admin, { driver_approval: false })
    }
    await takeOffline(driver)
    expect(driver.complaints).toEqual([])
    expect(admin.complaints).toEqual([])
    await driver.leave()
  },
)
