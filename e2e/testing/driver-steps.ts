import { dispatchRoutes } from '@remis/domain/dispatch/dispatch-routes'
import type { Actor } from './actors.ts'
import { asSignedIn } from './by-call.ts'
import { openSession, trial } from './steps.ts'

/** Goes online on /drive, ready for requests. */
export const startDriving = async (driver: Actor, label: string): Promise<void> => {
  await openSession(driver, trial(label))
  await driver.page.goto('/drive')
  await turn(driver, 'You’re online')
}

/** Takes no more requests, without the page: for the end of a story. */
export const takeOffline = async (driver: Actor): Promise<void> => {
  const { method, path } = dispatchRoutes.goOnline
  const { status } = await asSignedIn(driver, method, path, { online: false })
  if (status !== 200) throw new Error(`${driver.name} is still online: ${status}`)
}

export const stopDriving = async (driver: Actor): Promise<void> => {
  await driver.page.goto('/drive')
  await turn(driver, 'You’re offline')
}

/** The switch follows the server's answer, so its later state counts. */
const turn = async ({ page }: Actor, until: string): Promise<void> => {
  await page.getByText(/You’re (online|offline)/).waitFor()
  const done = page.getByText(until)
  // By key: what loads below the switch may move it away from a pointer.
  if (!(await done.isVisible())) await page.getByRole('switch', { name: 'Receive requests' }).press('Space')
  await done.waitFor()
}

export const acceptRequest = async ({ page }: Actor): Promise<void> => {
  await page.getByRole('article', { name: /Request from/ }).waitFor({ timeout: 40_000 })
  await page.getByRole('button', { name: 'Accept' }).first().click()
}

export const enterCode = async ({ page }: Actor, code: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: /trip code/i })
  await field.fill(code)
  // By key: parts of the panel that load later may move the button.
  await page.getByRole('button', { name: 'Start trip' }).press('Enter')
}

export const tripCodeOf = async ({ page }: Actor): Promise<string> => {
  const section = page.getByRole('region', { name: 'Your trip code' })
  await section.waitFor({ timeout: 40_000 })
  return /\d{5}/.exec((await section.textContent()) ?? '')?.[0] ?? ''
}
