import { promosApi } from '@remis/domain/promos/promos-api'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { openActor, type Actor } from '../testing/actors.ts'
import { signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { openBrowser } from '../testing/chromium.ts'
import { keysOf } from '../testing/keyboard.ts'
import { balanceOf, bookingOf, newRider } from '../testing/money-steps.ts'
import { openSession } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
let browser: Browser
let rider: Actor

beforeAll(async () => {
  browser = await openBrowser()
  rider = await openActor(browser, 'keyboard-pays', { base })
})

test('without a mouse: adds money, enters a promo, pays from the wallet, cancels', { timeout: 150_000 }, async () => {
  const { page } = rider
  const { press, type, tabTo, isAt, choosePlace } = keysOf(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const office = await signInByCall(base, 'Admin One')
  const name = `KEYS${String(Date.now()).slice(-6)}`
  await office(promosApi.create, {
    body: {
      promo_name: name,
      promo_discount_type: 'flat',
      promo_discount_value: 30,
      max_promo_discount_value: 30,
      min_order: 0,
      promo_validity: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      promo_usage_limit: 5,
    },
  })
  const driver = await signInByCall(base, 'Driver Ten')
  await waitAtStart(driver, await findRoute(base, 'teatro solis', 'estadio centenario'))
  await openSession(rider, await newRider(base))

  await page.goto('/wallet')
  await tabTo(button('Add money'))
  await press('Enter')
  await isAt(page.getByLabel(/Amount in/))
  await type('0')
  await press('Enter')
  // the error is shown at the field, which keeps the focus
  await page.getByText('This amount can’t be added to the wallet.').waitFor()
  await isAt(page.getByLabel(/Amount in/))
  await press('Escape')
  await isAt(button('Keep editing'))
  await tabTo(button('Discard changes'))
  await press('Enter')
  await isAt(button('Add money'))
  await press('Enter')
  await isAt(page.getByLabel(/Amount in/))
  await type('600')
  await press('Enter')
  await tabTo(button('Pay with test gateway'))
  await rider.picture('pay')
  await press('Enter')
  await tabTo(button('Approve'))
  await press('Enter')
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await tabTo(page.getByRole('link', { name: 'Back to wallet' }))
  await press('Enter')
  await page.waitForURL('**/wallet')
  expect(await balanceOf(rider)).toBe(600)

  await page.goto('/')
  await choosePlace('Pickup', 'teatro sol')
  await choosePlace('Destination', 'estadio centenario')
  await tabTo(page.getByRole('combobox', { name: /car type/i }))
  await press('Enter')
  await press('ArrowDown')
  await press('Enter')
  await tabTo(button('Book Now'))
  await press('Enter')
  const confirm = button('Confirm')
  await isAt(confirm)
  const open = button('Add promo code')
  await tabTo(open)
  await press('Enter')
  await isAt(page.getByRole('textbox', { name: 'Promo' }))
  await type(name.toLowerCase())
  await press('Enter')
  // the field is gone: the focus moves to the control that removes the promo, inside the dialog
  await isAt(button(`Remove promo ${name}`))
  await press('Enter')
  await isAt(page.getByRole('textbox', { name: 'Promo' }))
  await press('Enter')
  await isAt(button(`Remove promo ${name}`))
  await tabTo(page.getByRole('radio', { name: /Cash/ }))
  await press('ArrowRight')
  await isAt(page.getByRole('radio', { name: /Wallet/ }))
  await rider.picture('estimate')
  await tabTo(confirm)
  await press('Enter')
  const watch = button('Track your ride')
  await isAt(watch)
  await press('Enter')
  await page.waitForURL('**/trips/*')
  const booking = await bookingOf(rider, page.url().split('/').at(-1) ?? '')
  expect(booking).toMatchObject({ payment_mode: 'wallet', discount_amount: 30, status: 'NEW' })

  await tabTo(button('Cancel ride').first())
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(dialog.getByRole('radio').first())
  await press('Space')
  await tabTo(dialog.getByRole('button', { name: 'Cancel ride' }))
  await press('Enter')
  await page.getByText('This ride was cancelled').first().waitFor()
  expect(await balanceOf(rider)).toBe(600)
  await stopByCall(driver)
  expect(rider.complaints).toEqual([])
})
