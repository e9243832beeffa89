import { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { CallFunction } from '@remis/domain/kit/call'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openActor, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { openBrowser } from '../testing/chromium.ts'
import { parcelSteps, takePhoto, type ParcelSteps } from '../testing/delivery-steps.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { openNetwork, type Network } from '../testing/network.ts'
import { findRoute, type Route } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const photos = { AllowDeliveryPickupImageCapture: true, AllowFinalDeliveryImageCapture: true }
let browser: Browser
let courier: Actor
let sender: Actor
let admin: CallFunction
let asSender: CallFunction
let route: Route
let network: Network
let steps: ParcelSteps

const set = (settings: object) => admin(settingsApi.change, { body: { settings } })

beforeAll(async () => {
  browser = await openBrowser({ map: true })
  admin = await signInByCall(base, 'Admin One')
  asSender = await signInByCall(base, 'Sender One')
  await set(photos)
  route = await findRoute(base, '18 de julio 1234', 'avenida uruguay 1700')
  courier = await openActor(browser, 'courier', { base, viewport: phone, at: route.start })
  sender = await openActor(browser, 'sender', { base })
  network = await openNetwork(courier.page)
  steps = parcelSteps({ courier, admin, asSender, route })
})
afterAll(async () => {
  await set({ AllowDeliveryPickupImageCapture: false, AllowFinalDeliveryImageCapture: false })
  await takeOffline(courier)
})

/** Signs and returns whether the pad has ink: the pad moves when the photo above it is drawn. */
const sign = async (): Promise<boolean> => {
  const { page } = courier
  const pad = page.getByRole('dialog', { name: 'Hand over the parcel' }).locator('canvas')
  const box = await pad.boundingBox()
  if (box === null) return false
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 90, { steps: 5 })
  await page.mouse.up()
  return pad.evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement
    const drawn = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
    return drawn?.some((value) => value > 0) ?? false
  })
}

test(
  'a courier photographs a parcel at both doors, also offline, and records who took it [delivery-11] [design/delivery-23] [design/delivery-25] [design/delivery-26] [design/delivery-43]',
  { timeout: 240_000 },
  async () => {
    const { page } = courier
    await startDriving(courier, 'Courier One')
    const id = await steps.book()
    const offer = page.getByRole('article', { name: courier.label('drive_request') })
    for (const text of ['Small box', 'Fragile']) await offer.getByText(text, { exact: true }).waitFor()
    await courier.picture('offer')
    await expectNoSideScroll(page, 'drive, offer of a delivery')
    await steps.collect(id, { photo: true })
    await courier.moveTo(route.end)
    await page.getByText('Small box').waitFor()
    await page.getByText('Ring twice').waitFor()
    expect(await page.getByRole('link', { name: 'Call Person One' }).getAttribute('href')).toBe('tel:29001234')
    // the map shows the motorbike in its shape [design/dashboard-10]
    await page.locator('[data-shape="bike"]').waitFor()
    await courier.picture('at-the-door')
    await expectNoSideScroll(page, 'drive, with a parcel')

    await steps.complete()
    const dialog = page.getByRole('dialog', { name: 'Hand over the parcel' })
    await dialog.waitFor()
    // offline at the door: the photo waits, and so does the end of the trip
    courier.forgive(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection/)
    await network.cut(true)
    // a phone opens its camera
    expect(await page.locator('[data-photo=deliver_image]').getAttribute('capture')).toBe('environment')
    await takePhoto(courier, 'deliver_image')
    await dialog.getByText('The photo is sent when you’re back online').waitFor()
    await dialog.getByRole('textbox', { name: 'Who took it?' }).fill('Neighbour One')
    await expect.poll(sign, { timeout: 20_000 }).toBe(true)
    await courier.picture('hand-over')
    await expectAccessible(page, 'drive, handing over')
    await dialog.getByRole('button', { name: 'Delivered' }).click()
    await page.getByText(/“Complete trip” will be sent/).waitFor()
    await network.cut(false)
    await page.getByRole('button', { name: 'Cash received' }).waitFor()
    await steps.end()

    await openSession(sender, trial('Sender One'))
    await sender.page.goto(`/trips/${id}`)
    const proof = sender.page.getByRole('region', { name: 'Proof of delivery' })
    await proof.getByText('Neighbour One').waitFor()
    for (const name of ['Pickup photo', 'Delivery photo', 'Signature'])
      await expect
        .poll(() =>
          proof
            .getByRole('link', { name })
            .locator('img')
            .evaluate((image) => (image as HTMLImageElement).naturalWidth),
        )
        .toBeGreaterThan(0)
    await sender.picture('proof')
    await expectAccessible(sender.page, 'trip with its proof')
  },
)

test(
  'an undelivered parcel is returned, and the sender reads why and what it costs; where calls are off the courier has no number [design/chat-12] [design/delivery-30] [design/delivery-35]',
  { timeout: 240_000 },
  async () => {
    const { page } = courier
    await set({ AllowCalls: false })
    const id = await steps.book()
    await steps.collect(id, { photo: true })
    await page
      .getByText('Calls are switched off. If you need the recipient, write to the sender in the chat.')
      .waitFor()
    expect(await page.getByRole('link', { name: 'Call Person One' }).count()).toBe(0)
    await courier.picture('no-calls')
    await set({ AllowCalls: true })
    const dialog = page.getByRole('dialog', { name: 'Why couldn’t you deliver?' })
    // not at the destination yet: the sender would pay nothing
    await page.getByRole('button', { name: 'Couldn’t deliver' }).click()
    await dialog.getByText(/from the destination\. Unless an earlier position shows you there/).waitFor()
    await courier.picture('not-there-yet')
    await dialog.getByRole('button', { name: 'Keep driving' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await steps.comeTo(id, route.end)
    await page.getByRole('button', { name: 'Couldn’t deliver' }).click()
    await dialog.getByText(/pays the price of the return, if there is one/).waitFor()
    await dialog.getByRole('radio', { name: 'No one was there' }).check()
    const back = dialog.getByRole('button', { name: 'Bring it back' })
    expect(await back.isDisabled()).toBe(true)
    await takePhoto(courier, 'return_image')
    await dialog.getByText('Photo saved').waitFor()
    await courier.picture('could-not-deliver')
    await expectAccessible(page, 'drive, a parcel that comes back')
    await back.click()
    await page.getByRole('heading', { name: 'Bring the parcel back' }).waitFor()
    await courier.moveTo(route.start)
    await steps.complete()
    await steps.end()

    await sender.page.goto(`/trips/${id}`)
    const record = sender.page.getByRole('region', { name: 'Return of the parcel' })
    await record.getByText('Could not be delivered: No one was there').waitFor()
    await record.getByText('Price of the return').waitFor()
    await record.getByText('Taken from the wallet when the courier turned back.').waitFor()
    await sender.page.getByRole('heading', { name: 'The parcel is back' }).waitFor()
    await sender.picture('came-back')
  },
)
