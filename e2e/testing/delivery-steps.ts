import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { carTypesApi } from '@remis/domain/fare/car-types-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { expect, vi } from 'vitest'
import type { Actor } from './actors.ts'
import { acceptRequest, enterCode } from './driver-steps.ts'
import type { Route } from './route.ts'
import { chooseCar, choosePlace } from './steps.ts'
import { whole } from './words.ts'

interface ParcelOfStory {
  readonly car?: RegExp
  /** radios of the parcel and option modal */
  readonly type?: RegExp
  readonly option?: RegExp
}

/** Fills the booking form and chooses parcel type and option; ends with the estimate on the screen. */
export const askDeliveryPrice = async (
  actor: Actor,
  { car = /motorbike/i, type = /Small box/, option = /Fragile/ }: ParcelOfStory = {},
): Promise<void> => {
  const { page, label } = actor
  await choosePlace(actor, 'Pickup', '18 de julio 1234')
  await choosePlace(actor, 'Destination', 'terminal tres cruces')
  await chooseCar(actor, car)
  await page
    .getByRole('button', { name: whole(label('book_now')) })
    .or(page.getByRole('button', { name: whole(label('book_later')) }))
    .click()
  const dialog = page.getByRole('dialog', { name: label('parcel_title') })
  await dialog.getByRole('radio', { name: type }).check()
  await dialog.getByRole('radio', { name: option }).check()
  await dialog.getByRole('button', { name: label('parcel_continue') }).click()
  await page
    .getByRole('dialog', { name: label('estimate_title') })
    .or(page.getByRole('dialog', { name: label('confirm_booking') }))
    .waitFor()
}

/** The delivery details of the estimate. */
export const fillReceiver = async ({ page, label }: Actor, name = 'Receiver One'): Promise<void> => {
  await page.getByRole('textbox', { name: label('delivery_person') }).fill(name)
  await page.getByRole('textbox', { name: label('delivery_phone') }).fill('099 123 456')
}

/** A picture as a camera makes it. */
const shot = async ({ page }: Actor): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 480
      const context = canvas.getContext('2d')
      if (context !== null) {
        context.fillStyle = '#b5793a'
        context.fillRect(0, 0, 640, 480)
      }
      const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg'))
      return [...new Uint8Array((await made?.arrayBuffer()) ?? new ArrayBuffer(0))]
    }),
  )

/** Takes the photo that the courier's page asks for. */
export const takePhoto = async (
  courier: Actor,
  name: 'pickup_image' | 'deliver_image' | 'return_image',
): Promise<void> =>
  courier.page
    .locator(`input[data-photo=${name}]`)
    .setInputFiles({ name: 'parcel.jpg', mimeType: 'image/jpeg', buffer: await shot(courier) })

interface Story {
  readonly courier: Actor
  readonly admin: CallFunction
  readonly asSender: CallFunction
  readonly route: Route
}

/** A courier with a phone carries parcels that the office books. */
export const parcelSteps = ({ courier, admin, asSender, route }: Story) => {
  const { page } = courier
  return {
    /** The office books a small box for the sender, paid in cash. */
    book: async (): Promise<string> => {
      const { rows } = await admin(carTypesApi.list, {})
      const carType = rows.find(({ name }) => name === 'Motorbike')?.id ?? ''
      const { uid } = (await asSender(accountsApi.current, {})).user
      const parcel = { parcelTypeIndex: 1, optionIndex: 1 }
      const [pickup, drop] = [
        { ...route.start, add: route.from },
        { ...route.end, add: route.to },
      ]
      const { quote } = await admin(quotesApi.create, {
        body: { pickup, drop, carType, rider: uid, instructionData: parcel },
      })
      const end = ({ lat, lng, add }: typeof pickup) => ({ coords: { lat, lng }, description: add })
      // The courier is near once the server has the phone's first position, a moment after it is online.
      const create = () =>
        admin(bookingsApi.create, {
          body: {
            quote: quote.id,
            pickup: end(quote.pickup),
            drop: end(quote.drop),
            carDetails: { id: carType },
            paymentPacket: { payment_mode: 'cash' },
            bookLater: false,
            userDetails: { uid },
            booking_type_admin: true,
            instructionData: {
              ...parcel,
              deliveryPerson: 'Person One',
              deliveryPersonPhone: '2900 1234',
              deliveryInstructions: 'Ring twice',
            },
          },
        })
      const { booking } = await vi.waitFor(create, { timeout: 20_000, interval: 2000 })
      return booking.id
    },

    /** At the pickup, with the code of the sender, and with the photo where the settings require one. */
    collect: async (id: string, { photo }: { readonly photo: boolean }): Promise<void> => {
      await acceptRequest(courier)
      await page.getByRole('button', { name: 'I’ve arrived' }).click()
      if (photo) {
        await page.getByRole('button', { name: 'Take photo' }).waitFor()
        await takePhoto(courier, 'pickup_image')
        await page.getByText('Photo saved').waitFor()
      }
      await enterCode(courier, (await asSender(bookingsApi.get, { params: { id } })).booking.otp ?? '')
      await page.getByRole('heading', { name: 'Go to destination' }).waitFor()
    },

    /**
     * Until the server believes that the courier is there: a drive faster than 200 km/h is believed after a while only.
     * The device moves a little each time, since the page skips a reading right after another one.
     */
    comeTo: async (id: string, place: LatLng): Promise<void> => {
      let metres = 0
      await expect
        .poll(
          async () => {
            metres = (metres + 3) % 12
            await courier.moveTo({ lat: place.lat + metres / 111_195, lng: place.lng })
            const { position } = await asSender(trackingApi.last, { params: { id } })
            return position === null ? Number.POSITIVE_INFINITY : kmBetween(position, place)
          },
          { timeout: 90_000, interval: 1700 },
        )
        .toBeLessThan(0.3)
    },

    /** Ends the trip, also where the page asks because the position is far from the drop. */
    complete: async (): Promise<void> => {
      await page.getByRole('button', { name: 'Complete trip' }).click()
      const far = page.getByRole('button', { name: 'Complete here' })
      const asked = page.getByRole('dialog', { name: 'Hand over the parcel' })
      const collects = page.getByRole('button', { name: 'Cash received' })
      await far.or(asked).or(collects).first().waitFor()
      if (await far.isVisible()) await far.click()
    },

    /** Collects the cash and is back at the start, free. */
    end: async (): Promise<void> => {
      await page.getByRole('button', { name: 'Cash received' }).click()
      await page.getByRole('heading', { name: 'Trip complete' }).waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await courier.moveTo(route.start)
    },
  }
}
export type ParcelSteps = ReturnType<typeof parcelSteps>
