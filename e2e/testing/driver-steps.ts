import { dispatchRoutes } from '@remis/domain/dispatch/dispatch-routes'
import type { Actor } from './actors.ts'
import { asSignedIn } from './by-call.ts'
import { openSession, trial } from './steps.ts'
import { whole } from './words.ts'

/** Signs in and goes online on /drive, ready for requests. */
export const startDriving = async (driver: Actor, label: string): Promise<void> => {
  await openSession(driver, trial(label))
  await driveAgain(driver)
}

/** Goes online again. A new session would end that of the open page, which may notice it with an error. */
export const driveAgain = async (driver: Actor): Promise<void> => {
  await driver.page.goto('/drive')
  await turn(driver, 'drive_online')
}

/** Takes no more requests, without the page: for the end of a story. */
export const takeOffline = async (driver: Actor): Promise<void> => {
  const { method, path } = dispatchRoutes.goOnline
  const { status } = await asSignedIn(driver, method, path, { online: false })
  if (status !== 200) throw new Error(`${driver.name} is still online: ${status}`)
}

export const stopDriving = async (driver: Actor): Promise<void> => {
  await driver.page.goto('/drive')
  await turn(driver, 'drive_offline')
}

/** The switch follows the server's answer, so its later state counts. */
const turn = async ({ page, label }: Actor, until: 'drive_online' | 'drive_offline'): Promise<void> => {
  const done = page.getByText(whole(label(until)))
  const other = until === 'drive_online' ? 'drive_offline' : 'drive_online'
  await done.or(page.getByText(whole(label(other)))).waitFor()
  // By key: what loads below the switch may move it away from a pointer.
  if (!(await done.isVisible())) await page.getByRole('switch', { name: label('drive_switch') }).press('Space')
  await done.waitFor()
}

export const acceptRequest = async ({ page, label }: Actor): Promise<void> => {
  await page.getByRole('article', { name: label('drive_request') }).waitFor({ timeout: 40_000 })
  await page
    .getByRole('button', { name: label('drive_accept') })
    .first()
    .click()
}

export const enterCode = async ({ page, label }: Actor, code: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: label('drive_code_title') })
  await field.fill(code)
  // By key: parts of the panel that load later may move the button.
  await page.getByRole('button', { name: label('drive_start') }).press('Enter')
}

export const tripCodeOf = async ({ page, label }: Actor): Promise<string> => {
  const section = page.getByRole('region', { name: label('trip_code_title') })
  const digits = section.getByText(/^\d{5}$/)
  await digits.waitFor({ timeout: 40_000 })
  return (await digits.textContent()) ?? ''
}
