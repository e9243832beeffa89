import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { messages, type MessageKey } from '@remis/domain/messages/english'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { bookByCall, cancelByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { newRider, payWith } from '../testing/money-steps.ts'
import { chooseCar, choosePlace, goTo, openSession, reportFreeDriver } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)

/** Rare answers are faked in the server's format; the test looks at the screen. */
const answer = ({ page }: Actor, path: string, status: number, json: unknown) =>
  page.route(path, (route) => route.fulfill({ status, json }))

const refuse = (actor: Actor, path: string, status: number, key: MessageKey) => {
  actor.forgive(new RegExp(`status of ${status}|^${status}: `))
  return answer(actor, path, status, { error: { key, message: messages[key] } })
}

/** Opens the first page and fills in the form. */
const chooseRide = async (rider: Actor) => {
  await rider.page.goto('/')
  await choosePlace(rider, 'Pickup', 'teatro solis')
  await choosePlace(rider, 'Destination', 'estadio centenario')
  await chooseCar(rider, /economy/i)
}

/** The landing page contains the car types: here in the form of a city that has none. */
const withoutCarTypes = async (actor: Actor) => {
  const { page } = actor
  await answer(actor, '**/api/car-types', 200, { rows: [] })
  await page.route(`${base}/`, async (route) => {
    const response = await route.fetch()
    const { 'content-encoding': _, ...headers } = response.headers()
    const body = (await response.text()).replace(/"carTypes":\[.*?\](?=\}<\/script>)/, '"carTypes":[]')
    await route.fulfill({ response, headers, body })
  })
}

const sees = ({ page }: Actor, key: MessageKey) => page.getByText(messages[key]).first().waitFor()

test('a visitor sees the messages of a city that answers with errors [messages-13] [accounts-49] [messages-11] [messages-19] [api-20]', async () => {
  const visitor = await open('visitor-unlucky', { viewport: phone })
  const { page } = visitor
  await refuse(visitor, '**/api/settings/public', 503, 'server_error')
  // [settings-11]
  // on a busy machine the message may have disappeared before the page is complete
  await Promise.all([sees(visitor, 'settings_error'), page.goto('/')])
  await page.unroute('**/api/settings/public')

  // [fare-5]
  await withoutCarTypes(visitor)
  await page.reload()
  await sees(visitor, 'no_cars')
  await visitor.picture('no-cars')
  await expectAccessible(page, 'landing without car types')
  await page.unroute(`${base}/`)
  await page.unroute('**/api/car-types')

  await refuse(visitor, '**/api/visitor-tokens', 503, 'busy_try_again')
  await page.reload()
  await page.getByRole('combobox', { name: 'Pickup', exact: true }).pressSequentially('palacio')
  await sees(visitor, 'no_user_token')
  await visitor.picture('no-token')
  await page.unroute('**/api/visitor-tokens')

  await page.reload()
  // [places-3]
  await refuse(visitor, '**/googleapis-getcoords', 422, 'place_id_invalid')
  await choosePlace(visitor, 'Destination', 'palacio salvo')
  const alert = page.getByRole('dialog', { name: 'Alert' })
  await alert.getByText(messages.google_places_error).waitFor()
  await visitor.picture('alert')
  await alert.getByRole('button', { name: 'Close' }).last().click()
  await alert.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Use my location' }).press('Enter')
  const message = page.locator('p').getByText(messages.allow_location)
  await message.waitFor()
  const [red = 0, green = 0, blue = 0] = await message.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  )
  expect(red, 'allow_location is shown in red').toBeGreaterThan(2 * Math.max(green, blue))
  await visitor.picture('allow-location')
  // the button that was pressed was disabled, or goes [design/web-214]
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
  await expect.poll(focused).toBe('Pickup')
  await page.getByRole('combobox', { name: 'Destination', exact: true }).click()
  await page.getByRole('button', { name: 'Clear Destination' }).click()
  await expect.poll(focused).toBe('Destination')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test(
  'a rider sees the messages about a price, a card and a car [messages-3] [messages-4] [messages-18] [messages-19] [wallet-5]',
  { timeout: 150_000 },
  async () => {
    const rider = await open('rider-unlucky')
    const { page } = rider
    const account = await newRider(base)
    await openSession(rider, account)
    await page.goto('/')
    await choosePlace(rider, 'Pickup', 'teatro solis')
    await choosePlace(rider, 'Destination', 'estadio centenario')
    await chooseCar(rider, /economy/i)
    // [booking-26] [fare-17]
    for (const key of ['place_to_coords_error', 'no_route_found'] as const) {
      await refuse(rider, '**/api/quotes', 422, key)
      await page.getByRole('button', { name: 'Book Now' }).click()
      await sees(rider, key)
      await page.unroute('**/api/quotes')
    }
    rider.forgive(/ERR_FAILED/)
    await page.route('**/api/quotes', (route) => route.abort())
    await page.getByRole('button', { name: 'Book Now' }).click()
    await sees(rider, 'fetch_call_error')
    // a new message replaces the one before
    await page.getByText(messages.no_route_found).waitFor({ state: 'detached' })
    await rider.picture('no-network')
    await page.unroute('**/api/quotes')

    // [wallet-5]: with its code
    await refuse(rider, '**/api/wallet/top-ups', 422, 'top_up_amount_invalid')
    await goTo(page, '/wallet')
    const send = page.getByRole('button', { name: /^Add .*\d/ })
    const add = async () => {
      await page.getByRole('button', { name: 'Add money' }).click()
      await page.getByLabel(/Amount in/).fill('300')
      await send.click()
    }
    await add()
    await sees(rider, 'top_up_amount_invalid')
    await page.getByText('Code: top_up_amount_invalid').waitFor()
    await page.unroute('**/api/wallet/top-ups')

    // in the same form
    await refuse(rider, '**/get_providers', 503, 'busy_try_again')
    await send.click()
    await sees(rider, 'provider_fetch_error')
    await rider.picture('provider_fetch_error')
    await page.unroute('**/get_providers')
    await page.keyboard.press('Escape')
    await answer(rider, '**/get_providers', 200, [])
    await add()
    await sees(rider, 'no_provider_found')
    await rider.picture('no_provider_found')
    await page.unroute('**/get_providers')

    const route = await findRoute(base, 'teatro solis', 'estadio centenario')
    const driver = await signInByCall(base, 'Driver Five')
    await waitAtStart(driver, route)
    const { token } = await clientOf(base)(accountsApi.signIn, {
      body: { email: account.email, password: account.password },
    })
    const byCall = clientOf(base, token)
    const id = await bookByCall(byCall, route, /economy/i)
    await driver(bookingsApi.accept, { params: { id }, body: {} })
    await answer(rider, '**/api/bookings/*/position', 200, { position: null, eta: null })
    await answer(rider, '**/api/bookings/*/cancellation', 200, { fee: 0, free: null, rises: null, reasons: [] })
    // [tracking-10]: no position; the answer never has more than one
    await page.goto(`/trips/${id}`)
    await sees(rider, 'location_fetch_error')
    await rider.picture('car-not-known')
    await expectAccessible(page, 'trip, position not known')
    await page.getByRole('button', { name: 'Cancel ride' }).first().click()
    await sees(rider, 'no_cancel_reason')
    await rider.picture('no-reasons')
    // the reason is then written in the rider's own words [settings-23]; this city has reasons and refuses them
    const cancelling = page.getByRole('dialog')
    await cancelling.getByRole('textbox').fill('My train is late')
    rider.forgive(/status of 422.*\/cancel/)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/cancel'))
    await cancelling.getByRole('button', { name: 'Cancel ride' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ reasonText: 'My train is late' })
    await cancelling.waitFor({ state: 'detached' })
    await page.unroute('**/api/bookings/*/cancellation')
    await cancelByCall(byCall, id)
    await stopByCall(driver)
    expect(rider.complaints).toEqual([])
    await rider.leave()
  },
)

test('Book shows an error and stays on the page when the session cannot be read [design/web-160]', async () => {
  const rider = await open('rider-unread', { viewport: phone })
  const { page } = rider
  await openSession(rider, await newRider(base))
  await chooseRide(rider)
  await refuse(rider, '**/api/sessions/current', 503, 'busy_try_again')
  await page.reload()
  const book = page.getByRole('button', { name: 'Book Now' })
  await book.click()
  await sees(rider, 'fetch_call_error')
  await rider.picture('session-not-read')
  // the second press reloads the session and continues
  await page.unroute('**/api/sessions/current')
  const priced = page.waitForResponse((response) => response.url().endsWith('/api/quotes'))
  await book.click()
  await priced
  expect(new URL(page.url()).pathname).toBe('/')
  expect(rider.complaints).toEqual([])
  await rider.leave()
})

test('without a network the page stays, says so, and goes on when it is back [api-21]', async () => {
  const rider = await open('rider-offline')
  const { page, context } = rider
  await openSession(rider, await newRider(base))
  await page.goto('/wallet')
  await page.getByRole('button', { name: 'Add money' }).waitFor()
  // the code of popups is loaded when the page is idle, before it is needed
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  rider.forgive(/ERR_INTERNET_DISCONNECTED|dynamically imported|could not be loaded|WebSocket/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add money' }).click()
  await page.getByLabel(/Amount in/).fill('100')
  await page.getByRole('button', { name: /^Add .*\d/ }).click()
  await sees(rider, 'fetch_call_error')
  await rider.picture('top-up')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  // what was read stays
  await page.getByRole('button', { name: 'Add money' }).waitFor()
  // a screen that was never loaded
  await page.getByRole('link', { name: 'My rides' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await rider.picture('screen')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await sees(rider, 'no_bookings')
  await rider.picture('no-bookings')
  await expectAccessible(page, 'bookings, none')
  expect(rider.complaints).toEqual([])
  await rider.leave()
})

test('Confirm without a network says that nothing was booked, keeps the estimate, and no button is covered [design/web-117] [design/web-118]', async () => {
  const rider = await open('rider-confirms-offline', { viewport: phone })
  const { page, context } = rider
  await openSession(rider, await newRider(base))
  await reportFreeDriver(rider)
  await chooseRide(rider)
  await page.getByRole('button', { name: 'Book Now' }).click()
  const estimate = page.getByRole('dialog')
  const confirm = estimate.getByRole('button', { name: 'Confirm booking' })
  await confirm.waitFor()
  rider.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/)
  await context.setOffline(true)
  const banner = page.getByText('You’re offline. Information may be out of date.')
  await banner.waitFor()
  await confirm.click()
  await estimate.getByText('You’re offline, so nothing was booked.').waitFor()
  await estimate.getByText(messages.fetch_call_error).waitFor()
  await rider.picture('confirm')
  const over = await banner.boundingBox()
  for (const button of await estimate.getByRole('button').all()) {
    const box = await button.boundingBox()
    const apart =
      over === null ||
      box === null ||
      over.y + over.height <= box.y ||
      box.y + box.height <= over.y ||
      over.x + over.width <= box.x ||
      box.x + box.width <= over.x
    expect(apart).toBe(true)
  }

  await context.setOffline(false)
  await banner.waitFor({ state: 'detached' })
  // a request that may have arrived
  await page.route('**/api/bookings', (route) => route.abort())
  await confirm.click()
  await estimate.getByText('We couldn’t tell whether your booking went through.').waitFor()
  expect(rider.complaints).toEqual([])
  await rider.leave()
})

test('promo and payment mode are kept when the session has ended at Confirm [design/web-179]', async () => {
  const rider = await open('rider-signed-out', { viewport: phone })
  const { page, context } = rider
  const account = await newRider(base)
  await openSession(rider, account)
  await reportFreeDriver(rider)
  await chooseRide(rider)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('button', { name: 'Add promo code' }).click()
  await page.getByRole('textbox', { name: 'Promo' }).fill('HOLA10')
  await page.getByRole('textbox', { name: 'Promo' }).press('Enter')
  const promo = page.getByRole('button', { name: 'Remove promo HOLA10' })
  await promo.waitFor()
  await payWith(rider, 'Card')
  await context.clearCookies({ name: 'remis' })
  rider.forgive(/status of 401/)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.waitForURL('**/login')
  await openSession(rider, account)
  await page.goto('/')
  await promo.waitFor()
  await page.getByRole('radio', { name: /Card/, checked: true }).waitFor({ state: 'attached' })
  expect(rider.complaints).toEqual([])
  await rider.leave()
})

test('a driver without requests sees a message [dispatch-7]', async () => {
  const { start } = await findRoute(base, 'teatro solis', 'estadio centenario')
  const driver = await open('driver-waits', { viewport: phone, dark: true, at: start })
  await startDriving(driver, 'Driver Five')
  await sees(driver, 'no_tasks')
  await sees(driver, 'no_data_available')
  await driver.picture('home')
  await expectAccessible(driver.page, 'drive, nothing yet, dark')
  await takeOffline(driver)
  expect(driver.complaints).toEqual([])
  await driver.leave()
})
