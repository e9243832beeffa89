import type { LatLng } from '@remis/domain/kit/distance'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { asSignedIn } from '../testing/by-call.ts'
import { acceptRequest, startDriving, takeOffline, tripCodeOf } from '../testing/driver-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { askPrice, balanceOf, bookingOf, driveTrip, newRider } from '../testing/money-steps.ts'
import { makeOlder } from '../testing/older-booking.ts'
import { bookNow, speakArabic, openSession } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const data = inject('quietCityData')
let account: Awaited<ReturnType<typeof newRider>>
let rider: Actor
let driver: Actor
let pickup: LatLng
/** `km` north of the pickup. */
const north = (km: number): LatLng => ({ lat: pickup.lat + km / 111.195, lng: pickup.lng })

beforeAll(async () => {
  const { start } = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  pickup = start
  rider = await open('rider-cancels', { viewport: phone })
  driver = await open('driver-cancelled', { viewport: phone, at: north(0.8) })
})

test(
  'cancelling is free at first and costs the announced fee after two minutes [design/money-18] [design/moves-78]',
  { timeout: 150_000 },
  async () => {
    await startDriving(driver, 'Driver Seven')
    account = await newRider(base)
    await openSession(rider, account)
    const { page } = rider
    await page.goto('/')
    const id = await bookNow(rider, '18 de julio 1234', 'terminal tres cruces')
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await acceptRequest(driver)
    await page.getByRole('heading', { name: 'Your trip code' }).waitFor({ timeout: 40_000 })
    // the rider looks for the car by its plate, so the driver's card is in view without scrolling
    const card = (await page.getByRole('region', { name: 'Driver' }).boundingBox())!
    const foot = (await page.getByRole('button', { name: 'Cancel ride' }).boundingBox())!
    expect(card.y + card.height).toBeLessThan(foot.y)
    const before = await balanceOf(driver)
    // the minutes alone cost nothing: the driver has not come nearer [design/moves-73]
    await makeOlder(data, id, 121)
    await page.getByText(/^Free for now: your driver hasn’t come closer yet\..*60/).waitFor({ timeout: 40_000 })
    await rider.picture('not-nearer')
    await driver.moveTo(north(0.5))
    const comesNearer = async (path: string) => (await (await fetch(path)).json()).free === null
    await page.waitForFunction(comesNearer, `/api/bookings/${id}/cancellation`, { polling: 500, timeout: 40_000 })
    await makeOlder(data, id, -121)
    // 10 seconds of the two free minutes are left, so that both sides of their end are tested
    const secondsLeft = async (path: string) => ((await (await fetch(path)).json()).rises.at - Date.now()) / 1000
    const left = await page.evaluate(secondsLeft, `/api/bookings/${id}/cancellation`)
    await makeOlder(data, id, Math.round(left) - 10)
    await page.getByRole('button', { name: 'Cancel ride' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Cancelling is free until .*, then .*60/).waitFor()
    await rider.picture('free')
    await expectAccessible(page, 'cancel dialog, free')
    // the dialog updates the price when the two minutes are over
    await dialog.getByText(/^Cancelling now costs .*60/).waitFor({ timeout: 40_000 })
    // and says what for, as the page behind it does
    await dialog.getByText(/^Your driver has been on the way since \d/).waitFor()
    await page.getByText(/^Cancelling now costs .*60.* Your driver has been on the way since \d/).waitFor()
    await rider.picture('fee')
    await expectAccessible(page, 'cancel dialog, with a fee')
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByRole('button', { name: 'Cancel ride' }).click()
    await page.getByText('This ride was cancelled').first().waitFor()
    await page.getByText('You cancelled this ride.').first().waitFor()
    await page.getByText(/^Cancellation fee: .*60.* not paid yet/).waitFor()
    await rider.picture('cancelled')
    expect(await bookingOf(rider, id)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'rider' })
    // the wallet was empty: the fee is owed, and the driver gets it when it is paid [design/money-34]
    expect(await balanceOf(rider)).toBe(0)
    expect(await balanceOf(driver)).toBe(before)
    await page.goto('/wallet')
    await page.getByRole('region', { name: 'You owe' }).getByText('60').first().waitFor()
    await rider.picture('owed')
    await expectAccessible(page, 'wallet with a debt')
    await driver.page.getByText('This trip was cancelled').first().waitFor()
    await takeOffline(driver)
    expect(rider.complaints).toEqual([])
    expect(driver.complaints).toEqual([])
  },
)

test(
  'the fee is paid to the driver of the next ride in cash, when the rider chooses so [design/money-70] [design/web-162]',
  { timeout: 150_000 },
  async () => {
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const { page } = rider
    // a driver is not asked again right after a cancel
    const next = await open('driver-collects', { viewport: phone, at: north(0.5) })
    await startDriving(next, 'Driver Ten')
    const before = [await balanceOf(driver), await balanceOf(next)] as const
    await page.goto('/')
    rider.forgive(/status of 409.*\/api\/bookings/)
    await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
    await page.getByRole('button', { name: 'Confirm' }).click()
    const inCash = page.getByRole('button', { name: /^Pay .*60.* in cash with this ride$/ })
    await inCash.waitFor()
    await rider.picture('pay-first')
    await expectAccessible(page, 'estimate, payment due')
    // no driver is near at the first try; the second one is of the same choice
    rider.forgive(/status of 422.*\/api\/bookings|^422: /)
    await page.route(
      '**/api/bookings',
      (request) => request.fulfill({ status: 422, json: { error: { key: 'no_driver_found_alert_messege' } } }),
      { times: 1 },
    )
    await inCash.press('Enter')
    await page.getByRole('button', { name: 'Try again' }).click()
    const message = page.getByText(/Your ride is booked/)
    await message.waitFor()
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await page.getByText('Owed from before, to pay in cash').first().waitFor()
    await rider.picture('debt-with-ride')
    await next.page.getByText(/^Includes .*60.* owed from before$/).waitFor({ timeout: 40_000 })
    await next.picture('request-with-debt')
    await driveTrip(next, rider, route)
    const all = next.page.getByRole('button', { name: /^.*\d.* received$/ }).first()
    await all.waitFor()
    const fareOnly = next.page.getByRole('button', { name: /^Only .*\d.* received$/ })
    await fareOnly.waitFor()
    await next.picture('cash-with-debt')
    await expectAccessible(next.page, 'drive, cash with a debt')
    await fareOnly.click()
    const question = next.page.getByRole('dialog', { name: /^You didn’t get the .*60.* from before\?$/ })
    await question.getByRole('button', { name: 'Not received' }).waitFor()
    await next.picture('debt-left')
    await expectAccessible(next.page, 'drive, the question before the fare alone')
    await next.page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await rider.picture('cash-with-debt')
    const others = [
      await open('debt-desktop-dark', { dark: true }),
      await open('debt-phone-arabic', { viewport: phone, locale: 'ar' }),
    ] as const
    for (const other of others) await openSession(other, account)
    await speakArabic(others[1])
    for (const other of others) {
      await other.page.goto(new URL(page.url()).pathname)
      await other.page.locator('dl').getByText(/60|٦٠/).first().waitFor()
      await other.picture('cash-with-debt')
      await expectAccessible(other.page, `ride, cash with a debt, ${other.name}`)
      await expectNoSideScroll(other.page, other.name)
    }
    await all.click()
    await page.getByText('Owed from before, paid in cash').first().waitFor()
    await rider.picture('receipt-with-debt')
    await expectAccessible(page, 'receipt with a debt')
    await page.goto('/wallet')
    await page.getByText('Debt paid in cash').first().waitFor()
    expect(await page.getByRole('region', { name: 'You owe' }).count()).toBe(0)
    await rider.picture('debt-paid')
    // the fee is in the wallet of the first driver; the second one has its cash
    expect(await balanceOf(driver)).toBe(before[0] + 60)
    expect(await balanceOf(next)).toBeLessThan(before[1] - 60)
    await takeOffline(next)
    expect(rider.complaints).toEqual([])
    expect(next.complaints).toEqual([])
  },
)

test(
  'the driver is asked far from the pickup and the destination; at the pickup the rider reads since when the driver waits, and from when a no-show costs how much [design/money-21] [design/moves-78]',
  { timeout: 150_000 },
  async () => {
    const account = await newRider(base)
    const waiting = await open('rider-is-waited-for', { viewport: phone })
    const { page } = waiting
    await startDriving(driver, 'Driver Seven')
    await openSession(waiting, account)
    await page.goto('/')
    const id = await bookNow(waiting, '18 de julio 1234', 'terminal tres cruces')
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await acceptRequest(driver)
    const otp = await tripCodeOf(waiting)
    const status = async () => (await bookingOf(waiting, id)).status
    // far from the pickup the driver is asked first, with the distance [design/moves-70]
    await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
    const question = driver.page.getByRole('dialog', { name: 'Are you at the pickup?' })
    await question.getByText(/^You’re 0\.\d km from the pickup\.$/).waitFor()
    await driver.picture('arrive-far')
    await expectAccessible(driver.page, 'drive, arrival far from the pickup')
    await question.getByRole('button', { name: 'Not yet' }).last().click()
    await question.waitFor({ state: 'detached' })
    expect(await status()).toBe('ACCEPTED')
    // an open dialog follows the ride [design/moves-78]
    await page.getByRole('button', { name: 'Cancel ride' }).click()
    const cancelling = page.getByRole('dialog', { name: 'Cancel this ride?' })
    await cancelling.getByRole('radio').first().waitFor({ state: 'attached' })
    await driver.moveTo(pickup)
    // the question is gone once the phone is at the pickup
    await driver.page.getByText('You’re at the pickup', { exact: true }).waitFor()
    await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
    await cancelling.getByText('This booking has changed and can no longer be cancelled.').waitFor({ timeout: 60_000 })
    expect(await cancelling.getByRole('radio').count()).toBe(0)
    expect(await cancelling.getByRole('button', { name: 'Cancel ride' }).count()).toBe(0)
    await waiting.picture('cancel-too-late')
    await cancelling.getByRole('button', { name: 'Close' }).last().click()
    await page
      .getByText(/^Your driver has waited for you since \d.* from \d.*, and you pay .*60/)
      .waitFor({ timeout: 60_000 })
    expect(await page.getByRole('button', { name: 'Cancel ride' }).count()).toBe(0)
    await waiting.picture('no-show-announced')
    await expectAccessible(page, 'ride, driver waits')
    const others = [
      await open('rider-is-waited-for-dark', { viewport: phone, dark: true }),
      await open('rider-is-waited-for-arabic', { viewport: phone, locale: 'ar' }),
    ] as const
    for (const other of others) await openSession(other, account)
    await speakArabic(others[1])
    for (const other of others) {
      await other.page.goto(new URL(page.url()).pathname)
      await other.page.getByText(/60/).first().waitFor()
      await other.page.locator('h1').first().waitFor()
      await other.picture('no-show-announced')
      await expectAccessible(other.page, `ride, driver waits, ${other.name}`)
      await expectNoSideScroll(other.page, other.name)
    }
    const send = async (step: string, body: object) =>
      expect((await asSignedIn(driver, 'POST', `/api/bookings/${id}/${step}`, body)).status).toBe(200)
    await send('start', { otp })
    // far from the destination the driver is asked first, with the distance [design/moves-27]
    const complete = driver.page.getByRole('button', { name: 'Complete trip' })
    const ending = driver.page.getByRole('dialog', { name: 'Complete the trip here?' })
    await complete.click()
    await ending.getByText(/^You’re [\d.]+ km from the destination\./).waitFor()
    await driver.picture('reach-far')
    await expectAccessible(driver.page, 'drive, end far from the destination')
    await ending.getByRole('button', { name: 'Keep driving' }).last().click()
    await ending.waitFor({ state: 'detached' })
    expect(await status()).toBe('STARTED')
    await complete.click()
    await ending.getByRole('button', { name: 'Complete here' }).click()
    await expect.poll(status).toBe('REACHED')
    await send('pay', { payment_mode: 'cash' })
    await takeOffline(driver)
    expect(waiting.complaints).toEqual([])
  },
)
