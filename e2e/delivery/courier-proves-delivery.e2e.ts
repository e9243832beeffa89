import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { parcelSteps, takePhoto, type ParcelSteps } from '../testing/delivery-steps.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { findRoute, type Route } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base, {}, { map: true })
let courier: Actor
let route: Route
let steps: ParcelSteps

beforeAll(async () => {
  const admin = await signInByCall(base, 'Admin One')
  const asSender = await signInByCall(base, 'Sender One')
  // nothing of the proof is required
  await admin(settingsApi.change, {
    body: {
      settings: {
        AllowDeliveryPickupImageCapture: false,
        AllowFinalDeliveryImageCapture: false,
        deliveryCodeNeeded: false,
      },
    },
  })
  route = await findRoute(base, '18 de julio 1234', 'avenida uruguay 1700')
  courier = await open('proving-courier', { viewport: phone, at: route.start })
  // a chat without a message
  courier.forgive(/404/)
  steps = parcelSteps({ courier, admin, asSender, route })
  await startDriving(courier, 'Courier One')
})
afterAll(() => takeOffline(courier))

test(
  'with the setting off a parcel is brought back with an optional photo, which the sender and the office see [design/delivery-22] [design/delivery-26]',
  { timeout: 240_000 },
  async () => {
    const { page } = courier
    const id = await steps.book()
    await steps.collect(id, { photo: false })
    // the hand-over has the optional photo too
    await courier.moveTo(route.end)
    await steps.complete()
    const handOver = page.getByRole('dialog', { name: 'Hand over the parcel' })
    await handOver.getByText('Photo (optional)').waitFor()
    expect(await handOver.getByRole('button', { name: 'Delivered' }).isEnabled()).toBe(true)
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
      const photo = reader.page.getByRole('link', { name: 'Photo at the door' }).locator('img')
      await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
      await reader.picture('photo')
      expect(reader.complaints).toEqual([])
    }
    expect(courier.complaints).toEqual([])
  },
)
