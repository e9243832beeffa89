import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openPage, openSession, speakArabic, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-mail')
  await openSession(admin, trial('Admin One'))
})

test('an admin sets up a mail server, sends a test and reads it in the mailbox', async () => {
  const { page } = admin
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Mail and SMS' }).click()
  await page.getByRole('heading', { name: 'Mail and SMS', level: 1 }).waitFor()
  await page.getByText('This trial sends nothing.').waitFor()
  await expectAccessible(page, 'mails')
  await expectNoSideScroll(page, 'mails')

  await page.getByRole('link', { name: 'Mail server and SMS gateway' }).click()
  const part = page.getByRole('region', { name: 'Mail server' })
  await part.getByRole('button', { name: 'Set up mail server' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Host').fill('mail example')
  await sheet.getByLabel('User').fill('remis')
  await sheet.getByLabel('Sender address').fill('office@remis.example')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Enter the host name of the mail server').waitFor()
  await sheet.getByLabel('Host').fill('mail.example.org')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('The password is missing.').waitFor()
  await sheet.getByLabel('Password', { exact: true }).fill('a word')
  await expectAccessible(page, 'mail server')
  await admin.picture('mail-server')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  await part.getByText('mail.example.org').waitFor()
  expect(await page.content()).not.toContain('a word')

  await part.getByRole('button', { name: 'Send a test' }).click()
  await part.getByRole('status').getByText('was accepted').waitFor()
  await expectAccessible(page, 'providers')
  await admin.picture('providers')

  const [mailbox] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open its mailbox' }).click(),
  ])
  await mailbox.getByRole('link', { name: 'Test mail from' }).first().click()
  await mailbox.frameLocator('iframe').getByText('Your mail settings work.').waitFor()
  await mailbox.close()

  await part.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await part.getByRole('button', { name: 'Set up mail server' }).waitFor()
})

test('the pages fit a phone and Arabic', async () => {
  const reader = await open('admin-mail-phone', { viewport: phone })
  await openSession(reader, trial('Admin One'))
  await speakArabic(reader)
  await reader.page.goto('/mails')
  for (const path of ['/mails', '/mails/providers']) {
    await openPage(reader.page, path)
    await expectNoSideScroll(reader.page, path)
    await expectAccessible(reader.page, path)
  }
  await reader.picture('providers')
})
