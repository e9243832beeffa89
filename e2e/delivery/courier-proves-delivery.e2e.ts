import type { Locator } from 'playwright-core'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import type { CallFunction } from '@remis/domain/kit/call'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { asSignedIn, signInByCall } from '../testing/by-call.ts'
import { parcelSteps, takePhoto, type ParcelSteps } from '../testing/delivery-steps.ts'
import { acceptRequest, enterCode, startDriving, takeOffline } from '../testing/driver-steps.ts'
import { findRoute, type Route } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base, {}, { map: true })
let admin: CallFunction
let courier: Actor
let asSender: CallFunction
let route: Route
let steps: ParcelSteps

const set = (settings: Readonly<Record<string, boolean>>) => admin(settingsApi.change, { body: { settings } })

beforeAll(async () => {
  admin = await signInByCall(base, 'Admin One')
  asSender = await signInByCall(base, 'Sender One')
  // nothing of the proof is required
  await set({
    AllowDeliveryPickupImageCapture: false,
    AllowFinalDeliveryImageCapture: false,
    deliveryCodeNeeded: false,
  })
  route = await findRoute(base, '18 de julio 1234', 'avenida uruguay 1700')
  courier = await open('proving-courier', { viewport: phone, at: route.start })
  // refusals of wrong codes, and a chat without a message
  courier.forgive(/422|404/)
  steps = parcelSteps({ courier, admin, asSender, route })
  await startDriving(courier, 'Courier One')
})
afterAll(() => takeOffline(courier))

const codeOf = async (id: string) =>
  (await asSender(bookingsApi.get, { params: { id } })).booking.deliveryCode ?? 'none'

/** The recipient's name, which is not filled in, as who took the parcel [design/delivery-25]. */
const takenByRecipient = (handOver: Locator) => handOver.getByRole('button', { name: /^Recipient:/ }).click()

test(
  'the receiver’s code is optional: a wrong one is refused with a message, the fifth locks it, and the sender’s new code ends the delivery [design/delivery-27] [design/delivery-40]',
  { timeout: 240_000 },
  async () => {
    const { page } = courier
    const id = await steps.book()
    await steps.collect(id, { photo: false })
    await courier.moveTo(route.end)
    const old = await codeOf(id)
    const wrong = old === '1234' ? '4321' : '1234'
    const dialog = page.getByRole('dialog', { name: 'Hand over the parcel' })
    const handOver = async (code: string) => {
      await dialog.getByRole('textbox', { name: 'Recipient’s code (optional)' }).fill(code)
      await dialog.getByRole('button', { name: 'Delivered' }).click()
    }
    await steps.complete()
    await takenByRecipient(dialog)
    const pad = dialog.locator('canvas')
    // a tap is no signature
    await pad.click()
    await handOver(wrong)
    await dialog.getByText('Wrong code. 4 tries left.').waitFor()
    expect(await pad.count()).toBe(1)
    await pad.hover()
    await page.mouse.down()
    await page.mouse.move(200, 400, { steps: 4 })
    await page.mouse.up()
    await handOver(wrong)
    // the dialog stays, with what was entered and drawn
    await dialog.getByText('Wrong code. 3 tries left.').waitFor()
    await dialog.getByRole('img', { name: 'Signature' }).waitFor()
    expect(await pad.count()).toBe(0)
    await courier.picture('wrong-code')
    const { method, path } = bookingsCalls.reach
    for (let tries = 3; tries <= 4; tries++)
      expect((await asSignedIn(courier, method, path.replace(':id', id), { code: wrong })).status).toBe(422)
    // open before the lock, which is no move of the booking
    const sender = await open('sender-renews')
    sender.forgive(/404/)
    await openSession(sender, trial('Sender One'))
    await sender.page.goto(`/trips/${id}`)
    const section = sender.page.getByRole('region', { name: 'Recipient’s code' })
    await section.getByText(old).waitFor()
    const office = await open('office-sees-lock')
    office.forgive(/404/)
    await openSession(office, trial('Admin One'))
    await office.page.goto(`/bookings/${id}`)
    const timeline = office.page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Wrong recipient’s code · try 4').waitFor()
    // the fifth wrong one says at once that the code is locked
    await handOver(wrong)
    await dialog.getByText('Too many wrong codes. Ask the sender or the office for a new one.').waitFor()
    await courier.picture('locked-code')
    await office.page.getByRole('button', { name: 'Get a new recipient’s code' }).waitFor()
    await timeline.getByText('Wrong recipient’s code · try 5').waitFor({ timeout: 20_000 })
    await office.picture('locked-code')
    await section.getByText('Too many wrong codes. Get a new one for the recipient.').waitFor()
    await sender.picture('locked-code')
    await section.getByRole('button', { name: 'Get a new recipient’s code' }).click()
    await section.getByText('Too many wrong codes').waitFor({ state: 'hidden' })
    const renewed = await codeOf(id)
    expect(renewed).not.toBe(old)
    await section.getByText(renewed).waitFor()
    await expectAccessible(sender.page, 'trip with a new code for the receiver')

    await handOver(renewed)
    await page.getByRole('button', { name: 'Cash received' }).waitFor()
    const proof = sender.page.getByRole('region', { name: 'Proof of delivery' })
    await proof.getByText('Confirmed with the recipient’s code').waitFor()
    await proof.getByRole('link', { name: 'Signature' }).waitFor()
    await steps.end()
    expect([...courier.complaints, ...sender.complaints, ...office.complaints]).toEqual([])
  },
)

test(
  'with the setting off a parcel is brought back with an optional photo, which the sender and the office see [design/delivery-22] [design/delivery-26]',
  { timeout: 240_000 },
  async () => {
    const { page } = courier
    const id = await steps.book()
    await steps.collect(id, { photo: false })
    await courier.moveTo(route.end)
    // until the settings are loaded, a press does not end the delivery without its proof
    let load = (): void => undefined
    const loading = new Promise<void>((done) => {
      load = done
    })
    await page.route('**/api/settings/public', async (call) => {
      await loading
      await call.continue()
    })
    await page.reload()
    const end = page.getByRole('button', { name: 'Complete trip' })
    await end.waitFor()
    expect(await end.isDisabled()).toBe(true)
    load()
    await expect.poll(() => end.isEnabled()).toBe(true)
    await page.unroute('**/api/settings/public')
    // the hand-over has the optional photo too
    await steps.complete()
    const handOver = page.getByRole('dialog', { name: 'Hand over the parcel' })
    await handOver.getByText('Photo (optional)').waitFor()
    const delivered = handOver.getByRole('button', { name: 'Delivered' })
    expect(await delivered.isDisabled()).toBe(true)
    await takenByRecipient(handOver)
    expect(await delivered.isEnabled()).toBe(true)
    await courier.picture('hand-over')
    await expectAccessible(page, 'drive, handing over with an optional photo')
    await page.keyboard.press('Escape')
    await handOver.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Couldn’t deliver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why couldn’t you deliver?' })
    await dialog.getByText('Photo (optional)').waitFor()
    await dialog.getByRole('radio', { name: 'No one was there' }).check()
    const back = dialog.getByRole('button', { name: 'Bring it back' })
    expect(await back.isEnabled()).toBe(true)
    await takePhoto(courier, 'return_image')
    await dialog.getByRole('button', { name: 'Remove photo' }).click()
    await dialog.getByRole('button', { name: 'Take photo' }).waitFor()
    await takePhoto(courier, 'return_image')
    await dialog.getByText('Photo saved').waitFor()
    await courier.picture('could-not-deliver')
    await expectAccessible(page, 'drive, bringing back with an optional photo')
    await expectNoSideScroll(page, 'drive, bringing back with an optional photo')
    await back.click()
    await page.getByRole('heading', { name: 'Bring the parcel back' }).waitFor()
    await courier.moveTo(route.start)
    await steps.complete()
    await steps.end()

    for (const [name, label, address] of [
      ['sender-sees-photo', 'Sender One', `/trips/${id}`],
      ['office-sees-photo', 'Admin One', `/bookings/${id}`],
    ] as const) {
      const reader = await open(name)
      reader.forgive(/404/)
      await openSession(reader, trial(label))
      await reader.page.goto(address)
      await reader.page.getByRole('heading', { name: 'Return of the parcel' }).waitFor()
      const photo = reader.page.getByRole('link', { name: 'Photo at the door' }).locator('img')
      await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
      await reader.picture('photo')
      expect(reader.complaints).toEqual([])
    }
    expect(courier.complaints).toEqual([])
  },
)

test(
  'the courier no longer needs a photo once the office has switched it off, also after a refusal [design/delivery-22]',
  { timeout: 240_000 },
  async () => {
    const { page } = courier
    const id = await steps.book()
    await acceptRequest(courier)
    // a page with settings from before the change
    const old = await (await page.request.get('/api/settings/public')).json()
    await page.route('**/api/settings/public', (call) => call.fulfill({ json: old }))
    await set({ AllowDeliveryPickupImageCapture: true })
    await page.getByRole('button', { name: 'I’ve arrived' }).click()
    const otp = (await asSender(bookingsApi.get, { params: { id } })).booking.otp ?? ''
    await enterCode(courier, otp)
    await page.getByText('Take a photo of the parcel before you start.').waitFor()
    await page.unroute('**/api/settings/public')
    await set({ AllowFinalDeliveryImageCapture: true })
    const start = page.getByRole('button', { name: 'Start trip' })
    await page.getByRole('button', { name: 'Take photo' }).waitFor()
    expect(await start.isDisabled()).toBe(true)
    await courier.picture('photo-at-pickup')

    await set({ AllowDeliveryPickupImageCapture: false })
    await page.getByRole('button', { name: 'Take photo' }).waitFor({ state: 'hidden' })
    await enterCode(courier, otp)
    await page.getByRole('heading', { name: 'Go to destination' }).waitFor()

    await courier.moveTo(route.end)
    await steps.complete()
    const dialog = page.getByRole('dialog', { name: 'Hand over the parcel' })
    const delivered = dialog.getByRole('button', { name: 'Delivered' })
    await dialog.getByText('Delivery photo').waitFor()
    await takenByRecipient(dialog)
    expect(await delivered.isDisabled()).toBe(true)
    await set({ AllowFinalDeliveryImageCapture: false })
    await dialog.getByText('Photo (optional)').waitFor()
    await delivered.click()
    await steps.end()
    expect(courier.complaints).toEqual([])
  },
)
