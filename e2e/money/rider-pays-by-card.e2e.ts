import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { askPrice, atGateway, bookingOf, confirmBooking, driveTrip, newRider, payWith } from '../testing/money-steps.ts'
import { openSession } from '../testing/steps.ts'
import { findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
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
    await page.goto('/bookings')
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
