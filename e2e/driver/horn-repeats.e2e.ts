import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall } from '../testing/by-call.ts'
import { driveAgain, startDriving, stopDriving } from '../testing/driver-steps.ts'
import { whole } from '../testing/words.ts'
import { findRoute, type Route } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let route: Route
let driver: Actor
let riders: CallFunction[]
let admin: CallFunction

beforeAll(async () => {
  route = await findRoute(base, 'palacio salvo', 'terminal tres cruces')
  driver = await open('driver-of-horn', { viewport: phone, at: route.start })
  // each tone of the horn is an oscillator: the test counts what a speaker would play
  await driver.page.addInitScript(`
    window.tones = 0
    const create = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this) }
    // the steps of a test count as presses for the browser; only those on the page do here
    let pressed = false
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, () => (pressed = true), { capture: true })
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: pressed, isActive: pressed }) })
  `)
  // offers of the same rider pause for a driver after a cancel [design/dispatch-41]
  riders = await Promise.all(
    ['Rider Two', 'Rider Four', 'Rider Three', 'Rider Six', 'Rider One'].map((label) => signInByCall(base, label)),
  )
  admin = await signInByCall(base, 'Admin One')
})

/** A horn has two tones. */
const hornOfRequest = async (
  rider: CallFunction,
  until: (tones: () => Promise<number>) => Promise<void>,
): Promise<void> => {
  const { page } = driver
  const id = await bookByCall(rider, route, /economy/i)
  await page.getByRole('article', { name: /Request from/ }).waitFor({ timeout: 40_000 })
  await until(() => page.evaluate('window.tones'))
  await cancelByCall(rider, id)
  await expect.poll(() => page.getByRole('article', { name: /Request from/ }).count()).toBe(0)
}

/** A reloaded page reads the settings; the press of its switch allows sound. */
const goOnlineAnew = async (CarHornRepeat: boolean): Promise<void> => {
  await admin(settingsApi.change, { body: { settings: { CarHornRepeat } } })
  await stopDriving(driver)
  await driver.page.getByRole('switch', { name: 'Receive requests' }).press('Space')
  await driver.page.getByText('You’re online').waitFor()
}

test('the horn sounds once for a request, and repeatedly with CarHornRepeat [settings-1]', async () => {
  await startDriving(driver, 'Driver Two')
  try {
    await goOnlineAnew(false)
    await hornOfRequest(riders[0]!, async (tones) => {
      await driver.page.waitForTimeout(5500)
      expect(await tones()).toBe(2)
    })
    await goOnlineAnew(true)
    await hornOfRequest(riders[1]!, (tones) => expect.poll(tones, { timeout: 12_000 }).toBeGreaterThanOrEqual(6))
  } finally {
    await admin(settingsApi.change, { body: { settings: { CarHornRepeat: true } } })
  }
  await stopDriving(driver)
  expect(driver.complaints).toEqual([])
})

test('on another page positions are sent, and a request sounds the horn [design/web-222]', async () => {
  const { page, label } = driver
  await driveAgain(driver)
  const calls = await signInByCall(base, 'Driver Two')
  const lastSeq = async () => (await calls(dispatchApi.day, {})).lastFixSeq
  await page.getByRole('button', { name: label('open_menu') }).click()
  await page.getByRole('link', { name: label('wallet') }).click()
  await page.waitForURL('**/wallet')
  const before = await lastSeq()
  await driver.moveTo({ lat: route.start.lat + 0.0002, lng: route.start.lng })
  await expect.poll(lastSeq, { timeout: 10_000 }).toBeGreaterThan(before)
  const heard: number = await page.evaluate('window.tones')
  const id = await bookByCall(riders[4]!, route, /economy/i)
  await expect.poll(() => page.evaluate('window.tones'), { timeout: 40_000 }).toBeGreaterThan(heard)
  await page.getByRole('button', { name: whole(label('notice_open')) }).click()
  await page.getByRole('article', { name: /Request from/ }).waitFor()
  await cancelByCall(riders[4]!, id)
  await stopDriving(driver)
  expect(driver.complaints).toEqual([])
})

test('after a reload a line says that the sound is off until the first press [design/web-155]', async () => {
  const { page, label } = driver
  await driveAgain(driver)
  await admin(settingsApi.change, { body: { settings: { CarHornRepeat: false } } })
  try {
    await page.reload()
    const silent = page.getByText(label('drive_silent'))
    await silent.waitFor()
    await hornOfRequest(riders[2]!, async (tones) => {
      await page.waitForTimeout(1500)
      expect(await tones()).toBe(0)
    })
    await page.getByRole('heading', { name: label('earn_title') }).click()
    await silent.waitFor({ state: 'detached' })
    await hornOfRequest(riders[3]!, (tones) => expect.poll(tones).toBe(2))
  } finally {
    await admin(settingsApi.change, { body: { settings: { CarHornRepeat: true } } })
  }
  await stopDriving(driver)
  expect(driver.complaints).toEqual([])
})
