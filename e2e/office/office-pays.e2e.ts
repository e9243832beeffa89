import { bookingsApi } from '@remis/domain/booking/booking-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { closeMessages } from '../testing/money-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, goTo, openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const driverName = 'Driver Nine'
let admin: Actor
let driver: Actor

beforeAll(async () => {
  ;[admin, driver] = [await open('admin-pays'), await open('driver-paid', { viewport: phone })]
  await openSession(admin, trial('Admin One'))
  await openSession(driver, trial(driverName))
})

test('an admin credits a wallet and processes a withdrawal; the driver sees both [wallet-7] [wallet-13] [wallet-14]', async () => {
  const { page } = admin
  await page.goto('/addtowallet')
  const user = page.getByRole('combobox', { name: 'User' })
  await user.waitFor()
  await expectAccessible(page, 'add to wallet')
  await expectNoSideScroll(page, 'add to wallet')
  // a user and an amount above 0 [wallet-8]
  const send = page.getByRole('button', { name: 'Add to wallet' })
  await send.click()
  const message = page.getByText('Choose a user and an amount above zero.')
  await message.waitFor()
  await page.getByText('Choose a user.').waitFor()
  await closeMessages(admin)
  await user.click()
  await user.pressSequentially(driverName, { delay: 15 })
  await page.getByRole('option', { name: driverName }).click()
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Cash at the desk')
  await send.click()
  await page.getByText('Enter an amount above zero.').waitFor()
  await message.waitFor()
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('300')
  await send.click()
  // nothing is credited before the amount and the name are confirmed [design/money-54]
  const question = page.getByRole('dialog', { name: 'Add to wallet' })
  await question.getByText(new RegExp(`300.* to the wallet of ${driverName}\\?`)).waitFor()
  await expectAccessible(page, 'before crediting')
  await admin.picture('credit-question')
  await question.getByRole('button').filter({ hasText: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await page.getByRole('row', { name: new RegExp(driverName) }).count()).toBe(0)
  await send.click()
  await question.getByRole('button', { name: /^Add .*300/ }).click()
  // a success message after the credit [wallet-10] [messages-12]
  await page.getByText(new RegExp(`300.* added to the wallet of ${driverName}`)).waitFor()
  await page
    .getByRole('row', { name: new RegExp(driverName) })
    .first()
    .getByText('Credited')
    .waitFor()
  await admin.picture('credits')

  const call = await signInByCall(base, driverName)
  const read = page.waitForResponse(/\/api\/withdrawals\?/)
  await openPage(page, '/withdraws')
  await read
  const { withdrawal } = await call(withdrawalsApi.request, { body: { amount: 50 } })
  const row = page.getByRole('row', { name: new RegExp(driverName) }).first()
  // on the open page, without a press [design/web-173]
  await row.getByText('Open').waitFor({ timeout: 10_000 })
  await expectAccessible(page, 'withdrawals')
  await expectNoSideScroll(page, 'withdrawals')
  const process = page.getByRole('button', { name: `Process the withdrawal of ${driverName}` }).first()
  await process.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('50').first().waitFor()
  await expectAccessible(page, 'before processing')
  await dialog.getByRole('button', { name: 'Process' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // disabled once processed [wallet-14]
  await row.getByText('Processed').waitFor()
  expect(await process.isDisabled()).toBe(true)
  await admin.picture('withdrawals')

  await driver.page.goto('/wallet')
  await driver.page.getByText('Sent').first().waitFor()
  await driver.page
    .getByRole('listitem')
    .filter({ hasText: /^Credit/ })
    .filter({ hasText: '300' })
    .first()
    .waitFor()
  const own = await call(withdrawalsApi.list, { query: {} })
  expect(own.rows.find(({ id }) => id === withdrawal.id)).toMatchObject({ processed: true, amount: 50 })

  // the office pays the rest out [design/money-85]
  await openPage(page, `/people/${withdrawal.uid}`)
  await page.getByRole('tab', { name: 'Wallet' }).click()
  await page.getByRole('button', { name: 'Pay out' }).click()
  const paying = page.getByRole('dialog', { name: `Pay out the wallet of ${driverName}?` })
  await paying.getByRole('textbox', { name: 'Reason' }).fill('The driver leaves')
  await expectAccessible(page, 'before paying out')
  await admin.picture('pay-out')
  await paying.getByRole('button', { name: 'Pay out' }).click()
  await page.getByText(/can now be paid under Withdrawals/).waitFor()
  await paying.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Pay out' }).waitFor({ state: 'hidden' })
  const [newest] = (await call(withdrawalsApi.list, { query: {} })).rows
  expect(newest).toMatchObject({ state: 'open', uid: withdrawal.uid })
})

test('an admin corrects a fare twice, and each missing field says so [design/money-33]', async () => {
  const { page } = admin
  const call = await signInByCall(base, 'Admin One')
  const { rows } = await call(bookingsApi.list, { query: { status: 'COMPLETE', limit: 1 } })
  await openPage(page, `/bookings?id=${rows[0]!.id}`)
  const dialog = page.getByRole('dialog', { name: 'Correct the fare of this ride' })
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const correct = async (direction: string, given: string) => {
    await page.getByRole('button', { name: 'Correct the fare' }).click()
    await dialog.getByRole('button', { name: 'Save the correction' }).click()
    await dialog.getByText('Enter an amount above 0.').waitFor()
    await dialog.getByText('Give a reason.').waitFor()
    await expectAccessible(page, 'a correction with faults')
    await amount.fill(given)
    expect(await dialog.getByText('Enter an amount above 0.').isVisible()).toBe(false)
    await dialog.getByRole('radio', { name: direction }).check()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed by phone')
    await dialog.getByRole('button', { name: 'Save the correction' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await correct('Give money back', '1')
  await page.getByText(/ given back, /).waitFor()
  await correct('Charge more', '2')
  await page.getByText(/ charged, /).waitFor()
  expect(admin.complaints).toEqual([])
})

test('the reports open for their roles, on a phone and in Arabic too [design/web-62]', async () => {
  const { page } = admin
  for (const path of ['/driverearning', '/earningreports']) {
    await openPage(page, path)
    await page.getByRole('row').nth(1).waitFor()
    await expectAccessible(page, path)
    await expectNoSideScroll(page, path)
  }
  // a month opens its fees in the ledger [reports-7]: the oldest one, since on its first day a month may have none
  await page.locator('tbody button').last().press('Enter')
  await page.waitForURL(/\/ledger\?account=revenue&from=\d{4}-\d\d-01&until=/)
  await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await admin.picture('fees')
  // where it has further pages, here of five rows, the sums of its groups are those of the page
  await page.route('**/api/ledger/postings?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=25', 'limit=5') }),
  )
  await Promise.all([page.waitForResponse('**/api/ledger/postings?*'), goTo(page, '/ledger')])
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Posting' })
  await page
    .getByRole('row', { name: /\(\d+\) on this page/ })
    .first()
    .waitFor()
  await admin.picture('groups')
  const fleet = await open('fleet-reports', { viewport: phone, dark: true })
  await openSession(fleet, trial('Fleet One'))
  await fleet.page.goto('/driverearning')
  await fleet.page.getByRole('heading', { name: 'Driver earnings', level: 1 }).waitFor()
  await expectAccessible(fleet.page, 'driver earnings of a fleet')
  await expectNoSideScroll(fleet.page, 'driver earnings of a fleet')
  await fleet.leave()

  await chooseArabic(admin)
  for (const path of ['/withdraws', '/addtowallet', '/earningreports']) {
    await openPage(page, path)
    await expectAccessible(page, `${path} in Arabic`)
    await expectNoSideScroll(page, `${path} in Arabic`)
    await admin.picture(`arabic${path.replace('/', '-')}`)
  }
})
