import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openActor, phone } from '../testing/actors.ts'
import { launchChromium } from '../testing/chromium.ts'
import { keysOf } from '../testing/keyboard.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { askPrice } from '../testing/money-steps.ts'
import { signIn, trial } from '../testing/steps.ts'

const base = inject('quietCity')
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** A connection so slow that the page is there and the app is not. Returns a function that lets the app load. */
const holdApp = async (page: Page): Promise<() => void> => {
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => (release = done))
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const appIsThere = (page: Page) => page.waitForSelector('#early-cars', { state: 'detached' })
const car = (page: Page) => page.getByRole('combobox', { name: /car type/i })

test('input made before the app is loaded stays, and so does the position of the cursor', async () => {
  const visitor = await openActor(browser, 'early', { base, viewport: phone })
  const { page } = visitor
  const release = await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  await car(page).click()
  await page.getByRole('option', { name: /^comfort.*4 seats/i }).click()
  await page.getByText('Later', { exact: true }).click()
  await page.getByRole('button', { name: 'Book Later' }).waitFor()
  const pickup = page.getByRole('combobox', { name: 'Pickup', exact: true })
  await pickup.click()
  await page.keyboard.type('18 de julxo 1234')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
  await visitor.picture('before')
  await expectAccessible(page, 'landing before the app')
  release()
  await appIsThere(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('i')
  expect(await pickup.inputValue()).toBe('18 de julio 1234')
  await page
    .getByRole('option', { name: /18 de julio 1234/i })
    .first()
    .waitFor()
  await visitor.picture('after')
  expect(await car(page).textContent()).toMatch(/comfort/i)
  expect(await page.getByRole('radio', { name: 'Later' }).isChecked()).toBe(true)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('without a mouse: an open list stays open, and a press of Book is answered', async () => {
  const visitor = await openActor(browser, 'early-keys', { base })
  const { page } = visitor
  const { press, tabTo, isAt } = keysOf(page)
  const release = await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  await tabTo(car(page))
  await press('Enter')
  await page.getByRole('listbox').waitFor()
  await press('Escape')
  expect(await page.getByRole('listbox').count()).toBe(0)
  await press('ArrowDown')
  await expectAccessible(page, 'the list before the app')
  release()
  await appIsThere(page)
  await isAt(car(page))
  await page.getByRole('listbox').waitFor()
  await press('ArrowDown')
  await press('Enter')
  expect(await car(page).textContent()).toMatch(/economy/i)
  expect(visitor.complaints).toEqual([])

  const again = await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => car(page).textContent(), { message: 'what was chosen is shown again' }).toMatch(/economy/i)
  await page.getByRole('button', { name: 'Book Now' }).click()
  again()
  await page.waitForURL('**/login**')
  await page.getByText('Sign in to book your ride.').first().waitFor()
  await visitor.leave()
})

test('a press that begins before the app is loaded and ends after it counts', async () => {
  const visitor = await openActor(browser, 'early-press', { base })
  const { page } = visitor
  const release = await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  const book = page.getByRole('button', { name: 'Book Now', disabled: false })
  await book.hover()
  await page.mouse.down()
  release()
  await appIsThere(page)
  await page.mouse.up()
  await page.waitForURL('**/login**')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('a press while the chosen car is still loading is answered when it is there', async () => {
  const rider = await openActor(browser, 'early-cars', { base })
  const { page } = rider
  await signIn(rider, trial('Rider Five'))
  await page.goto('/')
  await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
  let answer: () => void = () => undefined
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/car-types', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.waitForTimeout(200)
  expect(await page.getByText('Fill in the missing fields.').count()).toBe(0)
  answer()
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  expect(rider.complaints).toEqual([])
  await rider.leave()
})
