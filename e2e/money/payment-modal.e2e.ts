import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { asSignedIn } from '../testing/by-call.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { askDeliveryPrice, fillReceiver } from '../testing/delivery-steps.ts'
import { atGateway, bookingOf, newRider } from '../testing/money-steps.ts'
import { openSession } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let rider: Actor
let driver: Actor

beforeAll(async () => {
  rider = await open('sender')
  const { start } = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  driver = await open('courier-waits', { viewport: phone, at: start })
})
afterAll(() => takeOffline(driver))

const book = async (): Promise<string> => {
  await rider.page.goto('/')
  await askDeliveryPrice(rider)
  await fillReceiver(rider)
  await rider.page.getByText('Pay by card before we find a courier').waitFor()
  const answered = rider.page.waitForResponse((one) => one.url().endsWith('/api/bookings') && one.status() === 200)
  await rider.page.getByRole('button', { name: 'Confirm' }).click()
  const { booking } = (await (await answered).json()) as { booking: { id: string; status: string } }
  expect(booking.status).toBe('PAYMENT_PENDING')
  await rider.page.getByRole('dialog', { name: 'Payment' }).waitFor()
  return booking.id
}

test(
  'PAYMENT_PENDING opens the payment modal, which closes 1.5 s after any click [payments-9]',
  { timeout: 200_000 },
  async () => {
    const { page } = rider
    // Book Now needs a free driver, before anything is paid
    await startDriving(driver, 'Courier One')
    await openSession(rider, await newRider(base))
    const id = await book()
    await rider.picture('modal')
    await expectAccessible(page, 'payment modal')
    const modal = page.getByRole('dialog', { name: 'Payment' })
    await modal.getByText(/^Pay by \d/).waitFor()
    const began = Date.now()
    await modal.getByText('To pay').click()
    await modal.waitFor({ state: 'detached' })
    expect(Date.now() - began).toBeGreaterThanOrEqual(1450)
    expect(Date.now() - began).toBeLessThan(10_000)
    await page.waitForURL('**/bookings')

    // it can still be paid from the list [design/payments-66]
    await page.getByRole('button', { name: `Pay now ${id}` }).click()
    await modal.getByRole('button', { name: 'Pay with test gateway' }).waitFor()
    await modal.getByText('To pay').click()
    await modal.waitFor({ state: 'detached' })

    // and from its own page [design/payments-66]
    await page.goto(`/trips/${id}`)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await modal.getByRole('button', { name: 'Pay with test gateway' }).waitFor()
    await modal.getByText('To pay').click()
    await modal.waitFor({ state: 'detached' })
    await page.goto('/bookings')

    // cancelling a PAYMENT_PENDING booking asks for nothing and happens after 1.5 s, with the fixed reason [booking-44]
    await page.getByRole('button', { name: `Cancel delivery ${id}` }).click()
    await page.getByText('This booking wasn’t paid and is being cancelled.').waitFor()
    await rider.picture('cancelling')
    expect((await bookingOf(rider, id)).status).toBe('PAYMENT_PENDING')
    await page.getByText('This booking wasn’t paid').waitFor({ state: 'detached' })
    expect(await bookingOf(rider, id)).toMatchObject({ status: 'CANCELLED', reason: 'incomplete_booking' })

    const paid = await book()
    await page.getByRole('button', { name: 'Pay with test gateway' }).click()
    await atGateway(rider, 'Approve')
    await page.getByText('Payment received.').waitFor()
    expect((await bookingOf(rider, paid)).status).toBe('NEW')
    // once it is paid, the search for drivers starts
    await driver.page.getByRole('article', { name: /Request from/ }).waitFor({ timeout: 40_000 })

    // the dialog shows no provider once the booking has ended elsewhere [design/web-180]
    const ended = await book()
    await page.goto('/bookings')
    await page.getByRole('button', { name: `Pay now ${ended}` }).click()
    const provider = modal.getByRole('button', { name: 'Pay with test gateway' })
    await provider.waitFor()
    expect((await asSignedIn(rider, 'POST', `/api/bookings/${ended}/cancel`, {})).status).toBe(200)
    await modal.getByText('This booking can no longer be paid.').waitFor()
    expect(await provider.count()).toBe(0)
    await rider.picture('no-longer-payable')
    await expectAccessible(page, 'payment modal of an ended booking')
    await modal.getByRole('button', { name: 'Close' }).click()
    expect(driver.complaints).toEqual([])
    expect(rider.complaints).toEqual([])
  },
)
