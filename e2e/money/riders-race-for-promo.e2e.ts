import type { Browser } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { openActor, phone, type Actor } from '../testing/actors.ts'
import { asSignedIn } from '../testing/by-call.ts'
import { openBrowser } from '../testing/chromium.ts'
import { startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { askPrice, bookingOf, confirmBooking, newRider } from '../testing/money-steps.ts'
import { openSession, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
let browser: Browser
let admin: Actor
let first: Actor
let second: Actor
let driver: Actor

beforeAll(async () => {
  browser = await openBrowser()
  const { start } = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  admin = await openActor(browser, 'admin-promo', { base })
  first = await openActor(browser, 'rider-promo', { base })
  second = await openActor(browser, 'rider-too-late', { base, viewport: phone })
  driver = await openActor(browser, 'driver-promo', { base, viewport: phone, at: start })
})

const enterPromo = async ({ page }: Actor, name: string) => {
  const open = page.getByRole('button', { name: 'Add promo code' })
  if (await open.isVisible()) await open.click()
  await page.getByRole('textbox', { name: 'Promo' }).fill(name)
  await page.getByRole('button', { name: 'Apply' }).click()
}

const cancel = (rider: Actor, id: string, reason: string) =>
  asSignedIn(rider, 'POST', `/api/bookings/${id}/cancel`, { reason })

test(
  'two riders see a promo with one use left, and one of them gets it [design/money-26]',
  { timeout: 200_000 },
  async () => {
    const name = `ONLYONE${String(Date.now()).slice(-6)}`
    await openSession(admin, trial('Admin One'))
    const made = await asSignedIn(admin, 'POST', '/api/promos', {
      promo_name: name,
      promo_discount_type: 'flat',
      promo_discount_value: 40,
      max_promo_discount_value: 40,
      min_order: 0,
      promo_validity: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      promo_usage_limit: 1,
    })
    expect(made.status).toBe(200)
    await startDriving(driver, 'Driver Seven')
    for (const rider of [first, second]) {
      await openSession(rider, await newRider(base))
      await rider.page.goto('/')
      await askPrice(rider, '18 de julio 1234', 'terminal tres cruces')
    }
    second.forgive(/status of 422.*\/api\/quotes/)
    await enterPromo(second, 'NOSUCHPROMO')
    await second.page.getByText('This code isn’t valid.').waitFor()
    await second.picture('unknown-promo')
    await expectAccessible(second.page, 'estimate, unknown promo')
    await enterPromo(first, name.toLowerCase())
    // typed and not applied: Confirm applies it and books nothing
    await second.page.getByRole('textbox', { name: 'Promo' }).fill(name.toLowerCase())
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    for (const { page } of [first, second]) await page.getByText(`Promo ${name}`).waitFor()
    await first.picture('discount')
    await expectAccessible(first.page, 'estimate, with a promo')
    const id = await confirmBooking(first)
    expect((await bookingOf(first, id)).discount_amount).toBe(40)

    second.forgive(/status of 409.*\/api\/bookings/)
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    await second.page.getByText('This promo has reached its limit.').first().waitFor()
    await second.page.getByText('The price has changed. This is the new one.').waitFor()
    await second.picture('too-late')
    await expectAccessible(second.page, 'estimate, promo gone')
    const without = await confirmBooking(second)
    expect((await bookingOf(second, without)).discount_amount).toBe(0)

    const { rows } = (await asSignedIn<{ rows: { id: string }[] }>(first, 'GET', '/api/cancel-reasons')).body
    for (const [rider, booking] of [
      [first, id],
      [second, without],
    ] as const)
      expect((await cancel(rider, booking, rows[0]?.id ?? '')).status).toBe(200)
    await takeOffline(driver)
    for (const actor of [admin, first, second, driver]) expect(actor.complaints).toEqual([])
  },
)
