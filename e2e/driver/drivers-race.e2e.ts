import { bookingsApi } from '@remis/domain/booking/booking-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { closeMessages } from '../testing/money-steps.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { bookNow, choosePlace, chooseCar, signIn, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let rider: Actor
let drivers: Actor[]

beforeAll(async () => {
  const { start } = await findRoute(base, 'palacio salvo', 'terminal tres cruces')
  rider = await open('rider-of-race', { dark: true, viewport: phone })
  drivers = await Promise.all(
    ['first', 'second'].map((name) => open(`driver-${name}`, { viewport: phone, dark: true, at: start })),
  )
})

/** Both have pressed before either gets an answer: an answer removes the request from the other's screen. */
const acceptAtOnce = async (all: readonly Actor[]): Promise<void> => {
  let pressed = 0
  let hear = (): void => undefined
  const heard = new Promise<void>((done) => (hear = done))
  for (const { page } of all)
    await page.route('**/accept', async (route) => {
      if (++pressed === all.length) hear()
      await heard
      await route.continue()
    })
  await Promise.all(all.map(({ page }) => page.getByRole('button', { name: 'Accept' }).first().click()))
}

test('without a driver nearby, the rider sees the message and no booking is made [booking-27]', async () => {
  const { page } = rider
  const riderThree = await signInByCall(base, 'Rider Three')
  const bookingIds = async () =>
    (await riderThree(bookingsApi.list, { query: { limit: 100 } })).rows.map(({ id }) => id).toSorted()
  const before = await bookingIds()
  await signIn(rider, trial('Rider Three'))
  await choosePlace(rider, 'Pickup', 'palacio salvo')
  await choosePlace(rider, 'Destination', 'terminal tres cruces')
  // no story has a driver of this type on the road
  await chooseCar(rider, /xl/i)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page
    .getByText(/No drivers near your pickup/)
    .first()
    .waitFor()
  expect(await page.getByRole('dialog').count(), 'the refusal comes on Book, before the price').toBe(0)
  await rider.picture('nobody-near')
  // [booking-33]: message and code, which are gone once closed
  await page.getByText('Code: no_driver_found_alert_messege').waitFor()
  await closeMessages(rider)
  await expectAccessible(page, 'booking form, nobody near')
  expect(await bookingIds()).toEqual(before)
})

test('two drivers accept at the same time: one drives, the other gets a message; the rider cancels with a reason', async () => {
  const { page } = rider
  await Promise.all([startDriving(drivers[0]!, 'Driver Seven'), startDriving(drivers[1]!, 'Driver Two')])
  await page.goto('/')
  const id = await bookNow(rider, 'palacio salvo', 'terminal tres cruces')
  await page.getByRole('button', { name: 'Track your ride' }).click()
  for (const driver of drivers) driver.forgive(/status of 409.*\/accept/)
  await Promise.all(
    drivers.map((driver) => driver.page.getByRole('article', { name: /Request from/ }).waitFor({ timeout: 40_000 })),
  )
  await acceptAtOnce(drivers)
  await page.getByRole('heading', { name: 'Your trip code' }).waitFor()
  const won = await Promise.all(
    drivers.map((driver) =>
      Promise.race([
        driver.page
          .getByRole('button', { name: 'I’ve arrived' })
          .waitFor()
          .then(() => true),
        driver.page
          .getByText('Another driver accepted first.')
          .first()
          .waitFor()
          .then(() => false),
      ]),
    ),
  )
  expect(won.filter(Boolean)).toHaveLength(1)
  const winner = drivers[won.indexOf(true)]!
  const loser = drivers[won.indexOf(false)]!
  // with its code [messages-2]
  await loser.page.getByText('Code: booking_taken').waitFor()
  await loser.picture('lost-race')
  await expect.poll(() => loser.page.getByRole('article', { name: /Request from/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Cancel ride' }).first().click()
  await rider.picture('cancel')
  await expectAccessible(page, 'cancel dialog')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check({ force: true })
  await dialog.getByRole('button', { name: 'Cancel ride' }).click()
  await page.getByText('This ride was cancelled').first().waitFor()
  await winner.page.getByText('This trip was cancelled').first().waitFor()
  await winner.picture('cancelled')
  // the form opens filled in [design/moves-36]
  await page.getByRole('button', { name: 'Book again' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.getByRole('combobox', { name: 'Pickup' }).inputValue()).toMatch(/Palacio Salvo/i)
  expect(await page.getByRole('combobox', { name: 'Destination' }).inputValue()).toMatch(/Tres Cruces/i)
  await page
    .getByRole('combobox', { name: rider.label('car_type') })
    .getByText('Economy')
    .waitFor()
  await page.goto('/bookings')
  await page.getByText(id).first().waitFor()
  await rider.picture('bookings')
  await expectAccessible(page, 'bookings on a phone, dark')
  // The card opens wherever it is touched, also on an address.
  const pickup = page.getByRole('article').filter({ hasText: id }).locator('dd').first()
  await pickup.scrollIntoViewIfNeeded()
  const address = (await pickup.boundingBox())!
  await page.mouse.click(address.x + 5, address.y + address.height / 2)
  await page.waitForURL((url) => url.href.includes(id))
  for (const driver of drivers) await takeOffline(driver)
  for (const actor of [rider, ...drivers]) expect(actor.complaints).toEqual([])
})
