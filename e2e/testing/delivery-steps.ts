import type { Actor } from './actors.ts'
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
  await page.getByRole('dialog', { name: label('estimate_title') }).waitFor()
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
