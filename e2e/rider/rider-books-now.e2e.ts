import { messages } from '@remis/domain/messages/english'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openActor, type Actor } from '../testing/actors.ts'
import { closeWindows, openBrowser } from '../testing/chromium.ts'
import { startCity, type City } from '../testing/city.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookNow, signIn } from '../testing/steps.ts'

let city: City
let browser: Browser
let rider: Actor

beforeAll(async () => {
  ;[city, browser] = await Promise.all([startCity({ fleet: 12, speed: 24 }), openBrowser({ map: true })])
  rider = await openActor(browser, 'rider', { base: city.base, motion: true })
})
afterAll(async () => {
  await closeWindows()
  await city?.stop()
})

test('a rider books in the trial city, watches the trip, pays cash and rates [messages-5]', async () => {
  const { page } = rider
  await signIn(rider, city.account('Rider One'))
  await page.waitForURL((url) => url.pathname === '/')
  await expectAccessible(page, 'landing, signed in')
  const id = await bookNow(rider, '18 de julio 1234', 'terminal tres cruces')
  await page.getByText(`${messages.booking_success} ${id}`).waitFor()
  // a reload does not offer the same ride again
  expect(await page.evaluate(() => sessionStorage.getItem('remis.draft'))).toBeNull()
  await rider.picture('booked')
  await expectAccessible(page, 'success')
  await page.getByRole('button', { name: 'Track your ride' }).click()
  await page.waitForURL(`**/trips/${id}`)
  await page
    .getByText(/on the way to you|is .+ away|almost here|driver is here/)
    .first()
    .waitFor({ timeout: 90_000 })
  await page.getByRole('heading', { name: 'Your trip code' }).waitFor()
  await rider.picture('driver-comes')
  await expectAccessible(page, 'trip, accepted')
  await expectNoSideScroll(page, 'trip')
  await page
    .getByText(/to your destination|On the way to your destination/)
    .first()
    .waitFor({ timeout: 120_000 })
  await rider.picture('on-trip')
  await page.getByRole('heading', { name: /How was your ride/ }).waitFor({ timeout: 180_000 })
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByText('Clean car').click()
  await rider.picture('rating')
  await expectAccessible(page, 'receipt and rating')
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText(/You rated this ride 5 stars/).waitFor()
  await page.getByRole('region', { name: 'Receipt' }).getByText(`Booking ${id}`).waitFor()
  await rider.picture('rated')
  await page.goto('/bookings')
  await page.getByText(id).first().waitFor()
  await rider.picture('bookings')
  await expectAccessible(page, 'bookings of a rider')
  expect(rider.complaints).toEqual([])
  expect(city.complaints()).toEqual([])
})
