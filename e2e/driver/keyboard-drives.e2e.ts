import { setTimeout } from 'node:timers/promises'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { bookByCall, signInByCall } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { openSession, trial } from '../testing/steps.ts'
import { driveAlong, findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let driver: Actor
let route: Route

beforeAll(async () => {
  route = await findRoute(base, 'plaza independencia', 'palacio legislativo')
  driver = await open('keyboard-drives', { at: route.start })
})

/** At most this many Tab steps between the focus after a step and the next control. */
const near = 6

const lowerEdgeOf = async (button: Locator) => {
  const { y, height } = (await button.boundingBox())!
  return y + height
}

/** On a phone on its side all keys for the trip code are above the lower edge and the buttons [design/web-200]. */
const seeKeysOnItsSide = async (page: Page) => {
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 844, height: 390 })
  const zero = page.getByRole('button', { name: '0', exact: true })
  await expect.poll(() => lowerEdgeOf(zero)).toBeLessThan(390)
  const start = (await page.getByRole('button', { name: 'Start trip' }).boundingBox())!
  expect(start.y).toBeGreaterThan(await lowerEdgeOf(zero))
  await page.setViewportSize(size)
}

/** On a phone on its side, in a low window and at 400 % zoom the wheel brings the button into view [design/web-200]. */
const reachOnLowScreens = async (page: Page, button: Locator) => {
  const size = page.viewportSize()!
  for (const low of [
    { width: 844, height: 390 },
    { width: 640, height: 360 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(low)
    await page.mouse.move(low.width / 4, low.height - 20)
    await page.mouse.wheel(0, 5000)
    await expect
      .poll(() => lowerEdgeOf(button), { message: `${low.width} x ${low.height}` })
      .toBeLessThanOrEqual(low.height)
  }
  await page.setViewportSize(size)
}

test('without a mouse: online, a request, the whole trip, offline', async () => {
  const { page } = driver
  const { press, type, tabTo, isAt } = keysOf(page)
  const button = (name: string) => page.getByRole('button', { name })
  const onOff = page.getByRole('switch', { name: 'Receive requests' })
  const rider = await signInByCall(base, 'Rider Three')

  await openSession(driver, trial('Driver Four'))
  await page.goto('/drive')
  await tabTo(onOff)
  await press('Space')
  await page.getByText('You’re online').waitFor()
  await isAt(onOff)

  const id = await bookByCall(rider, route, /XL/i)
  const accept = button('Accept')
  await accept.waitFor({ timeout: 40_000 })
  // the request comes before the switch in the page
  await press('Shift+Tab')
  await isAt(accept)
  await press('Enter')

  // each step removes its button: the focus moves to the next one, never back to the top of the page
  await tabTo(button('I’ve arrived'), near)
  await driver.picture('arrive')
  await press('Enter')
  const code = page.getByRole('textbox', { name: /trip code/i })
  await isAt(code)
  await seeKeysOnItsSide(page)
  await reachOnLowScreens(page, button('Cancel trip'))
  const { booking } = await rider(bookingsApi.get, { params: { id } })
  await type(booking.otp ?? '')
  await driver.picture('code')
  await press('Enter')
  await button('Complete trip').waitFor()
  await driveAlong(driver, route, 4)
  await tabTo(button('Complete trip'), near)
  await press('Enter')
  await tabTo(button('Cash received'), near)
  // the closed trip does not open again when the new day is slow to arrive
  await page.route('**/api/drivers/me/day', async (request) => {
    await setTimeout(2500)
    await request.continue()
  })
  await press('Enter')
  await tabTo(button('Done'), near)
  await press('Enter')
  await isAt(onOff)
  await press('Space')
  await page.getByText('You’re offline').waitFor()
  await isAt(onOff)
  expect(driver.complaints).toEqual([])
})
