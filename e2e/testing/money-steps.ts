import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { expect } from 'vitest'
import type { Actor } from './actors.ts'
import { asSignedIn, clientOf } from './by-call.ts'
import { acceptRequest, enterCode, tripCodeOf } from './driver-steps.ts'
import { bookedId, chooseCar, choosePlace } from './steps.ts'
import { driveAlong, type Route } from './route.ts'

let made = 0

/** Registers a new rider: an empty wallet and no used promo. */
export const newRider = async (base: string): Promise<{ email: string; password: string; mobile: string }> => {
  const stamp = `${String(Date.now()).slice(-7)}${made++}`
  const account = { email: `rider.${stamp}@remis.example`, password: 'remis2go' }
  const mobile = `+5989${stamp}`
  const regData = { ...account, firstName: 'Rider', lastName: 'New', mobile, usertype: 'rider' }
  await clientOf(base)(accountsApi.signUp, { body: { regData } })
  return { ...account, mobile }
}

/** Settings belong to the whole city: a story that changes one restores it. */
export const changeSettings = async (admin: Actor, settings: Record<string, unknown>): Promise<void> => {
  const { status } = await asSignedIn(admin, 'PATCH', '/api/settings', { settings })
  expect(status).toBe(200)
}

export interface BookingOfStory {
  readonly successor?: string | null
  readonly id: string
  readonly status: string
  readonly trip_cost: number
  readonly customer_paid: number
  readonly discount_amount: number
  readonly payment_mode: string
  readonly gateway: string | null
  readonly bookLater: boolean
  readonly tripdate: number
  readonly cancelledBy: string | null
  readonly reason: string | null
}

export const bookingOf = async (actor: Actor, id: string): Promise<BookingOfStory> =>
  (await asSignedIn<{ booking: BookingOfStory }>(actor, 'GET', `/api/bookings/${id}`)).body.booking

export const balanceOf = async (actor: Actor): Promise<number> =>
  (await asSignedIn<{ wallet: { balance: number } }>(actor, 'GET', '/api/wallet')).body.wallet.balance

/** Fills the booking form and presses Book; ends with the estimate on the screen. */
export const askPrice = async (rider: Actor, pickup: string, drop: string, car = /economy/i): Promise<void> => {
  await choosePlace(rider, 'Pickup', pickup)
  await choosePlace(rider, 'Destination', drop)
  await chooseCar(rider, car)
  await rider.page.getByRole('button', { name: /^Book (Now|Later)$/ }).click()
  await rider.page.getByRole('button', { name: 'Confirm' }).waitFor()
}

/** Popups close after a while; a story that looks at what is below them does not wait. */
export const closeMessages = async ({ page }: Actor): Promise<void> => {
  const close = page.locator('.mantine-Notification-root').getByRole('button', { name: 'Close', exact: true })
  for (let left = await close.count(); left > 0; left = await close.count()) {
    await close.first().click()
    await expect.poll(() => close.count()).toBeLessThan(left)
  }
}

/** In the estimate: by its words, as a thumb would. */
export const payWith = async ({ page }: Actor, way: 'Wallet' | 'Card'): Promise<void> => {
  await page.getByRole('group', { name: 'Payment' }).locator('label', { hasText: way }).first().click()
  await page.getByRole('radio', { name: new RegExp(way), checked: true }).waitFor({ state: 'attached' })
}

/** Confirms the estimate; returns the booking's id. */
export const confirmBooking = async (actor: Actor): Promise<string> => {
  await actor.page.getByRole('button', { name: 'Confirm' }).click()
  return bookedId(actor)
}

/** On the test gateway's own page: presses one of its buttons and waits for our status page. */
export const atGateway = async ({ page }: Actor, button: 'Approve' | 'Decline'): Promise<void> => {
  await page.getByRole('heading', { name: 'Test gateway' }).waitFor()
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL('**/pay/status/*')
}

/** From the request to the drop, quickly; what follows depends on how the ride is paid. */
export const driveTrip = async (driver: Actor, rider: Actor, route: Route): Promise<void> => {
  // in a retry of the story the driver still stands where the first try ended
  await driver.moveTo(route.start)
  await acceptRequest(driver)
  const code = await tripCodeOf(rider)
  await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
  await driver.page.getByRole('button', { name: 'Start trip' }).waitFor()
  await enterCode(driver, code)
  await driver.page.getByRole('button', { name: 'Complete trip' }).waitFor()
  await driveAlong(driver, route, 4)
  await driver.page.getByRole('button', { name: 'Complete trip' }).click()
}
