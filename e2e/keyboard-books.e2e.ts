import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openActor, type Actor } from './actors.ts'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { signInByCall, standReady } from './by-call.ts'
import { launchChromium } from './chromium.ts'
import { trial } from './steps.ts'
import { findWay } from './way.ts'

const base = inject('quietCity')
let browser: Browser
let rider: Actor

beforeAll(async () => {
  browser = await launchChromium()
  rider = await openActor(browser, 'keyboard', { base })
})
afterAll(() => browser?.close())

const press = (key: string) => rider.page.keyboard.press(key)

/** Walks on with Tab as somebody without a mouse does, and sees where the focus is. */
const tabTo = async (goal: Locator): Promise<void> => {
  await goal.waitFor()
  for (let step = 0; step < 60; step++) {
    if (await goal.evaluate((element) => element === document.activeElement)) {
      expect(await goal.evaluate((element) => element.matches(':focus-visible')), 'the focus is seen').toBe(true)
      return
    }
    await press('Tab')
  }
  throw new Error(`no way to ${goal.toString()} by Tab`)
}

const isFocused = (goal: Locator) =>
  expect.poll(() => goal.evaluate((element) => element === document.activeElement)).toBe(true)

const choosePlaceByKeys = async (name: string, words: string): Promise<void> => {
  const { page } = rider
  const field = page.getByRole('combobox', { name, exact: true })
  await tabTo(field)
  await page.keyboard.type(words, { delay: 15 })
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect.poll(() => first.textContent(), { timeout: 5000 }).toMatch(new RegExp(words, 'i'))
  await page.waitForTimeout(300)
  await press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(new RegExp(`${words}.*,`, 'i'))
}

test('without a mouse: sign in, book, change one’s mind, book, cancel', { timeout: 120_000 }, async () => {
  const { page } = rider
  const way = await findWay(base, 'teatro solis', 'estadio centenario')
  const driver = await signInByCall(base, 'Driver Ten')
  await standReady(driver, way)

  await page.goto('/login')
  await tabTo(page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type(trial('Rider Four').email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(trial('Rider Four').password)
  await press('Enter')
  await page.waitForURL((url) => url.pathname === '/')

  await choosePlaceByKeys('Pickup', 'teatro sol')
  await choosePlaceByKeys('Drop', 'estadio centenario')
  await tabTo(page.getByRole('combobox', { name: /car type/i }))
  await press('Enter')
  await page.getByRole('listbox').waitFor()
  await press('ArrowDown')
  await rider.picture('car-types')
  await press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: /car type/i }).textContent()).toMatch(/economy/i)

  const book = page.getByRole('button', { name: 'Book Now' })
  await tabTo(book)
  await press('Enter')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await isFocused(confirm)
  await rider.picture('estimate')
  await press('Escape')
  await isFocused(book)
  await press('Enter')
  await isFocused(confirm)
  await press('Enter')
  const watch = page.getByRole('button', { name: 'Watch your ride' })
  await isFocused(watch)
  await press('Enter')
  await page.waitForURL('**/trips/*')
  const id = page.url().split('/').at(-1) ?? ''
  await driver(bookingsApi.accept, { params: { id }, body: {} })

  await page.getByRole('heading', { name: 'Your trip code' }).waitFor()
  await tabTo(page.getByRole('button', { name: 'Cancel ride' }).first())
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('radio').first())
  await press('Space')
  await rider.picture('cancel')
  await tabTo(dialog.getByRole('button', { name: 'Cancel ride' }))
  await press('Enter')
  await page.getByText('This ride was cancelled').first().waitFor()
  await driver(dispatchApi.goOnline, { body: { online: false } })
  expect(rider.complaints).toEqual([])
})
