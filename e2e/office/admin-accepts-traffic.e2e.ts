import { trafficApi, type Traffic } from '@remis/domain/traffic/traffic-api'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-traffic')
  await openSession(admin, trial('Admin One'))
})

// Other stories of this city expect durations without traffic.
afterAll(async () => {
  const call = await signInByCall(base, 'Admin One')
  const { version, inUse } = await call(trafficApi.read, {})
  if (inUse !== null) await call(trafficApi.clear, { body: { version } })
})

/** The answer of the server with trips on main roads on Monday from 8 to 9: a city has them after weeks. */
const withTrips = (traffic: Traffic): Traffic => ({
  ...traffic,
  classes: traffic.classes.map((one) =>
    one.roadClass === 'main'
      ? {
          ...one,
          hours: one.hours.map((hour, i) => (i === 8 ? { ...hour, suggested: 1.62, trips: 34, drivers: 7 } : hour)),
        }
      : one,
  ),
})

test('an admin accepts the suggested factors and resets them [design/maps-112]', async () => {
  const { page } = admin
  await page.route('**/api/traffic', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: withTrips((await response.json()) as Traffic) })
  })
  await page.goto('/traffic')
  await page.getByRole('heading', { name: 'Traffic', level: 1 }).waitFor()
  await page.getByText('Times are without traffic.').waitFor()
  const table = page.getByRole('table', { name: 'Main roads: factors by day and hour' })
  await table.getByRole('cell', { name: '1.62 suggested, trips: 34, drivers: 7' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(25)
  expect(await table.getByRole('columnheader').count()).toBe(8)
  await expectAccessible(page, 'traffic')
  await expectNoSideScroll(page, 'traffic')
  await admin.picture('suggested')

  await page.getByText('Other streets').click()
  await page.getByRole('table', { name: 'Other streets: factors by day and hour' }).waitFor()

  await page.getByRole('button', { name: 'Accept suggestions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Quotes that were made keep their time and price.').waitFor()
  await expectAccessible(page, 'before accepting')
  await dialog.getByRole('button', { name: 'Accept suggestions' }).click()
  await page.getByText(/^In use since/).waitFor()
  const call = await signInByCall(base, 'Admin One')
  expect((await call(trafficApi.read, {})).inUse).not.toBeNull()

  // of two admins the second sees it without a reload
  const { version } = await call(trafficApi.read, {})
  await call(trafficApi.clear, { body: { version } })
  await page.getByText('Times are without traffic.').waitFor()
})

test('the page fits a phone in dark mode and right to left', async () => {
  const arab = await open('admin-traffic-phone', { viewport: phone })
  await openSession(arab, trial('Admin One'))
  const { page } = arab
  await page.route('**/api/traffic', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: withTrips((await response.json()) as Traffic) })
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/traffic')
  await page.getByRole('table').waitFor()
  await expectNoSideScroll(page, 'traffic on a phone')
  await expectAccessible(page, 'traffic on a phone')
  await chooseArabic(arab)
  await page.getByRole('heading', { name: 'حركة المرور', level: 1 }).waitFor()
  await expectNoSideScroll(page, 'traffic in Arabic')
  await arab.picture('arabic')
  // the keyboard scrolls to the later days
  const region = page.getByRole('region', { name: /المعاملات/ })
  await region.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => region.evaluate((one) => Math.abs(one.scrollLeft))).toBeGreaterThan(0)
})
