import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { changeSettings } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openSession, signIn, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

test(
  'an admin sees a car and a booking that needs a driver on the dashboard, opens its dialog and reads there that it was cancelled [accounts-17] [reports-1] [design/dashboard-4] [design/dashboard-13]',
  { timeout: 180_000 },
  async () => {
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const driver = await signInByCall(base, 'Driver Thirteen')
    const rider = await signInByCall(base, 'Rider Four')
    await waitAtStart(driver, route)
    const admin = await open('admin-watches', { at: route.start })
    const { page } = admin
    await signIn(admin, trial('Admin One'))
    await page.waitForURL('**/dashboard')
    await page.getByRole('link', { name: 'Dashboard' }).waitFor()
    // [places-10]: the frame of the map, whatever is drawn in it
    const map = page.getByRole('region', { name: 'Map of active drivers' })
    const heights = await map
      .locator('> div')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights).toContain(480)
    await page.getByRole('button', { name: 'Cars as a list' }).click()
    await page.getByRole('link', { name: 'Open driver: Driver Thirteen' }).waitFor()
    await changeSettings(admin, { autoDispatch: false })
    try {
      const id = await bookByCall(rider, route, /economy/i)
      const line = page.getByRole('link', { name: /No driver found.*Rider Four/ })
      // without a reload
      await line.waitFor({ timeout: 15_000 })
      await admin.picture('needs')
      await expectAccessible(page, 'dashboard')
      await expectNoSideScroll(page, 'dashboard')
      await line.click()
      await page.waitForURL(`**/bookings?id=${id}`)
      await page.goBack()
      await page.getByRole('button', { name: `Assign driver ${id}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign driver' })
      await dialog.getByRole('radio').first().waitFor()
      await cancelByCall(rider, id)
      await line.waitFor({ state: 'hidden' })
      await dialog.getByText('This booking no longer waits for a driver.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
    } finally {
      await changeSettings(admin, { autoDispatch: true })
      await stopByCall(driver)
    }
    // the legend hides a state; charts are a table too
    await page.getByRole('button', { name: /^Free/ }).press('Enter')
    expect(await page.getByRole('button', { name: /^Free/ }).getAttribute('aria-pressed')).toBe('false')
    await page.getByText('Show as a table').first().click()
    await page.getByRole('columnheader', { name: 'Completed' }).waitFor()
    await chooseArabic(admin)
    await page.locator('.recharts-surface').first().waitFor()
    // no control is half below the top bar
    await page.evaluate(() => scrollTo(0, 0))
    await admin.picture('arabic')
    await expectAccessible(page, 'dashboard, Arabic')
    expect(admin.complaints).toEqual([])
  },
)

test('a fleet admin on a phone, who refuses the location, sees their own fleet [reports-4] [places-11] [design/dashboard-4]', async () => {
  const fleet = await open('fleet-watches', { viewport: phone })
  const { page } = fleet
  await openSession(fleet, trial('Fleet One'))
  await page.goto('/dashboard')
  const refused = page.getByText('Allow location access in your browser.')
  await refused.waitFor()
  const [red = 0, green = 0, blue = 0] = await refused.evaluate((text) =>
    (getComputedStyle(text).color.match(/\d+/g) ?? []).map(Number),
  )
  expect(red, 'allow_location is shown in red').toBeGreaterThan(2 * Math.max(green, blue))
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await page.getByText('Drivers online').waitFor()
  await fleet.picture('phone')
  await expectAccessible(page, 'dashboard, phone')
  await expectNoSideScroll(page, 'dashboard, phone')
  expect(fleet.complaints).toEqual([])
})
