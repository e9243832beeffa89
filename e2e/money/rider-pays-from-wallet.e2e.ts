import { messages } from '@remis/domain/messages/english'
import type { Reply } from '@remis/domain/kit/endpoint'
import type { walletApi } from '@remis/domain/wallet/wallet-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import {
  askPrice,
  atGateway,
  balanceOf,
  bookingOf,
  confirmBooking,
  driveTrip,
  newRider,
  payWith,
} from '../testing/money-steps.ts'
import { openPage, openSession } from '../testing/steps.ts'
import { findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let rider: Actor
let driver: Actor
let route: Route

beforeAll(async () => {
  route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  rider = await open('rider-wallet')
  driver = await open('driver-wallet', { viewport: phone, at: route.start })
})

test(
  'the wallet has too little, is topped up by card and pays the ride; the surplus returns [design/money-16]',
  { timeout: 240_000 },
  async () => {
    await startDriving(driver, 'Driver One')
    await openSession(rider, await newRider(base))
    const { page } = rider
    await page.goto('/')
    await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
    await page.getByRole('button', { name: 'Add promo code' }).click()
    await page.getByRole('textbox', { name: 'Promo' }).fill('HOLA10')
    await page.getByRole('textbox', { name: 'Promo' }).press('Enter')
    const promo = page.getByRole('button', { name: 'Remove promo HOLA10' })
    await promo.waitFor()
    await payWith(rider, 'Wallet')
    await page.getByText(/more in your wallet/).waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
    await rider.picture('short')
    await expectAccessible(page, 'estimate, wallet too low')
    await page.getByRole('link', { name: /^Add/ }).click()
    await page.waitForURL('**/wallet**')
    await page.getByRole('dialog', { name: 'Add money by card' }).waitFor()
    await page.getByLabel(/Amount in/).fill('500')
    await rider.picture('top-up')
    await expectAccessible(page, 'wallet, top-up')
    await page.getByRole('button', { name: /^Add .*\d/ }).click()
    await page.getByRole('button', { name: 'Pay with test gateway' }).click()
    await atGateway(rider, 'Approve')
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    await page.getByText('Added to your wallet.').waitFor()
    await rider.picture('topped-up')
    await expectAccessible(page, 'payment status, paid')
    expect(await balanceOf(rider)).toBe(500)

    // the page of the payment and the wallet lead back to the booking, which has kept promo and payment mode
    const back = page.getByRole('link', { name: 'Continue booking' })
    await back.waitFor()
    await page.getByRole('link', { name: 'Back to wallet' }).click()
    await page.waitForURL('**/wallet')
    await back.click()
    await page.getByRole('button', { name: 'Confirm' }).waitFor()
    await promo.waitFor()
    await page.getByRole('radio', { name: /Wallet/, checked: true }).waitFor({ state: 'attached' })
    await page.getByText('We hold this amount').waitFor()
    const id = await confirmBooking(rider)
    const quoted = (await bookingOf(rider, id)).customer_paid
    expect(await balanceOf(rider)).toBe(500 - quoted)
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await driveTrip(driver, rider, route)
    await page.getByRole('heading', { name: /How was your ride/ }).waitFor({ timeout: 40_000 })
    await page.getByText('Paid from wallet').waitFor()
    await rider.picture('receipt')
    const booking = await bookingOf(rider, id)
    expect(booking.status).toBe('PAID')
    // a quick drive is cheaper than quoted, and the rest is returned
    expect(booking.customer_paid).toBeLessThan(quoted)
    expect(await balanceOf(rider)).toBe(500 - booking.customer_paid)
    await openPage(page, '/wallet')
    await page.getByText('Money added by card').waitFor()
    await page.getByRole('listitem').filter({ hasText: /^Ride/ }).first().waitFor()
    await rider.picture('wallet')
    await expectAccessible(page, 'wallet')
    await expectNoSideScroll(page, 'wallet')

    // the driver's wallet
    await driver.page.getByRole('button', { name: 'Done' }).click()
    await driver.page.getByRole('heading', { name: 'Earnings' }).waitFor()
    await driver.page.getByRole('region', { name: 'Earnings' }).locator('summary').first().click()
    await driver.page.getByText('Rider paid (Wallet)').waitFor()
    await driver.picture('earnings')
    await expectAccessible(driver.page, 'drive, earnings')
    await expectNoSideScroll(driver.page, 'drive, earnings')
    await openPage(driver.page, '/wallet')
    await driver.page.getByRole('button', { name: 'Withdraw' }).click()
    await driver.page.getByLabel(/Amount in/).fill('999999')
    await driver.page.getByRole('button', { name: 'Request withdrawal' }).click()
    await driver.page.getByText('That is more than you can withdraw.').waitFor()
    // [design/web-206], [design/web-116]
    await expect
      .poll(() => driver.page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
      .toBe('true')
    await driver.page.keyboard.press('Escape')
    await driver.page.getByRole('button', { name: 'Keep editing' }).click()
    await driver.picture('withdraw')
    await expectAccessible(driver.page, 'wallet, withdraw')
    await driver.page.getByLabel(/Amount in/).fill('1')
    await driver.page.getByRole('button', { name: 'Request withdrawal' }).click()
    await driver.page.getByText(messages.updated).first().waitFor()
    await driver.page.getByRole('heading', { name: 'Withdrawals' }).waitFor()
    await driver.page.getByText('Pending', { exact: true }).waitFor()
    await driver.picture('asked')
    await expectAccessible(driver.page, 'wallet, a withdrawal waits')

    // More can wait for the office than is left in the wallet [design/privacy-21]
    await driver.page.route('**/api/wallet', async (route) => {
      const response = await route.fetch()
      const { wallet } = (await response.json()) as Reply<typeof walletApi.read>
      await route.fulfill({ response, json: { wallet: { ...wallet, balance: 5, withheld: 120 } } })
    })
    await driver.page.reload()
    await driver.page.getByText(/The office is still checking .*120.* of your earnings/).waitFor()
    await driver.page.getByText('There is nothing to withdraw now.').waitFor()
    expect(await driver.page.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true)
    await driver.picture('withheld')
    await expectAccessible(driver.page, 'wallet, all of it waits')
    await takeOffline(driver)
    expect(rider.complaints).toEqual([])
    expect(driver.complaints).toEqual([])
  },
)
