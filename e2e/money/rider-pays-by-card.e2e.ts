import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { askPrice, atGateway, bookingOf, confirmBooking, driveTrip, newRider, payWith } from '../testing/money-steps.ts'
import { giveUpPayment } from '../testing/older-booking.ts'
import { openPage, openSession, trial } from '../testing/steps.ts'
import { findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const data = inject('quietCityData')
let rider: Actor
let driver: Actor
let route: Route

beforeAll(async () => {
  route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  rider = await open('rider-card', { viewport: phone, dark: true })
  driver = await open('driver-card', { viewport: phone, at: route.start })
})

test(
  'a card is declined, then approved: PENDING, Pay now, PAID [payments-10] [landing-21]',
  { timeout: 240_000 },
  async () => {
    await startDriving(driver, 'Driver Two')
    await openSession(rider, await newRider(base))
    const { page } = rider
    await page.goto('/')
    await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
    await payWith(rider, 'Card')
    await rider.picture('estimate')
    await expectAccessible(page, 'estimate, by card, dark')
    const id = await confirmBooking(rider)
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await driveTrip(driver, rider, route)
    await driver.page.getByRole('heading', { name: 'Waiting for online payment' }).waitFor({ timeout: 40_000 })
    await driver.picture('rider-pays')
    await page
      .getByText(/^You’ve arrived\. .* to pay$/)
      .first()
      .waitFor({ timeout: 40_000 })
    expect(await bookingOf(rider, id)).toMatchObject({ status: 'PENDING', payment_mode: 'card' })
    await rider.picture('to-pay')
    await expectAccessible(page, 'trip, to be paid')

    // [payments-11]
    await openPage(page, '/bookings')
    await page.getByRole('button', { name: `Pay now ${id}` }).click()
    await page.getByRole('button', { name: 'Pay with test gateway' }).waitFor()
    await rider.picture('pay-now')
    await expectAccessible(page, 'bookings, pay now')
    await page.getByRole('button', { name: 'Pay with test gateway' }).click()
    await atGateway(rider, 'Decline')
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
    await rider.picture('declined')
    await expectAccessible(page, 'payment status, declined')
    expect((await bookingOf(rider, id)).status).toBe('PENDING')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Pay with test gateway' }).click()
    await atGateway(rider, 'Approve')
    await page.getByText('Payment received.').waitFor()
    expect(await bookingOf(rider, id)).toMatchObject({ status: 'PAID', gateway: 'test' })
    await page.getByRole('link', { name: 'Back to ride' }).click()
    await page.getByText('Paid by card').first().waitFor()
    await rider.picture('receipt')
    await driver.page.getByRole('heading', { name: 'Trip complete' }).waitFor({ timeout: 40_000 })
    await driver.page.getByRole('button', { name: 'Done' }).click()
    await takeOffline(driver)
    expect(rider.complaints).toEqual([])
    expect(driver.complaints).toEqual([])
  },
)

test('a payment that waits for the office is listed and closed with a reason, and the payer reads it [design/payments-65]', async () => {
  const [payer, admin] = [await open('payer-in-review', { viewport: phone }), await open('admin-reviews')]
  const account = await newRider(base)
  await openSession(payer, account)
  await openSession(admin, trial('Admin One'))
  const { page } = payer
  await page.goto('/wallet')
  await page.getByRole('button', { name: 'Add money' }).click()
  await page.getByLabel(/Amount in/).fill('300')
  await page.getByRole('button', { name: /^Add .*\d/ }).click()
  await page.getByRole('button', { name: 'Pay with test gateway' }).click()
  await page.getByRole('heading', { name: 'Test gateway' }).waitFor()
  await giveUpPayment(data, account.email)

  await admin.page.goto('/payments')
  const row = admin.page.getByRole('row').filter({ hasText: 'Rider New' })
  await row.getByText('Gateway doesn’t answer').waitFor()
  await admin.picture('in-review')
  await expectAccessible(admin.page, 'a payment in review')
  const decide = row.getByRole('button', { name: /^Decide/ })
  const payment = /RP[0-9A-Z]{26}/.exec((await decide.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await page.goto(`/pay/status/${payment}`)
  await page.getByRole('heading', { name: 'We’re checking this payment' }).waitFor()
  await payer.picture('checking')
  await expectAccessible(page, 'payment status, in review')

  await decide.click()
  const dialog = admin.page.getByRole('dialog', { name: 'Review payment' })
  await dialog.getByRole('radio', { name: /^Close/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await dialog.getByText('Give a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No money at the gateway')
  await admin.picture('review-closed')
  await expectAccessible(admin.page, 'review of a payment')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'detached' })
  // the open page of the rider follows
  await page.getByRole('heading', { name: 'Payment failed' }).waitFor({ timeout: 30_000 })
  expect([...payer.complaints, ...admin.complaints]).toEqual([])
})
