import type { Route } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { asSignedIn } from '../testing/by-call.ts'
import { acceptRequest, startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookingOf, changeSettings, closeMessages, confirmBooking, newRider } from '../testing/money-steps.ts'
import { makeOlder } from '../testing/older-booking.ts'
import { chooseCar, choosePlace, openPage, openSession, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const data = inject('quietCityData')
let rider: Actor
let driver: Actor
let admin: Actor

beforeAll(async () => {
  const { start } = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  rider = await open('rider-later', { viewport: phone })
  driver = await open('driver-later', { viewport: phone, at: start })
  admin = await open('admin-later')
})

const minute = 60_000

/** The value of the field: wall clock of Montevideo (UTC−3 all year), the next whole minute at least that far ahead. */
const inMontevideo = (ahead: number): string =>
  new Date(Math.ceil((Date.now() + ahead) / minute) * minute - 180 * minute).toISOString().slice(0, 16)

const withToll = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const { quote, ...rest } = (await response.json()) as { quote: object }
  await route.fulfill({ response, json: { ...rest, quote: { ...quote, tollKm: 3.2 } } })
}

test(
  'a rider books for later: too early is refused, then the booking is released to a driver at its time [booking-25]',
  { timeout: 240_000 },
  async () => {
    await openSession(admin, trial('Admin One'))
    // as short as possible, so that the story can wait for it
    await changeSettings(admin, { releaseMinutes: 15 })
    try {
      await startDriving(driver, 'Driver Two')
      await openSession(rider, await newRider(base))
      const { page } = rider
      await page.goto('/')
      await choosePlace(rider, 'Pickup', '18 de julio 1234')
      await choosePlace(rider, 'Destination', 'terminal tres cruces')
      await chooseCar(rider, /economy/i)
      const carRow = async (): Promise<string> => {
        await page.getByRole('combobox', { name: rider.label('car_type') }).click()
        const row = page.getByRole('option', { name: /economy/i })
        const text = (await row.textContent()) ?? ''
        await row.click()
        return text
      }
      await expect.poll(carRow).toMatch(/\d+ min/)
      await page.getByRole('radio', { name: 'Later' }).check({ force: true })
      // the minutes to the pickup are valid only now
      const laterRow = await carRow()
      expect(laterRow).toMatch(/\d/)
      expect(laterRow).not.toMatch(/min/)
      await page.getByRole('button', { name: 'Book Later' }).click()
      // the message names the missing field [design/web-70]
      await page.getByText('Fill in the missing fields. Choose a date and time.').waitFor()
      const field = page.getByLabel('Pickup date and time')
      await field.fill(inMontevideo(5 * minute))
      await page.getByRole('button', { name: 'Book Later' }).click()
      await page.getByText('Choose a time at least 15 minutes from now.').first().waitFor()
      await rider.picture('too-early')
      await closeMessages(rider)
      await expectAccessible(page, 'landing, too early')
      await expectNoSideScroll(page, 'landing, later')

      const whole = inMontevideo(15 * minute + 20_000)
      await field.fill(whole)
      // from the day to the year, of which the browser reports each digit [design/web-135]
      await field.press('ArrowRight')
      await field.press('ArrowRight')
      await field.pressSequentially(whole.slice(0, 4))
      expect(await field.inputValue()).toBe(whole)
      // The trial city has no toll roads.
      await page.route('**/api/quotes', withToll)
      await page.getByRole('button', { name: 'Book Later' }).click()
      await page.getByText(/^Pickup /).waitFor()
      // [design/maps-25]
      await page.getByText('3.2 km of this route are toll roads. Tolls are not in this price.').waitFor()
      await page.unroute('**/api/quotes')
      await rider.picture('estimate')
      await expectAccessible(page, 'estimate, later')
      // [landing-20] [design/moves-68]
      const estimate = page.getByRole('dialog', { name: 'Confirm your ride' })
      await estimate.getByText('Estimated fare', { exact: true }).waitFor()
      await estimate.getByRole('button', { name: 'Cancel', exact: true }).click()
      await estimate.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Book Later' }).click()
      const id = await confirmBooking(rider)
      expect(await bookingOf(rider, id)).toMatchObject({ status: 'NEW', bookLater: true })
      // closing the message leads to the list [landing-22]
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await page.waitForURL('**/bookings')
      await openPage(page, `/trips/${id}`)
      await page.getByRole('heading', { name: 'Booked for later' }).waitFor()
      await rider.picture('waiting')
      await expectAccessible(page, 'trip, booked for later')
      // no driver gets an offer before its time
      const { tripdate } = await bookingOf(rider, id)
      expect(Date.now()).toBeLessThan(tripdate - 15 * minute)
      expect((await asSignedIn<{ rows: unknown[] }>(driver, 'GET', '/api/offers')).body.rows).toEqual([])

      await makeOlder(data, id, Math.ceil((tripdate - 15 * minute - Date.now()) / 1000))
      await driver.page.getByRole('article', { name: /Request from/ }).waitFor({ timeout: 40_000 })
      await driver.picture('request')
      await acceptRequest(driver)
      // [design/moves-111]
      await driver.page.getByRole('heading', { name: 'Go to pickup' }).waitFor()
      await driver.page.getByText(/^Pickup .*\d:\d\d/).waitFor()
      await page.getByRole('heading', { name: 'Your trip code' }).waitFor({ timeout: 40_000 })
      await openPage(page, '/bookings')
      await page.getByText('Booked for later').first().waitFor({ state: 'attached' })
      await rider.picture('bookings')
      await expectAccessible(page, 'bookings, one for later')

      await driver.page.getByRole('button', { name: 'Cancel trip' }).click()
      await driver.page.getByText('The rider pays nothing if you cancel.').waitFor()
      await driver.page.getByRole('radio').first().check({ force: true })
      await driver.page.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).click()
      await driver.page.getByText('This trip was cancelled').first().waitFor()
      const cancelled = await bookingOf(rider, id)
      expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelledBy: 'driver' })
      await takeOffline(driver)
      // it is booked again for the same time, and the rider no longer wants it
      await openPage(page, `/trips/${cancelled.successor}`)
      await page.getByText(/Your driver had to cancel/).waitFor()
      expect(await bookingOf(rider, cancelled.successor ?? '')).toMatchObject({ bookLater: true, status: 'NEW' })
      await page.getByRole('button', { name: 'Cancel ride' }).click()
      await page.getByText('Cancelling is free now.').waitFor()
      await page.getByRole('radio').first().check({ force: true })
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel ride' }).click()
      await page.getByText('This ride was cancelled').first().waitFor()
    } finally {
      await takeOffline(driver)
      await changeSettings(admin, { releaseMinutes: 20 })
    }
    for (const actor of [rider, driver, admin]) expect(actor.complaints).toEqual([])
  },
)
