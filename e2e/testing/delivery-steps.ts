import type { Actor } from './actors.ts'
import { chooseCar, choosePlace } from './steps.ts'

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
  const { page } = actor
  await choosePlace(actor, 'Pickup', '18 de julio 1234')
  await choosePlace(actor, 'Destination', 'terminal tres cruces')
  await chooseCar(actor, car)
  await page.getByRole('button', { name: /^Book (Now|Later)$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'What are you sending?' })
  await dialog.getByRole('radio', { name: type }).check()
  await dialog.getByRole('radio', { name: option }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog', { name: 'Confirm your delivery' }).waitFor()
}

/** The delivery details of the estimate. */
export const fillReceiver = async ({ page }: Actor, name = 'Receiver One'): Promise<void> => {
  await page.getByRole('textbox', { name: 'Recipient’s name' }).fill(name)
  await page.getByRole('textbox', { name: 'Recipient’s phone' }).fill('099 123 456')
}
