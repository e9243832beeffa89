import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let rider: Actor

beforeAll(async () => {
  rider = await open('keyboard')
})

test('without a mouse: sign in, book, change one’s mind, book, cancel', async () => {
  const { page } = rider
  const { press, tabTo, isAt, choosePlace } = keysOf(page)
  const route = await findRoute(base, 'teatro solis', 'estadio centenario')
  const driver = await signInByCall(base, 'Driver Ten')
  await waitAtStart(driver, route)

  await page.goto('/login')
  await tabTo(page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type(trial('Rider Four').email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(trial('Rider Four').password)
  await press('Enter')
  await page.waitForURL((url) => url.pathname === '/')

  await choosePlace('Pickup', 'teatro sol')
  await isAt(page.getByRole('combobox', { name: 'Destination', exact: true }))
  await choosePlace('Destination', 'estadio centenario')
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
  await isAt(confirm)
  await rider.picture('estimate')
  await press('Escape')
  await isAt(book)
  await press('Enter')
  await isAt(confirm)
  await press('Enter')
  const watch = page.getByRole('button', { name: 'Track your ride' })
  await isAt(watch)
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
  await stopByCall(driver)
  expect(rider.complaints).toEqual([])
})
