import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { acceptRequest, enterCode, startDriving, stopDriving, tripCodeOf } from '../testing/driver-steps.ts'
import { openNetwork, type Network } from '../testing/network.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookNow, signIn, trial } from '../testing/steps.ts'
import { driveAlong, findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base, {}, { map: true })
let rider: Actor
let driver: Actor
let route: Route
let networks: Network[]

beforeAll(async () => {
  route = await findRoute(base, '18 de julio 1234', 'avenida uruguay 1700')
  rider = await open('rider-with-driver')
  driver = await open('driver', { viewport: phone, at: route.start })
  networks = await Promise.all([openNetwork(rider.page), openNetwork(driver.page)])
})

/** Whether the vehicle is drawn inside the map. */
const isCarOnMap = async (page: Page): Promise<boolean> => {
  const car = page.locator('.maplibregl-marker [data-shape]')
  if ((await car.count()) === 0) return false
  const [mark, map] = await Promise.all([car.boundingBox(), page.locator('.maplibregl-map').boundingBox()])
  return (
    mark !== null &&
    map !== null &&
    mark.x >= map.x &&
    mark.y >= map.y &&
    mark.x + mark.width <= map.x + map.width &&
    mark.y + mark.height <= map.y + map.height
  )
}

const wrong = (code: string) => (code === '55555' ? '44444' : '55555')

test(
  'a driver accepts a request and drives it: wrong codes, a lost link during the trip, cash, and a message after it [design/chat-13]',
  { timeout: 240_000 },
  async () => {
    await startDriving(driver, 'Driver One')
    await driver.picture('online')
    await expectAccessible(driver.page, 'drive, online')
    await expectNoSideScroll(driver.page, 'drive')
    await signIn(rider, trial('Rider One'))
    const id = await bookNow(rider, '18 de julio 1234', 'avenida uruguay 1700')
    await rider.page.getByRole('button', { name: 'Track your ride' }).click()

    const request = driver.page.getByRole('article', { name: /Request from/ })
    await request.waitFor({ timeout: 40_000 })
    // the share is an estimate [design/moves-68]
    await request.getByText('You get about').waitFor()
    // the map shows where the rider waits
    await driver.page.getByText(/^Pickup: .*18 de Julio/).waitFor()
    await driver.picture('request')
    await expectAccessible(driver.page, 'drive, with a request')
    await acceptRequest(driver)
    const code = await tripCodeOf(rider)
    expect(code).toMatch(/^\d{5}$/)
    await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
    await rider.page
      .getByText(/driver is here/)
      .first()
      .waitFor()
    await driver.picture('code-pad')
    await expectAccessible(driver.page, 'drive, code pad')

    // at most five wrong codes, then the rider renews the code [design/moves-20]
    driver.forgive(/status of 422.*\/start/)
    for (let attempt = 1; attempt <= 5; attempt++) {
      const answered = driver.page.waitForResponse((response) => response.url().endsWith('/start'))
      await enterCode(driver, wrong(code))
      expect((await answered).status()).toBe(422)
      // the message is beside the digits, with the tries that are left
      if (attempt < 5) await driver.page.getByText(new RegExp(`^Wrong code\\. ${5 - attempt} tr`)).waitFor()
    }
    await enterCode(driver, code)
    await driver.page.getByText('Too many wrong codes').first().waitFor()
    // the rider's page says so, without the digits
    await rider.page.getByText('Too many wrong codes. Get a new code').waitFor()
    expect(await rider.page.getByText(code).count()).toBe(0)
    await rider.page.getByRole('button', { name: /Get a new code/ }).click()
    const renewed = await tripCodeOf(rider)
    // a start that waits for the network keeps the digits
    driver.forgive(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection/)
    await networks[1]!.cut(true)
    await enterCode(driver, renewed)
    await driver.page.getByRole('button', { name: driver.label('drive_forget') }).waitFor()
    expect(await driver.page.getByRole('textbox', { name: driver.label('drive_code_title') }).inputValue()).toBe(
      renewed,
    )
    await networks[1]!.cut(false)
    await rider.page
      .getByText(/to your destination|On the route to your destination/)
      .first()
      .waitFor()

    // a lost live link during the trip: nothing is lost or doubled afterwards
    rider.forgive(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection/)
    await driveAlong(driver, route, 14, async (step) => {
      if (step === 5) await Promise.all(networks.map((network) => network.cut(true)))
      if (step === 9) await Promise.all(networks.map((network) => network.cut(false)))
      if (step === 4) {
        await rider.picture('on-trip')
        await driver.page.getByText(/^\d+ min · \d+(\.\d)? km$/).waitFor()
      }
      if (step === 7) {
        await rider.page
          .getByText(/You’re offline\. Information|Reconnecting/)
          .first()
          .waitFor()
        await rider.picture('offline')
        await driver.picture('offline')
      }
      if (step === 12) await driver.picture('driving')
    })
    await driver.page.getByRole('button', { name: 'Complete trip' }).click()
    await rider.page
      .getByText(/You’ve arrived/)
      .first()
      .waitFor({ timeout: 40_000 })
    // the car stays on the map, with its age beside it, until the ride is paid [design/tracking-10]
    await rider.page
      .getByText(/^Updated /)
      .first()
      .waitFor()
    await expect.poll(() => isCarOnMap(rider.page)).toBe(true)
    await driver.picture('collect')
    await expectAccessible(driver.page, 'drive, collect')
    await driver.page.getByRole('button', { name: 'Cash received' }).click()
    await rider.page.getByRole('heading', { name: /How was your ride/ }).waitFor({ timeout: 40_000 })
    await driver.picture('done')

    const booking = await rider.page.evaluate(async (booked) => {
      const answer = await fetch(`/api/bookings/${booked}`)
      return ((await answer.json()) as { booking: { status: string; distance: number; fare: { charged: string } } })
        .booking
    }, id)
    expect(booking.status).toBe('PAID')
    expect(booking.fare.charged).toBe('track')
    expect(booking.distance / route.km).toBeGreaterThan(0.9)
    expect(booking.distance / route.km).toBeLessThan(1.1)

    // the positions of the time without a link arrive afterwards, once and in order
    const track = await rider.page.evaluate(async (booked) => {
      const answer = await fetch(`/api/bookings/${booked}/track`)
      return ((await answer.json()) as { rows: { at: number }[] }).rows.map(({ at }) => at)
    }, id)
    expect(track).toEqual([...new Set(track)].toSorted((a, b) => a - b))
    expect(track.length).toBeGreaterThanOrEqual(12)

    await rider.page.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await rider.page.getByRole('button', { name: 'Send rating' }).click()
    await rider.page.getByText(/You rated this ride 4 stars/).waitFor()

    // something was left in the car: both still write [design/chat-13]
    rider.forgive(/404.*messages/)
    driver.forgive(/404.*messages/)
    await driver.page.getByRole('button', { name: 'Done' }).click()
    const ended = driver.page.getByRole('region', { name: 'Just ended' })
    await driver.page.getByText(/You’re online/).waitFor()
    await ended.waitFor()
    await driver.picture('just-ended')
    await expectAccessible(driver.page, 'drive, a trip that just ended')
    await expectNoSideScroll(driver.page, 'drive, a trip that just ended')
    await ended.getByRole('link', { name: /^Write to/ }).click()
    const chat = driver.page.getByRole('dialog')
    await chat.getByRole('textbox').fill('Your umbrella is in the car.')
    await chat.getByRole('button', { name: 'Send message' }).click()
    await chat
      .getByText('Sent', { exact: true })
      .or(chat.getByText('Delivered', { exact: true }))
      .first()
      .waitFor()
    await driver.picture('writes-after-the-end')
    await rider.page.getByRole('button', { name: /^Open the chat with/ }).click()
    await rider.page.getByRole('dialog').getByText('Your umbrella is in the car.').waitFor()
    await stopDriving(driver)
    expect(rider.complaints).toEqual([])
    expect(driver.complaints).toEqual([])
  },
)
