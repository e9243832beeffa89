import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { askPrice } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { hydrated, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

/** A network so slow that the page is shown and the app is not loaded. Returns what lets the app load. */
const holdApp = async (page: Page): Promise<() => void> => {
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => (release = done))
  await page.route(/\/assets\/start-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Loads the page as far as it comes without the app: the first script runs and has requested it. */
const openWithoutApp = async (page: Page): Promise<void> => {
  const requested = page.waitForRequest(/\/assets\/start-.*\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await requested
}

/** Focuses Pickup and types as soon as React listens, when the form is not hydrated yet. */
const typeWhileHydrating = (page: Page, text: string) =>
  page.evaluate((typed) => {
    const root = document.getElementById('root')
    if (root === null) throw new Error('the page has no #root')
    const listen = root.addEventListener.bind(root)
    root.addEventListener = (...given: Parameters<typeof listen>) => {
      listen(...given)
      if (given[0] !== 'focusin') return
      root.addEventListener = listen
      queueMicrotask(() => {
        root.querySelector<HTMLInputElement>('[role=combobox][aria-label=Pickup]')?.focus()
        document.execCommand('insertText', false, typed)
      })
    }
  }, text)

const car = (page: Page) => page.getByRole('combobox', { name: /car type/i })

test('text, cursor and choice from before the app is loaded survive hydration', async () => {
  const visitor = await open('early', { viewport: phone })
  const { page } = visitor
  const release = await holdApp(page)
  await openWithoutApp(page)
  await page.getByText('Later', { exact: true }).click()
  const pickup = page.getByRole('combobox', { name: 'Pickup', exact: true })
  await pickup.click()
  await page.keyboard.type('18 de julxo 1234')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
  await visitor.picture('before')
  await expectAccessible(page, 'landing before the app')
  release()
  await hydrated(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('i')
  expect(await pickup.inputValue()).toBe('18 de julio 1234')
  await page
    .getByRole('option', { name: /18 de julio 1234/i })
    .first()
    .waitFor()
  await visitor.picture('after')
  expect(await page.getByRole('radio', { name: 'Later' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Book Later' }).waitFor()
  await page.getByLabel('Pickup date and time').waitFor()
  await pickup.press('Enter')
  await car(page).click()
  await page.getByRole('option', { name: /^comfort.*4 seats/i }).click()
  expect(await car(page).textContent()).toMatch(/comfort/i)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('letters that are typed while the form is hydrated stay when the next one follows [design/web-8]', async () => {
  const visitor = await open('early-letters', { viewport: phone })
  const { page } = visitor
  const release = await holdApp(page)
  await openWithoutApp(page)
  await typeWhileHydrating(page, 'palaci')
  release()
  await hydrated(page)
  await page.keyboard.type('o')
  expect(await page.getByRole('combobox', { name: 'Pickup', exact: true }).inputValue()).toBe('palacio')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('repeats the last press from before the app: the list opens, Book is answered', async () => {
  const visitor = await open('early-keys')
  const { page } = visitor
  const { press, tabTo, isAt } = keysOf(page)
  const release = await holdApp(page)
  await openWithoutApp(page)
  await tabTo(car(page))
  await press('Enter')
  release()
  await hydrated(page)
  await isAt(car(page))
  await page.getByRole('listbox').waitFor()
  await press('ArrowDown')
  await press('Enter')
  expect(await car(page).textContent()).toMatch(/economy/i)
  expect(visitor.complaints).toEqual([])

  await page.reload()
  await expect.poll(() => car(page).textContent(), { message: 'the stored choice is shown' }).toMatch(/economy/i)
  const again = await holdApp(page)
  await openWithoutApp(page)
  await page.getByRole('button', { name: 'Book Now' }).click()
  again()
  await page.waitForURL('**/login**')
  await page.getByText('Sign in to book your ride.').first().waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('a press that begins before hydration and ends after it counts', async () => {
  const visitor = await open('early-press')
  const { page } = visitor
  const release = await holdApp(page)
  await openWithoutApp(page)
  const book = page.getByRole('button', { name: 'Book Now' })
  await book.hover()
  await page.mouse.down()
  release()
  await hydrated(page)
  await page.mouse.up()
  await page.waitForURL('**/login**')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('a press while the car types load is answered once they are loaded', async () => {
  const rider = await open('early-cars')
  const { page } = rider
  await openSession(rider, trial('Rider Five'))
  // Book Now needs a driver near the pickup
  const driver = await signInByCall(base, 'Driver Thirteen')
  await waitAtStart(driver, await findRoute(base, '18 de julio 1234', 'terminal tres cruces'))
  await page.goto('/')
  await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
  let answer: () => void = () => undefined
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/car-types', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/car-types')
  await page.goto('/')
  await asked
  await page.getByRole('button', { name: 'Book Now' }).click()
  answer()
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  // a message would stay for seconds
  expect(await page.getByText('Fill in the missing fields.').count()).toBe(0)
  await stopByCall(driver)
  expect(rider.complaints).toEqual([])
  await rider.leave()
})
